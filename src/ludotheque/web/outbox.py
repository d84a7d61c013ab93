"""What pages are sent, all at once: after everything that is due at this moment was seen to.

Who receives something is woken, by this machine or its network, and what follows at once finds them
awake: letters that go out one after the other cost a fraction of those between which work is done.
"""

import asyncio


class Outbox:
    """Letters until they go out, in the order in which they came."""

    def __init__(self) -> None:
        self._letters: list[tuple[asyncio.WriteTransport, bytes]] = []

    def put(self, wire: asyncio.WriteTransport, letter: bytes) -> None:
        """Send a letter, soon; nobody waits for it to arrive."""
        if not self._letters:
            asyncio.get_running_loop().call_soon(self.send)
        self._letters.append((wire, letter))

    def send(self) -> None:
        """Send them now."""
        letters, self._letters = self._letters, []
        for wire, letter in letters:
            if not wire.is_closing():
                wire.write(letter)
