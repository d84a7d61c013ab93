"""Devices in words, from what browsers say of themselves: enough to know one's own again."""

from ludotheque.core.texts import Translate

# The first that is found names it: many browsers also name those they resemble.
_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chromium", "Chromium"),
    ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("CrOS", "ChromeOS"), ("Mac OS", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def describe(agent: str, _: Translate) -> str:
    """A device in a few words."""
    found = [
        next((name for sign, name in names if sign in agent), "") for names in (_BROWSERS, _SYSTEMS)
    ]
    return " · ".join(filter(None, found)) or _("Appareil inconnu")
