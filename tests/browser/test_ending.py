"""The end of a game as people see it, on their screens and on a wall."""

from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page
from staging import ANN, BOB, VALUE, play_out, played

from ludotheque.core.step import Step
from ludotheque.table import Person as Somebody
from ludotheque.table import Settings
from ludotheque.table import commands as c

from .axe import violations
from .playing import short
from .shelf import LUDO, PHONE, SHELF, Person
from .tables import begin, open_table, sit_down

WALLS = {"projector": (1280, 800), "720p": (1280, 720)}
SMALL = {"seats": 2, "pawns": 1}


def watch_the_end(page: Page, served) -> str:
    """See a short game end, as somebody who has no seat."""
    table = served.do(played(served.runner, LUDO.id, SMALL, steps=4))
    page.goto(f"/tables/{table}")
    page.wait_for_selector("#status.playing")
    served.do(play_out(served.runner, table, (ANN, BOB)))
    page.wait_for_selector("#status.over")
    return table


def test_the_end_is_celebrated_where_one_sees_it(person: Person, served) -> None:
    page = person(reduced_motion="no-preference")
    page.add_init_script("localStorage['ludotheque.settings'] = '{\"pace\": \"fast\"}'")
    watch_the_end(page, served)
    page.wait_for_selector(".confetti i", state="attached")
    assert page.locator(".podium .place").count() == 2
    page.wait_for_selector(".figures")
    page.reload()  # it ended before this page was opened: nothing more is thrown
    page.wait_for_selector(".figures")
    assert page.locator(".confetti").count() == 0
    assert "celebrating" not in (page.locator("#table").get_attribute("class") or "")


def test_the_last_move_is_seen_before_its_end_is_told(person: Person, served) -> None:
    table = served.do(played(served.runner, "rolling-village", {"seats": 1}, steps=1))
    while not ends_with_its_next_move(served, table):
        served.do(play_out(served.runner, table, (ANN,), steps=1))
    page = person(reduced_motion="no-preference")
    page.goto(f"/tables/{table}")
    page.wait_for_selector("#status.playing")
    page.evaluate(WATCH_GESTURES)
    served.do(play_out(served.runner, table, (ANN,), steps=1))
    page.wait_for_selector("#table.celebrating")
    assert page.evaluate("gestures") > 0
    assert page.evaluate("late") == 0


def ends_with_its_next_move(served, table: str) -> bool:
    view = served.do(served.runner.view_for(table, ANN.id))
    if not view.moves:
        return False
    engine, code = view.game.engine, next(iter(view.moves.values()))
    board = engine.board(view.state)
    engine.do(board, Step("move", 0, code, ""))
    return bool(engine.look(board).is_over)


# How many sparks and rings flew, and how many still did when the end was told.
WATCH_GESTURES = """
() => {
  window.gestures = window.late = 0;
  new MutationObserver(list => {
    for (const {target, addedNodes} of list) {
      for (const node of addedNodes) gestures += node.matches?.(".passing") ?? 0;
      if (target.matches(".celebrating")) late += document.querySelectorAll(".passing").length;
    }
  }).observe(document, {subtree: true, childList: true, attributeFilter: ["class"]});
}
"""


def test_figures_find_their_place_kept(person: Person, served) -> None:
    """They are counted meanwhile: nothing jumps when they come, whatever they say."""
    page, held = person(), []
    page.route("**/figures", lambda route: held.append(route))
    watch_the_end(page, served)
    page.wait_for_selector("#table.celebrating")
    before = page.evaluate(FIGURES)
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    page.wait_for_selector(".figures")
    assert abs(page.evaluate(FIGURES) - before) < 60


FIGURES = "() => document.getElementById('figures').offsetHeight"


def test_who_wants_less_motion_gets_none(person: Person, served) -> None:
    page = person()
    watch_the_end(page, served)
    page.wait_for_selector(".figures")
    assert page.locator(".confetti").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", SHELF)
def test_the_end_is_for_everybody(person: Person, served, game, scheme: str) -> None:
    table = served.do(played(served.runner, game.id, short(game, 2)))
    page = person(bypass_csp=True, color_scheme=scheme, **PHONE)
    page.goto(f"/tables/{table}")
    page.wait_for_selector(".figures dt >> nth=3")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    short_ones = page.evaluate(TOO_SMALL)
    assert short_ones == []


TOO_SMALL = """
() => [...document.querySelectorAll("#ending a, #ending button, #figures a")]
  .filter(each => each.getBoundingClientRect().height < 40).map(each => each.textContent)
"""


def test_the_picture_is_downloaded_where_nothing_can_be_shared(
    person: Person, served, tmp_path: Path
) -> None:
    table = served.do(played(served.runner, LUDO.id, SMALL))
    page = person()
    page.goto(f"/tables/{table}")
    with page.expect_download() as found:
        page.get_by_role("link", name="Partager").click()
    page.wait_for_selector("#toast:text('lien copié')", state="attached")
    found.value.save_as(tmp_path / "souvenir.png")
    with Image.open(tmp_path / "souvenir.png") as picture:
        assert picture.size == (1200, 630)


