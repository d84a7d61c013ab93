"""« À vous ! » for those who have no page of their table before them: Web Push, for slow games and
for invitations.

Whom a table begins to wait for is called a moment later, if it still does and she has not come.
Messages are sent by few hands of their own, never where pages and moves are; what fails is tried
again after longer and longer pauses, as long as it is her turn.
"""

import asyncio
import hashlib
import ssl
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from ludotheque.house.clock import DAY
from ludotheque.house.people.allowance import Allowance
from ludotheque.house.push import subscriptions
from ludotheque.house.push.endpoints import BadEndpoint, Finder, public_target
from ludotheque.house.push.sealing import seal
from ludotheque.house.push.sending import Answer, post
from ludotheque.house.push.signing import Signer, signer
from ludotheque.house.push.subscriptions import Subscription
from ludotheque.table import Refused
from ludotheque.table.background import log
from ludotheque.table.keeping.database import reason
from ludotheque.table.table import Table
from ludotheque.web.languages import words

if TYPE_CHECKING:
    from ludotheque.web.house import House

GRACE = 15.0  # seconds in which somebody who reloads her page, or is on her way, comes back
HANDS = 4  # messages on their way at once,
WAITING = 200  # and that wait for it
PAUSES = (60.0, 600.0, 3600.0)  # seconds until what failed is tried again
LONGEST = 6 * 3600.0  # that a service may ask us to wait
LASTS = 2 * DAY  # seconds that a service keeps a message for a browser that is off


class Call(msgspec.Struct):
    """What a browser is told: no names, no moves."""

    title: str
    table: str  # its path


class Herald:
    """Calls people of one house to their tables."""

    def __init__(self, house: "House"):
        self.house = house
        self.find: Finder = public_target
        self.trust: ssl.SSLContext | None = None  # whose certificates; None: the system's
        self.grace = GRACE
        self.allowance = Allowance(12, 1 / 300)  # calls, by person
        self._hands = ThreadPoolExecutor(HANDS, "ludotheque-push")
        self._pending = 0
        self._under_way: dict[tuple[str, str], asyncio.Task[None]] = {}  # table, person
        house.runner.wake(self.hear)

    async def signer(self) -> Signer:
        """The house's signer; its key is read anew, as a backup may have brought another."""
        return await asyncio.to_thread(signer, self.house.visitors.engine)

    async def close(self) -> None:
        """Call nobody any more."""
        await self.stop()
        await asyncio.to_thread(self._hands.shutdown, cancel_futures=True)

    async def stop(self) -> None:
        """Give up the calls under way."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def hear(self, table: Table, persons: frozenset[str]) -> None:
        """A table waits for these from now on."""
        if not table.settings.is_slow or len(table.present()) < 2:
            return  # quick games are played at the table, and bots wait for nobody
        if not self.house.runner.neighbours.is_ours(table.id):
            return  # another process calls them
        for person in persons:
            if not self._is_looking(table.id, person):
                self._begin(table.id, person)

    def invite(self, table: str, person: str) -> None:
        """Somebody is asked to a table."""
        if not self._is_looking(table, person):
            self._begin(table, person)

    def _begin(self, table: str, person: str) -> None:
        """Call somebody; what is left of an earlier call to the same table ends."""
        key = (table, person)
        if key in self._under_way:
            self._under_way[key].cancel()
        task = self._under_way[key] = asyncio.create_task(self._call(table, person))
        task.add_done_callback(lambda done: self._end(key, done))

    def _end(self, key: tuple[str, str], done: "asyncio.Task[None]") -> None:
        if self._under_way.get(key) is done:
            del self._under_way[key]
        if not done.cancelled() and done.exception() is not None:
            log.error("somebody could not be called", exc_info=done.exception())

    def _is_looking(self, table: str, person: str) -> bool:
        """Whether she has a page of the table before her."""
        pages = self.house.pages_of(table)
        return any(page.person == person and not page.is_away for page in pages)

    async def _call(self, id: str, person: str) -> None:
        await asyncio.sleep(self.grace)
        try:
            if await self._due(id, person) is None:
                return
            found = await self.house.read(subscriptions.of, person)
            if found and self.allowance.take(person):
                await asyncio.gather(*(self._reach(id, each) for each in found))
        except SQLAlchemyError as error:
            log.error("somebody could not be called: %s", reason(error))

    async def _due(self, id: str, person: str) -> Table | None:
        """The table, if it still waits for her or she is asked to it, and does not look at it."""
        runner = self.house.runner
        try:
            table = await runner.awaits(id, person)
            if table is None and self.house.asking.is_asked(id, person):
                table = await runner.welcomes(id, person)
        except Refused:
            return None
        return None if self._is_looking(id, person) else table

    async def _reach(self, id: str, each: Subscription) -> None:
        """Call her in one of her browsers, for as long as it is her turn."""
        for pause in (*PAUSES, None):
            table = await self._due(id, each.person)
            if table is None or not await self._is_wanted(each):
                return
            answer = await self._send(table, each)
            if answer.is_gone:
                await self.house.write(subscriptions.unsubscribe, each.session)
                return
            await self.house.write(subscriptions.note, each.session, is_sent=answer.is_sent)
            if answer.is_sent or pause is None:
                return
            await asyncio.sleep(min(LONGEST, max(pause, answer.wait or 0)))

    async def _is_wanted(self, each: Subscription) -> bool:
        """Whether she still wants to be called there."""
        return await self.house.read(subscriptions.endpoint_of, each.session) == each.endpoint

    async def _send(self, table: Table, each: Subscription) -> Answer:
        if self._pending >= WAITING:
            return Answer(503)
        signed = await self.signer()
        call = Call(_title(table, each.language), f"/tables/{table.id}")
        self._pending += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._hands, self._post, signed, call, each)
        finally:
            self._pending -= 1

    def _post(self, signed: Signer, call: Call, each: Subscription) -> Answer:
        try:
            target = self.find(each.endpoint)
        except BadEndpoint:
            return Answer(0)  # it may have led elsewhere when she subscribed
        headers = {
            "Authorization": signed.authorization(each.endpoint, each.contact),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(LASTS),
            "Topic": hashlib.sha256(call.table.encode()).hexdigest()[:32],  # the last one counts
            "Urgency": "normal",
        }
        return post(target, headers, seal(msgspec.json.encode(call), each.receiver), self.trust)

    async def require_public(self, endpoint: str) -> None:
        """Refuse an endpoint that nothing will be sent to: BadEndpoint says why."""
        if self._pending >= WAITING:
            raise BadEndpoint("too many wait: try again in a moment")
        self._pending += 1
        try:
            await asyncio.get_running_loop().run_in_executor(self._hands, self.find, endpoint)
        finally:
            self._pending -= 1


def _title(table: Table, language: str) -> str:
    _ = words(language)
    title = table.game.translate(language)(table.game.box(table.options).title)
    called = _("Invitation") if table.phase == "open" else _("À vous")
    return f"{called} — {title}"
