"""Numbers and dates as people of a language write them."""

from datetime import datetime

from ludotheque.analysis import MILLION
from ludotheque.house.clock import time_of
from ludotheque.web.languages import words


def number(value: float, language: str) -> str:
    """A number: 25 000, 25,000 or 25.000; 2,5 or 2.5."""
    from babel.numbers import format_decimal

    return str(format_decimal(value, locale=language))


def counted(value: int, one: str, many: str, language: str) -> str:
    """So many of something: "1 point", or "{number} points" with the number."""
    return one if value == 1 else many.format(number=number(value, language))


def signed(value: float, language: str) -> str:
    """The same with its sign; a minus is no hyphen."""
    return ("+" if value > 0 else "−" if value < 0 else "") + number(abs(value), language)


def ordinal(place: int, language: str) -> str:
    """A place: 1ᵉʳ, 2ᵉ; 1st, 2nd; 1.º, 2.º.

    >>> [ordinal(place, "en") for place in (1, 2, 3, 4, 11, 12, 13, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st']
    """
    if language == "en":
        is_teen = place % 100 in (11, 12, 13)
        return f"{place}" + ("th" if is_teen else _ENGLISH.get(place % 10, "th"))
    if language == "es":
        return f"{place}.º"
    return f"{place}ᵉʳ" if place == 1 else f"{place}ᵉ"


_ENGLISH = {1: "st", 2: "nd", 3: "rd"}


def percent(share: float, language: str) -> str:
    """A share in percent."""
    from babel.numbers import format_percent

    return str(format_percent(round(share, 2), locale=language))


def decimal(value: float, language: str) -> str:
    """A number with one decimal."""
    from babel.numbers import format_decimal

    return str(format_decimal(round(value, 1), format="0.0", locale=language))


def precise(value: float, digits: int, language: str) -> str:
    """A number with so many decimals at most, and its sign."""
    return signed(round(value, digits), language)


def worth(millionths: int, by_points: bool, language: str) -> str:
    """What a seat can expect: a chance of winning, or points."""
    if not by_points:
        return percent(millionths / MILLION, language)
    points = decimal(millionths / MILLION, language)
    return words(language)("{points} points").format(points=points)


def moment(at: int, language: str) -> str:
    """A day and an hour (UTC) from milliseconds."""
    from babel.dates import format_datetime

    when = time_of(at)
    return str(format_datetime(when, "d MMM y HH:mm", locale=language))


def date(day: str, language: str) -> str:
    """A day from 2026-11-15."""
    from babel.dates import format_date

    return str(format_date(datetime.fromisoformat(day), "full", locale=language))