def test_the_picture_goes_to_the_devices_own_sheet(person: Person, served) -> None:
    table = served.do(played(served.runner, LUDO.id, SMALL))
    page = person()
    page.add_init_script("navigator.canShare = () => true; navigator.share = async s => shared = s")
    page.goto(f"/tables/{table}")
    page.get_by_role("link", name="Partager").click()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("[shared.files[0].type, shared.url]") == [
        "image/png",
        page.url + "/replay",
    ]


@pytest.mark.parametrize(("wall", "steps"), [("projector", 12), ("720p", 5_000)])
@pytest.mark.parametrize("game", SHELF)
def test_a_wall_shows_all_of_it(person: Person, served, game, wall: str, steps: int) -> None:
    width, height = WALLS[wall]
    table = served.do(played(served.runner, game.id, short(game, 4), steps=steps))
    page = person(bypass_csp=True, viewport={"width": width, "height": height})
    page.goto(f"/tables/{table}/screen")
    if steps > 12:
        page.wait_for_selector(".figures dt >> nth=3")
    else:
        told = page.locator("#log").bounding_box()
        assert told is not None
        assert told["height"] > 0.15 * height  # the last sentences
    assert violations(page) == []
    board = page.locator(".playground svg").bounding_box()
    assert board is not None
    assert max(board["height"] / height, board["width"] / width) > 0.6
    assert page.evaluate(CUT_OFF) == []
    assert page.locator("main :is(a, button):visible").count() == 0


# What stands in the column beside the board and is not wholly to be seen.
CUT_OFF = """
() => [...document.querySelectorAll("#status, #ending, #seats > li, #figures")]
  .filter(each => each.checkVisibility())
  .filter(each => {
    const box = each.getBoundingClientRect();
    return box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
  })
  .map(each => each.id || each.textContent)
"""


def test_a_wall_follows_the_game_and_calls_people_to_it(person: Person, served) -> None:
    table = served.do(served.runner.create(LUDO.id, SMALL, Settings(), host=ANN))
    page = person(viewport={"width": 1280, "height": 720})
    page.goto(f"/tables/{table}/screen")
    code = page.get_by_role("img", name="Code QR de l'invitation")
    code.wait_for()
    assert (code.bounding_box() or {"width": 0})["width"] > 180
    for number, somebody in enumerate((ANN, BOB)):
        sit = c.Sit(id=f"wall-{number}", seen=0, value=VALUE)
        served.do(served.runner.command(table, somebody, sit))
    page.wait_for_selector("#status.playing")
    code.wait_for(state="hidden")
    served.do(play_out(served.runner, table, (ANN, BOB)))
    page.wait_for_selector(".podium")
    assert page.locator("#status .turn").inner_text().endswith(" a gagné.")


def test_a_wall_shows_whose_clock_runs(person: Person, served) -> None:
    table = served.do(played(served.runner, LUDO.id, SMALL, steps=4, clock=60))
    page = person(viewport={"width": 1280, "height": 720})
    page.goto(f"/tables/{table}/screen")
    clock = page.locator("#seats .acting .clock")
    clock.wait_for()
    before = clock.inner_text()
    page.wait_for_function(
        "before => document.querySelector('.acting .clock').textContent !== before", arg=before
    )
    assert page.evaluate(CUT_OFF) == []
    served.do(play_out(served.runner, table, (ANN, BOB), steps=1))
    page.wait_for_function("() => document.querySelectorAll('#seats .clock').length === 1")


# The pitches that a page played, one after the other.
LISTEN = """
window.heard = [];
window.AudioContext = class extends AudioContext {
  createOscillator() {
    const source = super.createOscillator(), start = source.start;
    source.start = at => { heard.push(source.frequency.value); start.call(source, at) };
    return source;
  }
};
localStorage["ludotheque.settings"] = '{"pace": "instant", "sound": true}';
"""
PITCHES = {"won": [523, 659, 784, 1047], "lost": [523, 440, 392]}


@pytest.mark.parametrize("mood", ["won", "lost"])
def test_a_lost_game_ends_with_another_sound_than_a_won_one(
    person: Person, served, mood: str
) -> None:
    page = person()
    page.add_init_script(LISTEN)
    path = open_table(page, LUDO, seats=2)
    sit_down(page, path)
    table, bob = path.removeprefix("/tables/"), c.Sit(id="lost-end", seen=0, value=VALUE)
    served.do(served.runner.command(table, BOB, bob))
    page.wait_for_selector("#status.playing")
    page.keyboard.press("Tab")  # who has done nothing yet hears nothing
    page.evaluate("() => { heard.length = 0 }")
    me = next(each for each in served.do(served.runner.persons(table)) if each != BOB.id)
    leaver = BOB if mood == "won" else Somebody(me, "")
    seat = {"won": 1, "lost": 0}[mood]
    view = served.do(served.runner.view(table))
    left = c.Leave(id=f"leave-{mood}", seen=view.number, seat=seat)
    served.do(served.runner.command(table, leaver, left))
    page.wait_for_selector(f"#ending.{mood}")
    page.wait_for_function("pitches => heard.join().endsWith(pitches.join())", arg=PITCHES[mood])


