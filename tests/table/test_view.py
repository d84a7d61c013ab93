"""What somebody sees of a table: what is at hand, what a game is played again for."""

from houses import ANN, BOB, EVE, in_house

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


def test_where_nothing_is_hidden_all_look_at_the_same_board(sqlite_url):
    async def scene(home):
        table = await home.open(options={"seats": 2})
        views, boards = [], []
        for _ in range(60):
            await home.settle()
            await home.turn(table, (ANN, BOB))
            both = [await home.runner.view(table, viewer) for viewer in (None, 0)]
            assert both[0].state.base is both[1].state.base
            assert both[0].sees_all
            views.append(both[0])
            boards.append(both[0].state.tobytes())
        assert len(set(boards)) > 2
        assert [view.state.tobytes() for view in views] == boards  # none changed afterwards

    in_house(sqlite_url, scene)


def test_how_it_stands_is_told_as_the_viewer_sees_it(sqlite_url):
    """Picks are worth points; those that a viewer may not see yet do not show in her scores."""

    async def scene(home):
        table = await home.open("sealed", {"seats": 3, "deal": True}, (ANN, BOB, EVE))
        hidden = 0
        for _ in range(30):
            await home.settle()
            for viewer in (None, 0, 1, 2):
                view = await home.runner.view(table, viewer)
                engine = view.game.engine
                seen = engine.board(view.state)
                assert (view.ranks, view.scores) == engine.standing(seen, 3)
                whole = (await home.runner.memory.find(table)).table.board
                if view.sees_all:
                    assert view.state.tobytes() == whole.tobytes()
                hidden += view.state.tobytes() != whole.tobytes()
            if not await home.turn(table, (ANN, BOB, EVE)):
                break
        assert hidden

    in_house(sqlite_url, scene)
