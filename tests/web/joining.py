"""Becoming a member and signing in, over HTTP."""

import itertools
import re

from httpx import Response
from visiting import Visitor

SECRET = "cheval batterie agrafe"
_numbers = itertools.count(100)


def new_name() -> str:
    return f"Membre {next(_numbers)}"


def join(visitor: Visitor, name: str | None = None, secret: str = SECRET) -> str:
    """Become a member; the name."""
    name = name or new_name()
    answer = visitor.post("/me/join", name=name, password=secret)
    assert answer.headers["location"] == "/me?said=joined", answer.text
    return name


def sign_in(visitor: Visitor, name: str, secret: str = SECRET) -> Response:
    return visitor.post("/signin", name=name, password=secret)


def is_in(visitor: Visitor, name: str) -> bool:
    """Whether a visitor is signed in under a name."""
    return f"<h1>{name}</h1>" in visitor.get("/me").text


def session(visitor: Visitor) -> str | None:
    return visitor.http.cookies.get("session")


def codes_on(page: Response) -> list[str]:
    return re.findall(r"<code>([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})</code>", page.text)
