"""What a check says of a promise that is not kept."""

from ludotheque.core.errors import BrokenPromise


def require(kept: bool, promise: str, where: object) -> None:
    """Raise BrokenPromise with the promise and where it was broken, unless it was kept."""
    if not kept:
        raise BrokenPromise(f"{promise}: {where}")
