"""Tables: seats, clock, fair dice, the log of what happened, what each seat may see.

Knows nothing of accounts, stakes, HTTP or any game by name. A house makes a
:class:`Store` and a :class:`Runner`; everything else follows from those two.
"""

from ludotheque.table.clock import Clock
from ludotheque.table.commands import EMOTES, Command, Person
from ludotheque.table.ending import Finished, Mood, Place, ending, mood, places
from ludotheque.table.errors import BadRecord, Refused
from ludotheque.table.events import Entry, Event
from ludotheque.table.keeping.forget import forget_name
from ludotheque.table.keeping.store import Store
from ludotheque.table.listing import Listing
from ludotheque.table.live import NO_PACE, TEMPOS, Pace
from ludotheque.table.record import Record, load
from ludotheque.table.runner import Answer, Runner
from ludotheque.table.settings import CLOCKS, FILL_WAITS, Settings
from ludotheque.table.verify import Report, verify
from ludotheque.table.view import Own, SeatView, Told, View
from ludotheque.table.window import Window
from ludotheque.table.words import called, former, tell

__all__ = [
    "CLOCKS",
    "EMOTES",
    "FILL_WAITS",
    "NO_PACE",
    "TEMPOS",
    "Answer",
    "BadRecord",
    "Clock",
    "Command",
    "Entry",
    "Event",
    "Finished",
    "Listing",
    "Mood",
    "Own",
    "Pace",
    "Person",
    "Place",
    "Record",
    "Refused",
    "Report",
    "Runner",
    "SeatView",
    "Settings",
    "Store",
    "Told",
    "View",
    "Window",
    "called",
    "ending",
    "forget_name",
    "former",
    "load",
    "mood",
    "places",
    "tell",
    "verify",
]
