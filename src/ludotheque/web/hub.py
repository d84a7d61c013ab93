"""A hub a table: one look at it, one frame for all who see the same, sent to every open page.

Nobody is waited for. A page whose connection is full is left out, and is sent the table as it
stands once there is room again: what it needs, never all that it missed. What takes a while to find
out is told in a task; nearly always nothing does, and all pages are told in one go.
"""

import asyncio
from collections.abc import Hashable
from typing import TYPE_CHECKING

from ludotheque.table import Refused, Told, View, Window
from ludotheque.table.background import log as complaints
from ludotheque.table.errors import Unavailable
from ludotheque.table.events import Emoted
from ludotheque.web import fragments
from ludotheque.web.channel import Channel
from ludotheque.web.coach import tips_for
from ludotheque.web.frames import WATCHING, Letter, encode, mine
from ludotheque.web.log import Log
from ludotheque.web.odds import Odds
from ludotheque.web.presence import Presence
from ludotheque.web.sight import heard, recent

if TYPE_CHECKING:
    from ludotheque.web.house import House
    from ludotheque.web.live import Page

GATHER = 0.005  # seconds: what happens within them of what was told last is told together
DRAWING = 40  # times that a lot is waited for
AGAIN = 0.5  # seconds until a page that was left out is looked after again,
SELDOM = 10.0  # and at most, where that fails time after time

NOTHING = Letter()

Key = tuple[int | None, str]  # whose eyes, and the language


