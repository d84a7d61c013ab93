"""Keeping people at a distance, and telling the host."""

import asyncio

import pytest
from sqlalchemy import Engine

from ludotheque.house.people.company import Company
from ludotheque.house.people.reports import WORDS, Reports
from ludotheque.house.people.visitors import Visitors


@pytest.fixture
def three(visitors: Visitors) -> tuple[str, str, str]:
    async def come() -> tuple[str, str, str]:
        found = [(await visitors.welcome())[0].person for _ in range(3)]
        return found[0], found[1], found[2]

    return asyncio.run(come())


def blocked_between(company: Company, one: str, other: str) -> bool:
    return company.has_blocked(one, other) or company.has_blocked(other, one)


def test_a_block_is_one_persons_but_parts_both(engine: Engine, three: tuple[str, str, str]) -> None:
    ann, bob, eve = three
    company = Company(engine)
    for _ in range(2):  # twice does no harm
        company.keep_away(ann, eve, "block")
    assert company.has_blocked(ann, eve)
    assert not company.has_blocked(eve, ann)
    assert blocked_between(company, ann, eve)
    assert blocked_between(company, eve, ann)
    assert not blocked_between(company, ann, bob)
    company.let_be(eve, ann, "block")  # it is not hers to take back
    assert blocked_between(company, ann, eve)
    company.let_be(ann, eve, "block")
    assert not blocked_between(company, ann, eve)


def test_who_is_muted_is_not_heard_but_may_sit(engine: Engine, three: tuple[str, str, str]) -> None:
    ann, bob, eve = three
    company = Company(engine)
    company.keep_away(ann, bob, "mute")
    company.keep_away(ann, eve, "block")
    company.keep_away(ann, ann, "mute")
    assert company.unheard(ann) == {bob, eve}
    assert company.unheard(bob) == frozenset()
    assert not blocked_between(company, ann, bob)
    assert {(each.person, each.kind) for each in company.kept_away(ann)} == {
        (bob, "mute"),
        (eve, "block"),
    }
    assert [each.person for each in company.kept_away(ann, among=[bob])] == [bob]


def test_a_report_waits_until_the_host_is_done_with_it(
    engine: Engine, three: tuple[str, str, str]
) -> None:
    ann, bob, eve = three
    reports = Reports(engine)
    reports.file(eve, "insults", "first", table="t", reporter=ann)
    reports.file(eve, "insults", "more", table="t", reporter=ann)
    reports.file(eve, "insults", "x" * 5000, table="t", reporter=bob)
    reports.file(bob, "losses", "noticed", table=None, reporter=None)
    waiting = reports.all()
    assert [each.words for each in waiting] == ["noticed", "x" * WORDS, "more"]
    assert waiting[0].reporter is None
    assert reports.resolve(waiting[0].id, "spoke to him")
    assert not reports.resolve(waiting[0].id)
    assert not reports.resolve(999_999)
    assert len(reports.all()) == 2
    (done,) = reports.all(resolved=True)
    assert done.resolution == "spoke to him"
    reports.file(bob, "losses", "again", table=None, reporter=None)  # a new matter
    assert len(reports.all()) == 3
