"""The server before the application: who may connect, and whose word it takes for where from."""

import asyncio
import contextlib
import ipaddress
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, ClassVar

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from ludotheque.core.errors import BadOption
from ludotheque.house.addresses import network_of
from ludotheque.web.meeting import Meeting
from ludotheque.web.waiting import Mailbox, Signal

FRAME = 32_768  # bytes that a page may send at once; the server closes on more
HEAD_TIME = 10.0  # seconds until the head of a request has come
IDLE_TIME = 5  # seconds that a connection may wait for its next request
PER_ADDRESS = 256  # connections that have not become live pages: a class of forty has fewer
FILES = 65_536  # open at once at most, where the system allows it
_SPARE = 100  # of them for the database and our own
_LEAVING = 2.0  # seconds to let go of the tables: a database may not answer


class Door(H11Protocol):
    """A connection that has to say soon what it wants, and an address that cannot take them all.

    A proxy that is named speaks for many: it counts its visitors' connections itself.
    """

    _there: ClassVar[Counter[str]] = Counter()
    _timer: asyncio.TimerHandle | None = None
    _address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody knocks."""
        super().connection_made(transport)
        self._address = network_of(self.client[0]) if self.client else "nowhere"
        self._there[self._address] += 1
        if self._there[self._address] > PER_ADDRESS and not self._is_proxy():
            self._keep_waiting()
        self._mind()

    def _keep_waiting(self) -> None:
        """Too many from there: who is sent away at once comes back at once, so let her stand."""
        if len(self.connections) < (self.limit_concurrency or 0) // 2:
            self.transport.pause_reading()
        else:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """A head that comes drop by drop gets no more time than any other."""
        super().data_received(data)
        self._mind()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self._depart()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """A live page: others look after it from here on, here or in the worker of its table."""
        self._depart()
        if not self._hands_on(event):
            super().handle_websocket_upgrade(event)

    def _hands_on(self, event: Any) -> bool:
        meeting = self.config.meeting if isinstance(self.config, Config) else None
        if meeting is None:
            return False
        lines = [b"%b %b HTTP/1.1" % (event.method, event.target)]
        lines += [b"%b: %b" % pair for pair in self.headers]
        head = b"\r\n".join((*lines, b"", b""))
        if not meeting.hand_on(event.target, head, self.transport.get_extra_info("socket")):
            return False
        self.transport.abort()  # our end of it: the connection goes on in the other's hands
        return True

    def on_response_complete(self) -> None:
        """Answered; the server's own clock runs until something else comes."""
        self._unmind()
        super().on_response_complete()

    def _is_proxy(self) -> bool:
        own = ipaddress.ip_address(self.client[0]) if self.client else None
        named = map(ipaddress.ip_network, self.config.forwarded_allow_ips)
        return own is not None and any(own in network for network in named)

    def _mind(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._unmind()  # it is being answered
        elif self._timer is None and not self.transport.is_closing() and self._address:
            self._timer = self.loop.call_later(HEAD_TIME, self.transport.abort)

    def _unmind(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _depart(self) -> None:
        self._unmind()
        if self._address:
            self._there[self._address] -= 1
            if not self._there[self._address]:
                del self._there[self._address]
            self._address = ""


class Passage(Door):
    """A connection that another worker has let in already."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Handed on."""
        H11Protocol.connection_made(self, transport)


WIRE = "ludotheque.wire"  # the extension under which an application finds the connection
LONGEST = 2048  # bytes of a command
PING = '{"command":"ping"}'  # a page's sign of life; nothing comes of it
_ASKED = b"\x89\x00"  # a ping, as it goes out: a frame with nothing in it
_ANSWERED, _SAID = 0x8A, 0x81  # how a pong begins, and a text
_SIGN = int.from_bytes(PING.encode())


Ear = Callable[[bytes], bool]  # takes a text; False: it has no time for it now


class Wire(WebSocketsSansIOProtocol):
    """A live connection whose transport the application may write whole frames to.

    One frame is made for many pages, and none of them is waited for. Most pages only look on most
    of the time: asking whether one is still there, and its sign of life, go the short way. So does
    a text that comes whole, where the application has an ear for it.
    """

    ear: Ear | None = None
    _stay: Callable[[], Awaitable[None]] | None = None  # what goes on once it has been let in
    _is_heard = True  # whether anything came since it was last asked
    _is_between = True  # whether no frame has come in part

    def __init__(
        self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any]
    ):
        super().__init__(config, server_state, app_state)
        self.queue: Mailbox[Any] = Mailbox()  # type: ignore[assignment]
        self.writable: Signal = Signal(is_set=True)  # type: ignore[assignment]

    def start_keepalive(self) -> None:
        """It is open: how it came to be is kept no longer."""
        self.request.headers.clear()  # the parser holds on to it
        del self.request, self.response
        super().start_keepalive()

    def data_received(self, data: bytes) -> None:
        """Something came, of which signs of life need not be looked at closely."""
        self._is_heard = True
        if self.handshake_initiated:
            if self._is_between and (is_sign_of_life(data) or self._is_taken(data)):
                return
            self._is_between = self._is_between and is_whole(data)
        super().data_received(data)

    def _is_taken(self, data: bytes) -> bool:
        """Whether this is a text that the application takes at once: none waits before it."""
        if self.ear is None or self.read_paused or self.close_sent:
            return False
        text = text_of(data)
        return text is not None and self.ear(text)

    def schedule_ping(self) -> None:
        """Ask later."""
        assert self.ping_interval is not None
        self.ping_timer = self.loop.call_later(self.ping_interval, self.send_keepalive_ping)

    def send_keepalive_ping(self) -> None:
        """Ask; who said nothing since the last time is gone."""
        self.ping_timer = None
        if self.close_sent or self.transport.is_closing():
            return
        if not self._is_heard:
            self.keepalive_timeout()
            return
        self._is_heard = False
        self.transport.write(_ASKED)
        self.schedule_ping()

    def stay(self, serving: Callable[[], Awaitable[None]]) -> None:
        """Go on with this once the application has answered.

        A request that lasts keeps all that it came through, from the first middleware to the route:
        some ten kilobytes, for as long as a page is open.
        """
        self._stay = serving

    async def run_asgi(self) -> None:
        """Serve the connection."""
        self.app = self._served
        await super().run_asgi()

    async def _served(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.app = self.config.loaded_app  # what holds itself waits for the collector
        scope["extensions"][WIRE] = self
        await self.app(scope, receive, send)
        if self._stay is not None:
            serving, self._stay = self._stay, None
            scope.clear()
            await serving()


def is_sign_of_life(data: bytes) -> bool:
    """Whether this is one whole frame that says no more than that: a pong, or PING."""
    size = len(data) - 6  # without its head and mask
    if not 0 <= size <= 125 or data[1] != 128 | size:
        return False
    if data[0] != _SAID or size != len(PING):
        return data[0] == _ANSWERED
    mask = (data[2:6] * size)[:size]
    return int.from_bytes(data[6:]) ^ int.from_bytes(mask) == _SIGN


def text_of(data: bytes) -> bytes | None:
    """The text of one whole frame, where this is one and no longer than a command."""
    if len(data) < 6 or data[0] != _SAID:
        return None
    size, head = data[1] & 127, 2
    if size == 126:
        size, head = int.from_bytes(data[2:4]), 4
    if size != len(data) - head - 4 or size > LONGEST:
        return None
    mask = (data[head : head + 4] * (size // 4 + 1))[:size]
    return (int.from_bytes(data[head + 4 :]) ^ int.from_bytes(mask)).to_bytes(size)


def is_whole(data: bytes) -> bool:
    """Whether these are whole frames, masked as all that pages send; none begins before."""
    at = 0
    while at + 6 <= len(data):
        size, head = data[at + 1] & 127, 6
        if size > 125:
            wide = 2 if size == 126 else 8
            size, head = int.from_bytes(data[at + 2 : at + 2 + wide]), 6 + wide
        at += head + size
    return at == len(data)


class Config(uvicorn.Config):
    """How a house is served; in one of several workers, where the pages of a table meet."""

    meeting: Meeting | None = None


class Server(uvicorn.Server):
    """One that says when it listens, and leaves its tables to others before it closes."""

    def __init__(
        self,
        config: uvicorn.Config,
        opened: Callable[[], object],
        leave: Callable[[], Awaitable[None]],
    ):
        super().__init__(config)
        self._opened, self._leave = opened, leave
        self._meeting = config.meeting if isinstance(config, Config) else None
        self._adopting: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open."""
        await super().startup(sockets)
        if self._meeting is not None:
            self._meeting.open(self._take_in)
        self._opened()

    def _take_in(self, connection: socket.socket, head: bytes) -> None:
        """Another worker hands a connection on, and what it has read of it."""
        task = asyncio.get_running_loop().create_task(self._adopt(connection, head))
        self._adopting.add(task)
        task.add_done_callback(self._adopting.discard)

    async def _adopt(self, connection: socket.socket, head: bytes) -> None:
        def passage() -> Passage:
            return Passage(self.config, self.server_state, self.lifespan.state)

        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):  # it may be gone
            _, made = await loop.connect_accepted_socket(passage, connection)
            made.data_received(head)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close; no bot waits for whoever is still being answered here."""
        if self._meeting is not None:
            self._meeting.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LEAVING):
                await self._leave()
        await super().shutdown(sockets)


def config(
    application: ASGIApp,
    host: str,
    port: int,
    *,
    behind: Sequence[str] = (),
    closing: int = 3,
    log_config: dict[str, Any] | None = None,
    meeting: Meeting | None = None,
) -> Config:
    """How a house is served; ``behind`` are the proxies in front of it, ``closing`` is in seconds.

    Only a proxy that is named is believed when it says for whom it asks and whether that was over
    TLS; of a chain of addresses the last one counts that is no proxy of ours.
    """
    trusted = proxies(behind)
    made = Config(
        application,
        host=host,
        port=port,
        http=Door,
        log_config=log_config,
        access_log=False,  # it would name addresses and tables
        limit_concurrency=_files() - _SPARE,
        timeout_keep_alive=IDLE_TIME,
        ws=Wire,
        ws_max_size=FRAME,
        ws_ping_interval=20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=closing,
        proxy_headers=bool(trusted),
        forwarded_allow_ips=trusted,
    )
    made.meeting = meeting
    return made


def _files() -> int:
    """How many files and connections may be open at once, after asking for enough."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
        if soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return max(soft, most) if soft != resource.RLIM_INFINITY else FILES
    return 500  # what Windows gives


def proxies(addresses: Sequence[str]) -> list[str]:
    """The addresses and networks of proxies, each checked: everybody is no proxy."""
    return [_proxy(address.strip()) for address in addresses]


def _proxy(address: str) -> str:
    try:
        found = ipaddress.ip_network(address)
    except ValueError:
        raise BadOption(
            f"--behind-proxy {address!r}: the address of your proxy is wanted, such as 127.0.0.1"
            " or 10.0.0.0/24"
        ) from None
    if not found.prefixlen:
        raise BadOption(f"--behind-proxy {address!r}: then anybody could pass for anybody")
    return address
