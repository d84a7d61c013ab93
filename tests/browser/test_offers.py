"""What is offered: taken once, made for who wants that, always in the same place."""

import re

from playwright.sync_api import Page

from ludotheque.core.discovery import game

from .playing import act, wait_for_offer, wait_for_quiet
from .shelf import PHONE, Person
from .tables import begin, open_table, sit_down

MORE = "() => document.querySelector('.more summary').getBoundingClientRect().toJSON()"
# The buttons of the list that one sees, and those of which one sees only a part.
SEEN = """
() => {
  const list = document.querySelector(".moves").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".moves .move")]
    .filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect());
  const cut = boxes.filter(box => box.top < list.top - 1 || box.bottom > list.bottom + 1);
  return [boxes.length, cut.length];
}
"""
# What glides from one place to another: a movement of two points.
NOTE_FLIGHTS = """
window.flights = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, ...rest) {
  if (frames.length === 2 && frames[0].transform) flights.push(this.outerHTML);
  return animate.call(this, frames, ...rest);
};
"""


def start(page: Page, box: str = "ludo", seats: int = 2) -> None:
    sit_down(page, open_table(page, game(box), seats=seats))
    begin(page)


def test_a_double_click_acts_once_and_is_no_mistake(person: Person) -> None:
    page = person()
    start(page)
    for _ in range(3):
        offer = wait_for_offer(page)
        page.mouse.dblclick(offer["x"], offer["y"])
        wait_for_quiet(page)
        assert page.inner_text("#toast") == ""


def test_other_gestures_stay_where_they_are(person: Person) -> None:
    page = person()
    start(page)
    wait_for_offer(page)
    place = page.evaluate(MORE)
    page.evaluate("() => document.getElementById('actions').replaceChildren()")  # as out of turn
    assert page.evaluate(MORE) == place


def test_a_long_list_shows_whole_buttons_and_then_all_of_them(person: Person) -> None:
    page = person()
    start(page, "rolling-village")
    every = page.get_by_role("button", name="Tous les coups")
    every.wait_for()
    wait_for_quiet(page)  # what others do meanwhile folds the list again
    seen, cut = page.evaluate(SEEN)
    assert seen
    assert not cut
    count = int(re.sub(r"\D", "", every.inner_text()))
    every.click()
    assert page.evaluate(SEEN) == [count, 0]


def test_on_a_phone_a_message_has_the_width_of_the_screen(person: Person) -> None:
    page = person(**PHONE)
    start(page)
    page.evaluate("() => { toast.textContent = table.dataset.lost }")
    line = page.evaluate("() => parseFloat(getComputedStyle(toast).lineHeight)")
    assert page.locator("#toast").bounding_box()["height"] < 2 * line


def test_empty_places_and_marks_do_not_fly(person: Person) -> None:
    page = person(reduced_motion="no-preference")
    page.add_init_script(NOTE_FLIGHTS)
    start(page, "superludo")
    for _ in range(10):
        act(page, wait_for_offer(page))
    flights = page.evaluate("() => flights")
    assert flights
    assert not [each for each in flights if "s-die-0" in each or "trail-" in each]
