"""A backup put back under an open house: pages follow, people go on from there."""

from pathlib import Path

from joining import is_in, join, sign_in
from serving import Served
from visiting import Visitor
from websockets.exceptions import ConnectionClosed

from ludotheque.house.backup import back_up, restore
from ludotheque.table.neighbours import Alone


def test_pages_and_people_go_on_from_the_backup(any_url: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(Alone, "pause", 0.1)
    house = Served(any_url)
    try:
        engine = house.runner.store.engine
        ann = Visitor(house.url, name="Ann")
        name = join(ann)
        table = ann.open_table()
        with ann.sit(table) as page:
            kept = page.number
            back_up(engine, tmp_path / "copy.db")
            page.send("emote", seat=0, emote="hello")
            page.until("salue la table")
            late = Visitor(house.url, name="Late")
            late_name = join(late)
            late_table = late.open_table()
            with late.sit(late_table) as lost:
                restore(engine, tmp_path / "copy.db")
                while page.number != kept:
                    page.receive()
                assert "salue la table" not in page.lines
                _until_closed(lost)
                assert lost.socket.protocol.close_code == 4404  # there is no such table any more
            page.send("leave")
            page.until("est de nouveau libre")
        assert is_in(ann, name)
        assert sign_in(late, late_name).status_code == 400  # she never came
        assert late.get(f"/tables/{late_table}").status_code == 404
        ann.close()
        late.close()
        assert house.faults.seen == []
    finally:
        house.close()


def _until_closed(page) -> None:
    try:
        while True:
            page.receive()
    except ConnectionClosed:
        pass
