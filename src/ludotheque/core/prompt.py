"""What a seat is asked to do now: one sentence, and the kind of decision that it is."""

from typing import NamedTuple


class Prompt(NamedTuple):
    """A sentence for the banner of a table."""

    kind: str  # the decision in a word of the game's own: what a coach's tips go by
    text: str  # what to do, then why: "Il vous faut un 6 pour sortir."
