"""One's own tables in one list, from whatever page one looks."""

import re
import time
from collections.abc import Callable

from queueing import person_id
from serving import Served
from sqlalchemy import event, insert
from visiting import VALUE, Visitor, table_of

from ludotheque.house.schema import matches, sittings
from ludotheque.web.mine import SHOWN

Come = Callable[..., Visitor]
OLD = 500  # games that somebody finished


def begun(ann: Visitor, bob: Visitor) -> str:
    table = ann.open_table()
    with ann.sit(table), bob.sit(table) as his:
        his.until("playing")
    return table


def states(visitor: Visitor) -> list[tuple[str, str]]:
    """The tables in the list, in its order, with what is said of each."""
    found = re.findall(
        r'<a class="card[^"]*" href="/tables/([^"]+)">.*?<span class="badge[^"]*">([^<]*)',
        visitor.get("/me/tables").text,
        re.DOTALL,
    )
    return [(table, state) for table, state in found]


def calls(page: str) -> int:
    found = re.search(r'class="calls"[^>]*?( hidden)?>.*?<span class="badge gold">(\d+)', page)
    assert found
    assert (found[2] == "0") is bool(found[1])
    return int(found[2])


def test_where_it_is_ones_turn_comes_first(ann: Visitor, bob: Visitor) -> None:
    begun(ann, bob)
    waiting = ann.open_table()
    with ann.sit(waiting):
        pass
    hers, his = states(ann), states(bob)
    assert [state for _, state in hers].count("On attend des joueurs") == 1
    turns = [state == "à vous de jouer" for _, state in hers + his]
    assert turns.count(True) == 1  # of the two who play
    first = ann if hers[0][1] == "à vous de jouer" else bob
    assert states(first)[0][1] == "à vous de jouer"
    for somebody in (ann, bob):
        for path in ("/", "/rooms", "/games/ludo"):
            assert calls(somebody.get(path).text) == int(somebody is first)


def test_bots_wait_without_a_word_and_behind_people(ann: Visitor, bob: Visitor) -> None:
    table = begun(ann, bob)
    for _ in range(30):
        alone = ann.post("/games/ludo/play").headers["location"]
        with ann.sit(table_of(alone)) as page:
            page.send("fill", level="easy")
            page.until("playing")
    assert len(states(ann)) == SHOWN
    assert calls(ann.get("/").text) <= 1
    mine = next(somebody for somebody in (ann, bob) if calls(somebody.get("/").text) == 1)
    assert states(mine)[0] == (table, "à vous de jouer")


def test_the_front_page_has_the_list_and_strangers_have_none(
    ann: Visitor, bob: Visitor, visitor: Come
) -> None:
    table = begun(ann, bob)
    assert f'href="/tables/{table}"' in ann.get("/").text
    for path in ("/", "/me/tables"):
        page = visitor().get(path)
        assert page.status_code == 200
        assert table not in page.text
        assert 'class="calls"' not in page.text


def test_a_name_in_the_list_is_text(ann: Visitor, bob: Visitor) -> None:
    bob.post("/name", name="<b>Bob</b>")
    begun(ann, bob)
    page = ann.get("/me/tables").text
    assert "&lt;b&gt;Bob&lt;/b&gt;" in page
    assert "<b>Bob" not in page


def test_hundreds_of_old_games_cost_nothing(served: Served, ann: Visitor, bob: Visitor) -> None:
    """Two questions to the database, no log read, a few milliseconds."""
    person, table = person_id(ann), begun(ann, bob)
    old = [f"{person[:6]}{number:06}" for number in range(OLD)]

    def write(connection):
        row = {"room": "", "sides": "0 1", "is_contest": False, "is_shown": True, "game": "ludo"}
        times = [
            {"table_id": id, "opened": k, "began": k, "ended": k} for k, id in enumerate(old, 1)
        ]
        connection.execute(insert(matches), [{**row, **each} for each in times])
        won = {"person": person, "rank": 1, "score": 1, "result": "won", "seat": 0}
        connection.execute(
            insert(sittings), [{**won, "table_id": id, "ended": k} for k, id in enumerate(old, 1)]
        )

    served.do(served.house.write(write))
    asked: list[str] = []
    engine = served.house.visitors.engine
    listen = lambda _c, _k, statement, *_: asked.append(statement)  # noqa: E731
    event.listen(engine, "before_cursor_execute", listen)
    try:
        began = time.perf_counter()
        page = ann.get("/me/tables").text
        took = time.perf_counter() - began
    finally:
        event.remove(engine, "before_cursor_execute", listen)
    reads = [each for each in asked if each.lstrip().upper().startswith("SELECT")]
    assert not any("events" in each for each in asked)
    assert len(reads) <= 3, reads  # the visitor, her last games, and with whom
    assert f'href="/tables/{table}"' in page
    assert page.count("victoire") == 4
    assert took < 0.5


def test_nothing_is_listed_of_a_table_that_ended(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table()
    with ann.sit(table) as hers, bob.sit(table) as his:
        hers.until("playing")
        hers.send("offerdraw", seat=0)
        his.until("answerdraw")
        assert "propose l&#39;égalité" in his.part("seats")  # at her seat, for all to see
        his.send("answerdraw", seat=1, agrees=True)
        his.until('class="status over')
        his.send("rematch", values=[VALUE])
    assert dict(states(ann))[table] == "égalité"
