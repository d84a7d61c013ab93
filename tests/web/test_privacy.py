"""Tables that are not public: no page and no file leads a stranger to them."""

import re
from collections.abc import Callable

import pytest
from queueing import person_id
from serving import Served
from visiting import VALUE, Visitor


def drawn(ann: Visitor, bob: Visitor, **form: str) -> str:
    """A table where these two agreed to a draw, then to play again."""
    table = ann.open_table(**form)
    with ann.sit(table) as hers, bob.sit(table) as his:
        hers.until("playing")
        hers.send("offerdraw", seat=0)
        his.until("answerdraw")
        his.send("answerdraw", seat=1, agrees=True)
        for page in (hers, his):
            page.until('class="status over')
            page.send("rematch", values=[VALUE])
        his.until("Aller à la revanche")
    return table


def rematch_of(somebody: Visitor, table: str) -> str:
    found = re.search(
        r'/tables/([^"]+)"[^>]*>Aller à la revanche', somebody.get(f"/tables/{table}").text
    )
    assert found
    return found[1]


@pytest.mark.parametrize("public", [True, False])
def test_a_profile_leads_strangers_to_public_tables_alone(
    ann: Visitor, bob: Visitor, eve: Visitor, visitor: Callable[..., Visitor], public: bool
) -> None:
    table = drawn(ann, bob, **({"public": "on"} if public else {}))
    profile = f"/people/{person_id(ann)}"
    link = f"/tables/{table}/replay"
    assert link in ann.get(profile).text
    assert link in bob.get(profile).text  # who was there
    assert (link in eve.get(profile).text) is public
    assert (link in visitor().get(profile).text) is public


@pytest.mark.parametrize("public", [True, False])
def test_a_record_names_no_other_table(
    served: Served, ann: Visitor, bob: Visitor, eve: Visitor, public: bool
) -> None:
    table = drawn(ann, bob, **({"public": "on"} if public else {}))
    again = rematch_of(ann, table)
    for path in ("record.json", "replay", "frames.json"):
        for somebody in (ann, eve):
            assert again not in somebody.get(f"/tables/{table}/{path}").text
    assert table not in eve.get(f"/tables/{again}/record.json").text
    assert (again in eve.get(f"/tables/{table}").text) is public
    record = eve.get(f"/tables/{table}/record.json").content
    answer = eve.http.post("/replay", files={"record": ("game.json", record)})
    assert answer.status_code == 303  # it still is a record