@pytest.mark.parametrize("game", SHELF)
def test_on_a_phone_the_whole_ending_comes_into_sight(person: Person, served, game) -> None:
    table = served.do(played(served.runner, game.id, short(game, 3), steps=4))
    page = person(**PHONE)
    page.goto(f"/tables/{table}")
    page.wait_for_selector("#status.playing")
    served.do(play_out(served.runner, table, (ANN, BOB)))
    page.wait_for_selector("#table.celebrating")
    page.wait_for_function(IN_SIGHT, arg="#ending .again")
    assert page.evaluate(IN_SIGHT, ".podium")


IN_SIGHT = """
selector => {
  const {top, bottom} = document.querySelector(selector).getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
"""


def test_on_a_phone_the_podium_leaves_the_seats_little_to_say(person: Person, served) -> None:
    """How many points each has stands there: seats only say who is still there."""
    table = served.do(played(served.runner, LUDO.id, SMALL, steps=4))
    page = person(**PHONE)
    page.goto(f"/tables/{table}")
    page.wait_for_selector("#status.playing")
    high, seen = page.evaluate(SEATS)
    assert ".tally" in seen
    assert ".emblem" in seen
    served.do(play_out(served.runner, table, (ANN, BOB)))
    page.wait_for_selector(".podium")
    low, seen = page.evaluate(SEATS)
    assert seen == [".who", ".emblem"]
    assert low < high
    assert page.locator("#seats .who").all_inner_texts() == ["Ann", "Bob"]


@pytest.mark.parametrize("scene", [{}, PHONE], ids=["wide", "phone"])
def test_names_on_the_podium_stay_whole(person: Person, served, scene) -> None:
    page = person(**scene)
    page.goto(f"/tables/{served.do(long_named(served.runner))}")
    page.wait_for_selector(".podium")
    assert page.evaluate(LINES) == [1, 1, 1]


async def long_named(runner) -> str:
    """A table where somebody with a long name played against two bots, to the end."""
    somebody = Somebody("long", "Hippolyte-Amédée Legrand")
    table = await runner.create(LUDO.id, SMALL | {"seats": 3}, Settings(), host=somebody)
    for deed in (c.Sit(id="sit", value=VALUE), c.Fill(id="fill")):
        await runner.command(table, somebody, deed)
    await play_out(runner, table, (somebody,))
    return table


def test_four_names_stand_in_full_on_a_phone(person: Person, served) -> None:
    table = served.do(played(served.runner, LUDO.id, SMALL | {"seats": 4}))
    page = person(**PHONE)
    page.goto(f"/tables/{table}")
    page.wait_for_selector(".podium")
    page.evaluate("""() => document.querySelectorAll(".podium .who").forEach(
      (who, k) => who.lastChild.data = ["Églantine", "Robin 12", "Fenouil", "Garance"][k])""")
    assert page.evaluate(WHOLE) == [True] * 4


def test_four_names_stand_in_full_on_one_step(person: Person, served) -> None:
    """They agreed to a draw: all four stand side by side."""
    page = person()
    sit_down(page, open_table(page, LUDO, seats=4))
    begin(page)
    page.locator("#gestures summary").click()
    page.get_by_role("button", name="Proposer l'égalité").click()
    page.wait_for_selector(".podium .place-shared")
    page.evaluate("""() => document.querySelectorAll(".podium .who").forEach(
      (who, k) => who.lastChild.data = ["Mésange 93", "Églantine", "Fenouil", "Garance"][k])""")
    assert page.evaluate(WHOLE) == [True] * 4


WHOLE = """
() => [...document.querySelectorAll(".podium .who")].map(who => who.scrollWidth <= who.clientWidth)
"""


# How many lines each name takes.
LINES = """
() => [...document.querySelectorAll(".podium .who")].map(who => {
  const name = document.createRange();
  name.selectNodeContents(who.lastChild);
  return new Set([...name.getClientRects()].filter(each => each.width).map(each => each.top)).size;
})
"""


# How high the row of seats is, and what one sees in it.
SEATS = """
() => {
  const seats = document.getElementById("seats");
  const isSeen = each => [...seats.querySelectorAll(each)].some(part => part.checkVisibility());
  return [seats.offsetHeight, [".who", ".tally", ".emblem", ".badge"].filter(isSeen)];
}
"""
