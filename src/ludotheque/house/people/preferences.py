"""What a member prefers on all her devices: how a table looks and goes, what she has seen there.

It knows no page and no game. Of two devices the last to speak is heard, about each thing apart.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType
from sqlalchemy import Connection, select, update

from ludotheque.house.errors import BadPreferences
from ludotheque.house.schema import persons

LONGEST = 16_384  # bytes of a change
MOST = 300  # tips, and lessons, that are remembered

_Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_-]{1,40}/[a-z0-9_-]{1,40}$")]
_LISTS = ("tips", "lessons")
_Switch = bool | UnsetType


class Preferences(msgspec.Struct, forbid_unknown_fields=True):
    """Those that she has spoken of; as a change, those that are other than before."""

    theme: Literal["auto", "light", "dark"] | UnsetType = UNSET
    pace: Literal["calm", "normal", "fast", "instant"] | UnsetType = UNSET
    sound: _Switch = UNSET
    buzz: _Switch = UNSET
    forced: _Switch = UNSET
    turned: _Switch = UNSET
    mute: _Switch = UNSET
    badge: _Switch = UNSET
    coach: _Switch = UNSET
    tips: dict[_Name, bool] = {}  # "box/tip": whether it was seen
    lessons: dict[_Name, bool] | UnsetType = UNSET  # "box/lesson": whether it was learned


def read(text: bytes | str) -> Preferences:
    """Preferences from JSON; BadPreferences: they are none, or too many."""
    if len(text) > LONGEST:
        raise BadPreferences(f"{len(text)} bytes: at most {LONGEST}")
    try:
        return msgspec.json.decode(text, type=Preferences)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadPreferences(str(error)) from None


def change(connection: Connection, person: str, wanted: Preferences) -> None:
    """Let a change hold from now on; BadPreferences: there would be too much to remember."""
    mine = persons.c.id == person
    row = connection.execute(select(persons.c.preferences).where(mine).with_for_update())
    kept = merged(read(row.scalar_one() or "{}"), wanted)
    for name in _LISTS:
        if len(_list(kept, name)) > MOST:
            raise BadPreferences(f"{len(_list(kept, name))} {name}: at most {MOST}")
    text = msgspec.json.encode(kept).decode()
    connection.execute(update(persons).where(mine).values(preferences=text))


def merged(kept: Preferences, wanted: Preferences) -> Preferences:
    """What holds after a change."""
    spoken = _spoken(wanted)
    for name in _LISTS:
        if name in spoken:
            both = _list(kept, name) | _list(wanted, name)
            spoken[name] = {each: True for each, is_so in both.items() if is_so}
    return msgspec.structs.replace(kept, **spoken)


def _list(preferences: Preferences, name: str) -> dict[str, bool]:
    """What was seen, or learned."""
    found: dict[str, bool] | UnsetType = getattr(preferences, name)
    return {} if found is UNSET else found


def _spoken(preferences: Preferences) -> dict[str, object]:
    every = msgspec.structs.asdict(preferences)
    return {name: value for name, value in every.items() if value is not UNSET}