class Hub:
    """All open pages of one table."""

    def __init__(self, house: "House", table: str):
        self.house = house
        self.table = table
        self.pages: set[Page] = set()
        self._channels: dict[Key, Channel] = {}
        self.presence = Presence(self)
        self.odds = Odds(self)
        self._company: Hashable = None  # who is at the table, as the pages were told last
        self.tempo = 0.0  # the slowest that somebody who plays here wishes; 0: nobody does
        self._is_tempo_known = False  # whether nobody came, went, sat down or wishes another
        self._has_news = False
        self._loop = asyncio.get_running_loop()
        self._told_at = 0.0  # when the pages were told last
        self._timer: asyncio.TimerHandle | None = None  # until the pages are told,
        self._task: asyncio.Task[None] | None = None  # and where that takes a while
        self._pause = AGAIN
        self._unsubscribe = house.runner.subscribe(table, self._hear)

    def join(self, page: "Page") -> None:
        """Look after a page from now on."""
        self.pages.add(page)
        self.stir()
        self.has_moved(asks=len(self.pages) == 1)

    def leave(self, page: "Page") -> None:
        """A page is gone."""
        self.pages.discard(page)
        self.forget_tempo()
        self._clear_channels()
        self.has_moved()
        if not self.pages:
            self.presence.close()
            self.odds.close()
            self._unsubscribe()
            if self._timer is not None:
                self._timer.cancel()
            if self._task is not None:
                self._task.cancel()
            self.house.hubs.pop(self.table, None)

    def has_moved(self, *, asks: bool = False) -> None:
        """Somebody came, went, or looks away or back."""
        self.presence.stir()
        self.house.elsewhere.tell_pages(self.table, asks=asks)

    def forget_tempo(self) -> None:
        """Somebody may wish another one."""
        self._is_tempo_known = False

    def stir(self) -> None:
        """There is something to tell somebody: soon, or at once where nothing was of late."""
        self._has_news = True
        if self._timer is None and self._task is None and self.pages:
            pause = max(0.0, self._told_at + GATHER - self._loop.time())
            self._timer = self._loop.call_later(pause, self._tell)

    def _hear(self, _table: str, number: int) -> None:
        if any(number < channel.number for channel in self._channels.values()):
            self._channels.clear()  # the house was put back to an earlier state
            for page in self.pages:
                page.number, page.channel = -1, None
        self.stir()

    def _tell(self) -> None:
        """Tell all pages what they were not told yet, at once if nothing has to be waited for."""
        self._timer, self._has_news = None, False
        self._told_at = self._loop.time()
        window = self.house.runner.glimpse(self.table)
        if window is None or window.is_drawing or not self._has_told_all(window):
            self._task = asyncio.create_task(self._take_time())

    def _has_told_all(self, window: Window) -> bool:
        try:
            return not self._tell_pages(window)
        except Exception:
            complaints.exception("%s: its pages could not be told at once", self.table)
            return False

    async def _take_time(self) -> None:
        """Tell all pages, and be there for the next news."""
        is_told = await self._has_told()
        self._task = None
        if is_told:
            self._pause = AGAIN
            if self._has_news:
                self.stir()
        else:  # there may be no other news for a long time
            self._loop.call_later(self._pause, self.stir)
            self._pause = min(2 * self._pause, SELDOM)

    async def _has_told(self) -> bool:
        """Whether all were told, or are sent away; not while the database does not answer."""
        try:
            window = await self._window()
            await self._tell_late(self._tell_pages(window), window)
        except Unavailable:
            return False  # it was said
        except Refused as refusal:
            for page in list(self.pages):
                page.turn_away(refusal)
        except Exception:
            complaints.exception("%s: its pages could not be told", self.table)
            return False
        return True

    def _tell_pages(self, window: Window) -> list["Page"]:
        """Tell the pages; returns those for which more has to be found out."""
        company = self._company_at(window)
        late = [page for page in list(self.pages) if not self._tell_page(page, window, company)]
        self._keep_tempo()
        self.odds.stir()
        return late

    async def _tell_late(self, late: list["Page"], window: Window) -> None:
        for page in late:
            try:
                await self._catch_up(page, window)
            except Unavailable:
                raise
            except Refused as refusal:
                page.turn_away(refusal)
        if late:
            self._clear_channels()

    def _company_at(self, window: Window) -> Hashable:
        """Who is there: one object until that changes, so that comparing it costs nothing."""
        now = window.company
        if now is not self._company and now != self._company:
            self._company = now
        return self._company

    def _clear_channels(self) -> None:
        """Let go of those that no page is told by any more."""
        seen = {page.channel for page in self.pages}
        self._channels = {key: each for key, each in self._channels.items() if each in seen}

    def _keep_tempo(self) -> None:
        if not self._is_tempo_known:
            self._is_tempo_known = True
            self._find_tempo()
        slowest = max(self.tempo, self.house.elsewhere.tempo(self.table))
        self.house.runner.keep_tempo(self.table, slowest or 1.0)

    def _find_tempo(self) -> None:
        tempo = max((page.tempo for page in self.pages if page.viewer is not None), default=0.0)
        if tempo != self.tempo:
            self.tempo = tempo
            self.house.elsewhere.tell_pages(self.table)

    async def _window(self) -> Window:
        """The table as it stands; while lots are drawn, once that is decided."""
        window = await self.house.runner.window(self.table)
        for _ in range(DRAWING):
            if not window.is_drawing:
                break
            await asyncio.sleep(GATHER)
            window = await self.house.runner.window(self.table)
        return window

    def _tell_page(self, page: "Page", window: Window, company: Hashable) -> bool:
        """Tell a page what happened, if it knows all that went before; returns whether."""
        channel = page.channel
        if channel is None or page.company is not company or page.is_of_several:
            if (channel := self._found_channel(page, window)) is None:
                return True  # it is sent away
        elif channel.number != window.number:  # by the same, while the same people are there
            channel.advance(window)
        if not page.has_room():
            page.number = -1
            self._loop.call_later(AGAIN, self.stir)
            return True
        if page.channel is not channel or page.company != company:
            return False
        if page.number == channel.number:
            self._send(page, window)
        elif page.number == channel.before and channel.frame and not channel.gestures:
            if page.viewer is None and page.mine is WATCHING and not page.done:
                page.post(channel.frame)  # most only watch, where many do
                page.number = window.number
            else:
                self._send(page, window, channel.frame)
        else:
            return False
        return True

    def _found_channel(self, page: "Page", window: Window) -> Channel | None:
        """What a page is to be told by; None: there is nothing here for it any more."""
        self.forget_tempo()
        try:
            page.viewer = window.viewer(page.person)
        except Refused as refusal:
            page.turn_away(refusal)
            return None
        page.is_of_several = window.has_several(page.person)
        return self._channel(window, page.viewer, page.language)

    def _channel(self, window: Window, viewer: int | None, language: str) -> Channel:
        eyes = window.eyes(viewer)
        channel = self._channels.get((eyes, language))
        if channel is None:
            channel = self._channels[eyes, language] = Channel(window, eyes, language)
        channel.advance(window)
        return channel

    def _send(
        self,
        page: "Page",
        window: Window,
        frame: bytes = b"",
        letter: Letter | None = None,
    ) -> None:
        """Send a frame, and before it what the page alone gets, where anything has changed."""
        own = mine(window, page.viewer, page.person, page.channel.log if page.channel else None)
        is_new = own is not page.mine and own != page.mine
        if letter or is_new or page.done or page.wants_tips:
            letter = letter or Letter()
            if is_new:
                letter.mine = page.mine = own
            if page.wants_tips and page.viewer is not None:
                self._advise(page, window, page.viewer, letter, is_news=bool(frame))
            letter.done, page.done = page.done, []
            if letter != NOTHING:
                letter.at = window.number if frame else 0
                frame = encode(letter) + frame  # one write is half as dear as two
        if frame:
            page.post(frame)
        page.number = window.number

    def _advise(
        self, page: "Page", window: Window, viewer: int, letter: Letter, is_news: bool
    ) -> None:
        """Add the tips whose occasion has come, where the page was not just sent the same."""
        steps = page.channel.steps if page.channel and is_news else ()
        tips = tips_for(window.view(viewer, page.person), steps, page.language)
        if tips != page.tips:
            letter.tips = page.tips = tips

    async def _catch_up(self, page: "Page", window: Window) -> None:
        """Tell a page what takes a while to find out, or all there is where it begins anew."""
        number = -1
        while number != window.number:  # it may go on while something is looked up
            number = window.number
            view = await self.house.runner.view_for(self.table, page.person)
            told = await recent(self.house.runner, view)
            unheard = await self._unheard(page, view, told)
            won = await self.house.winnings(view)
            window = await self._window()
        page.viewer, page.is_of_several = view.viewer, window.has_several(page.person)
        self.forget_tempo()
        channel = self._channel(window, page.viewer, page.language)
        letter, frame, company = Letter(), b"", self._company_at(window)
        if page.channel is None and page.number == number:
            page.company = company  # it has just been opened, and shows all this
        elif page.channel is channel and page.number == channel.before and channel.frame:
            frame = channel.frame
            _add_gestures(letter, channel, unheard)
        elif page.channel is not channel or page.number != number:
            lines = Log(view, page.language).take([each for each in told if each not in unheard])
            frame, page.company = channel.whole(lines[-fragments.LOG_LINES :]), None
        page.channel = channel
        if page.company != company:
            page.company = company
            self.presence.stir()
            letter.parts = fragments.parts(self.house.templates, view, channel.log, page.link, won)
        self._send(page, window, frame, letter)

    async def _unheard(self, page: "Page", view: View, told: list[Told]) -> list[Told]:
        """The gestures among what was told that she does not want to hear of."""
        wanted = await heard(self.house, view, page.person, told)
        return [] if len(wanted) == len(told) else [each for each in told if each not in wanted]


def _add_gestures(letter: Letter, channel: Channel, unheard: list[Told]) -> None:
    for each in channel.gestures:
        if each not in unheard and isinstance(each.event, Emoted):
            letter.emotes.append((each.event.seat, each.event.emote))
            letter.lines += channel.log.tell(each)
