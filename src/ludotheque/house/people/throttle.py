"""Slowing down whoever guesses passwords, but not the person whose password it is.

Tries count against the pair of an address and a name, and against the address: nothing that is
done elsewhere touches anybody's own tries. Whoever shares an address with a guesser has a way
in all the same: a browser that once signed in to the account counts apart. Passkeys and
recovery codes cannot be guessed, so they are not slowed down at all.
See docs/decisions/0005-throttling.md.
"""

from ludotheque.house.addresses import network_of
from ludotheque.house.errors import TooManyTries
from ludotheque.house.people.allowance import Allowance


class Throttle:
    """How many wrong passwords are taken from where."""

    def __init__(self) -> None:
        self.pairs = Allowance(6, 1 / 60)  # an address and a name
        self.addresses = Allowance(40, 1 / 10)  # an address, whatever the names
        self.devices = Allowance(10, 1 / 30)  # a browser known to the account
        self.joins = Allowance(40, 1 / 10)  # new members from an address

    def join(self, address: str) -> None:
        """Count a new member, or refuse her: her password has to be hashed too."""
        if not self.joins.take(network_of(address)):
            raise TooManyTries

    def take(self, address: str, name: str, device: str | None) -> None:
        """Count a try, or refuse it; ``device``: only one that is known to this very account."""
        if device is not None:
            if not self.devices.take(device):
                raise TooManyTries
            return
        network = network_of(address)
        if not (self.addresses.take(network) and self.pairs.take(f"{network} {name}")):
            raise TooManyTries

    def give_back(self, address: str, name: str, device: str | None) -> None:
        """The password was right: the try does not count."""
        if device is not None:
            self.devices.give_back(device)
            return
        network = network_of(address)
        self.addresses.give_back(network)
        self.pairs.give_back(f"{network} {name}")
