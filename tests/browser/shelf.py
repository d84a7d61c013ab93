"""The games on the shelf, as test parameters."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from ludotheque.core.discovery import game, games

Person = Callable[..., Page]  # the fixture that makes somebody with a browser

SHELF = [pytest.param(each, id=id) for id, each in games().items()]
LUDO = game("ludo")  # where one game is enough
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
