"""The house as an app: its manifest, its service worker, and the page without a connection.

The worker keeps no page but those whose answer says so (:func:`keeping`), and runs no rules.
"""

import hashlib
import json
from functools import cache

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludotheque.web.assets import Asset, Assets
from ludotheque.web.house import house_of
from ludotheque.web.languages import language_of, words

WORKER = "worker.js"
ASK_AGAIN = "no-cache"
PAPER = "#f6e9cd"  # the house by day; its pages name the colours of day and night themselves


def keeping(what: str) -> dict[str, str]:
    """The header of an answer that browsers may keep, to be read without a connection.

    Answers that belong together (a replay and its frames) give the same name.
    """
    return {"Keep-Offline": what}


async def manifest(request: Request) -> Response:
    """What a device needs to keep the house beside its other programs."""
    assets, language = house_of(request).assets, language_of(request)
    _ = words(language)
    icons = [
        {
            "src": assets.url(f"icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    data = {
        "id": "/",
        "name": "Ludothèque",
        "short_name": "Ludothèque",
        "description": _(
            "Des jeux de société à jouer jour et nuit, entre amis, avec des inconnus ou des robots."
        ),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "categories": ["games"],
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
        "shortcuts": [
            {"name": _("Partie rapide"), "url": "/quick"},
            {"name": _("La partie du jour"), "url": "/day"},
        ],
    }
    return JSONResponse(
        data, media_type="application/manifest+json", headers={"Cache-Control": ASK_AGAIN}
    )


async def worker(request: Request) -> Response:
    """The service worker; another one as soon as a file, or the visitor's language, has changed."""
    house, language = house_of(request), language_of(request)
    told = {
        "version": version(house.assets, house.templates),
        "language": language,
        "icon": house.assets.url("icon-192.png"),
        "offline": "/offline",
        "files": [url for url in house.assets.urls if url != house.assets.url(WORKER)],
    }
    text = f"const HOUSE = {json.dumps(told)};\n".encode() + house.assets[WORKER].data
    return Asset(WORKER, text).response(request, ASK_AGAIN)


@cache
def version(assets: Assets, templates: Environment) -> str:
    """Changes whenever one of the house's files, or the page without a connection, does."""
    loader = templates.loader
    assert loader is not None
    pages = [loader.get_source(templates, name)[0] for name in ("base.html", "offline.html")]
    return hashlib.sha256("\0".join([*assets.urls, *pages]).encode()).hexdigest()[:10]


async def offline(request: Request) -> Response:
    """What a browser shows where there is no connection."""
    return house_of(request).page(request, "offline.html")
