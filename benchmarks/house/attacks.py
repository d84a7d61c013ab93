"""One stranger who means no good, as a child process; arguments: PORT ATTACK SECONDS TABLE.

She comes from one loopback address, has a few connections at a time, and stops by herself. What
she was answered is printed as JSON: how often each status.
"""

import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

ADDRESS = ("127.9.9.9", 0)
AT_ONCE = 8  # connections, but for halves
HALVES = 1_000
SECRET = "cheval batterie agrafe"
BOUNDARY = "a-boundary-of-ours"

Attack = Callable[["Stranger"], Awaitable[int]]


class Stranger:
    """Who attacks one house."""

    def __init__(self, port: int, table: str):
        self.port, self.table = port, table
        self.record = b""

    async def request(
        self, method: str, path: str, body: bytes = b"", kind: str = "text/plain"
    ) -> tuple[int, bytes]:
        """One request on a connection of its own: its status, 0 where there was none; the body."""
        here = f"127.0.0.1:{self.port}"
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {here}\r\nOrigin: http://{here}\r\n"
            f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=ADDRESS
            )
            writer.write(head.encode() + body)
            answer = await reader.read()
            writer.close()
        except OSError:
            return 0, b""
        start, _, rest = answer.partition(b"\r\n\r\n")
        return int(start.split()[1]) if start else 0, rest

    async def fill_record(self, lines: int) -> None:
        """A record of so many moves and undos, or as many as fit into what the house takes."""
        _, text = await self.request("GET", f"/tables/{self.table}/record.json")
        found = msgspec.json.decode(text)
        move = next(line for line in found["log"] if line["event"]["event"] == "moved")
        log = found["log"][: move["number"]]
        size = len(msgspec.json.encode(log))
        while size < 3_900_000 and len(log) < lines - 1:
            undone = {"event": "undone", "seat": move["event"]["seat"], "move": len(log)}
            for event in (undone, move["event"]):
                log.append({"number": len(log) + 1, "at": 0, "event": event})
                size += len(msgspec.json.encode(log[-1])) + 1
        found["log"], found["seed"], found["result"] = log, None, None
        self.record = msgspec.json.encode(found)


async def qr_of_nothing(eve: Stranger) -> int:
    path = f"/tables/{random.randbytes(1_400).hex()}/invitation.svg"
    return (await eve.request("GET", path))[0]


async def qr(eve: Stranger) -> int:
    return (await eve.request("GET", f"/tables/{eve.table}/invitation.svg"))[0]


async def records(eve: Stranger) -> int:
    lead = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="record"; filename="a"\r\n\r\n'
    body = lead.encode() + eve.record + f"\r\n--{BOUNDARY}--\r\n".encode()
    return (
        await eve.request("POST", "/replay", body, f"multipart/form-data; boundary={BOUNDARY}")
    )[0]


async def pictures(eve: Stranger) -> int:
    ply = random.randrange(200)
    return (await eve.request("GET", f"/tables/{eve.table}/picture.png?ply={ply}"))[0]


async def films(eve: Stranger) -> int:
    ply = random.randrange(200)
    return (await eve.request("GET", f"/tables/{eve.table}/film.webp?ply={ply}"))[0]


async def joins(eve: Stranger) -> int:
    form = f"name=Intrus+{random.randrange(10**9)}&password={SECRET.replace(' ', '+')}"
    kind = "application/x-www-form-urlencoded"
    return (await eve.request("POST", "/me/join", form.encode(), kind))[0]


async def halves(eve: Stranger) -> int:
    """One half-sent request, kept for as long as the house keeps it."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", eve.port, local_addr=ADDRESS)
        writer.write(b"GET / HTTP/1.1\r\nHost: ")
        with suppress(TimeoutError):
            async with asyncio.timeout(30):
                await reader.read()
        writer.close()
    except OSError:
        pass
    await asyncio.sleep(0.2)
    return 0


ATTACKS: dict[str, Attack] = {
    "QR codes of no table": qr_of_nothing,
    "QR codes of one table": qr,
    "records of 4 MB": records,
    "records of 20,000 lines": records,
    "pictures": pictures,
    "films": films,
    "new members": joins,
    "half-sent requests": halves,
}


LINES = {"records of 4 MB": 10**9, "records of 20,000 lines": 20_000}  # the house takes the second


async def attack(port: int, name: str, seconds: float, table: str) -> Counter[int]:
    """Do one thing over and over; how often it was answered how."""
    eve, answers = Stranger(port, table), Counter[int]()
    if name in LINES:
        await eve.fill_record(LINES[name])
    until = time.monotonic() + seconds

    async def go_on() -> None:
        while time.monotonic() < until:
            answers[await ATTACKS[name](eve)] += 1

    count = HALVES if name == "half-sent requests" else AT_ONCE
    tasks = [asyncio.create_task(go_on()) for _ in range(count)]
    await asyncio.wait(tasks, timeout=seconds)
    for task in tasks:
        task.cancel()
    return answers


if __name__ == "__main__":
    answered = asyncio.run(attack(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), sys.argv[4]))
    print(json.dumps(answered))
