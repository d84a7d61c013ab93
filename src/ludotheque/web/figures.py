"""Numbers and dates as people of a language write them."""

from datetime import datetime

from ludotheque.house.clock import time_of


def number(value: int, language: str) -> str:
    """A whole number: 25 000, 25,000 or 25.000."""
    from babel.numbers import format_decimal

    return str(format_decimal(value, locale=language))


def signed(value: int, language: str) -> str:
    """The same with its sign; a minus is no hyphen."""
    return ("+" if value > 0 else "−" if value < 0 else "") + number(abs(value), language)


def percent(share: float, language: str) -> str:
    """A share in percent."""
    from babel.numbers import format_percent

    return str(format_percent(round(share, 2), locale=language))


def decimal(value: float, language: str) -> str:
    """A number with one decimal."""
    from babel.numbers import format_decimal

    return str(format_decimal(round(value, 1), format="0.0", locale=language))


def moment(at: int, language: str) -> str:
    """A day and an hour (UTC) from milliseconds."""
    from babel.dates import format_datetime

    when = time_of(at)
    return str(format_datetime(when, "d MMM y HH:mm", locale=language))


def date(day: str, language: str) -> str:
    """A day from 2026-11-15."""
    from babel.dates import format_date

    return str(format_date(datetime.fromisoformat(day), "full", locale=language))
