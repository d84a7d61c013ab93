"""What somebody sees of a table: what is at hand, what a game is played again for."""

from houses import ANN, BOB, in_house

from ludotheque.table import commands as c
from ludotheque.table import runner, tell
from ludotheque.table.view import replayed


def test_what_a_page_tells_of_when_it_opens_is_at_hand(sqlite_url, monkeypatch):
    """A game is played again only for those who ask further back, and then says the same."""
    replays = []
    monkeypatch.setattr(runner, "replayed", lambda *log: replays.append(log) or replayed(*log))

    async def scene(home):
        table = await home.open(options={"seats": 2})
        view = await home.until(table, (ANN, BOB), lambda view: view.number > 150)
        lately = await home.runner.told(table, None, view.number - 60)
        assert not replays
        ever = await home.runner.told(table, None)
        assert len(replays) == 1
        assert len(ever) == view.number
        assert [said(view, each) for each in lately] == [said(view, each) for each in ever[-60:]]

    def said(view, told):
        return tell(view.game, told, view.names)

    in_house(sqlite_url, scene)


def test_a_person_with_several_seats_sees_through_the_one_that_is_to_act(sqlite_url):
    async def scene(home):
        table = await home.open(people=(ANN, ANN))
        seen = set()
        for _ in range(12):
            await home.settle()
            view = await home.runner.view_for(table, "ann")
            acting = view.waiting if view.roller is None else (view.roller,)
            if acting:
                assert view.viewer in acting
                seen.add(view.viewer)
            other = 1 - view.viewer
            assert (await home.runner.view_for(table, "ann", other)).viewer == other
            if view.may_roll:
                await home.do(table, ANN, c.Roll)
            elif view.moves:
                await home.do(table, ANN, c.Move, seat=view.viewer, move=next(iter(view.moves)))
        assert seen == {0, 1}

    in_house(sqlite_url, scene)
