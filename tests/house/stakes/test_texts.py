from pathlib import Path

import ludotheque.house
from ludotheque.core.texts import missing
from ludotheque.house.stakes.books import NotInvited
from ludotheque.house.stakes.ledger import NotEnoughChips


def test_the_house_refuses_in_every_language() -> None:
    house = Path(ludotheque.house.__file__).parent
    assert missing(house / "stakes") == []
    assert missing(house / "people") == []  # its sentences are the pages'
    assert NotInvited().tell("en") == "This table is waiting for other people."
    assert NotEnoughChips().tell("es") == "Alguien no tiene fichas suficientes para la apuesta."
