"""Figures day by day."""

import asyncio

from sqlalchemy import Engine, update

from ludotheque.house import statistics
from ludotheque.house.clock import DAY, SECOND
from ludotheque.house.people.people import People
from ludotheque.house.people.visitors import Visitors
from ludotheque.house.schema import persons


def test_figures_day_by_day(visitors: Visitors, engine: Engine) -> None:
    for _ in range(3):
        asyncio.run(visitors.welcome())
    host, _ = People(visitors).make_host("Gaël")
    with engine.begin() as connection:
        long_ago = update(persons).where(persons.c.id == host.id)
        connection.execute(long_ago.values(created=persons.c.created - 2 * DAY * SECOND))
    days = statistics.by_day(engine, 5)
    assert [day.arrivals for day in days] == [0, 0, 1, 0, 3]
    assert [day.joined for day in days] == [0, 0, 0, 0, 1]
    assert sum(day.opened.total() for day in days) == 0
    assert statistics.totals(engine) == statistics.Totals(4, 1, 0, 0)
