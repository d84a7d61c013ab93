"""Files that browsers keep for ever: each is served under a name that holds its hash."""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.discovery import games
from ludotheque.core.drawing import stylesheet

FOLDER = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"
_SHRINKS = (
    "text/",
    "application/json",
    "application/manifest",
    "image/svg",
    "application/javascript",
)
_TYPES = {
    ".webmanifest": "application/manifest+json",
    ".js": "text/javascript",
    ".woff2": "font/woff2",
}


_REMARK = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)


@dataclass(frozen=True)
class Asset:
    """One file: its bytes, plain and compressed, under a name of its own."""

    name: str
    data: bytes

    @cached_property
    def url(self) -> str:
        """The address under which it never changes."""
        stem, dot, ending = self.name.rpartition(".")
        return f"/static/{stem}.{hashlib.sha256(self.data).hexdigest()[:10]}{dot}{ending}"

    @cached_property
    def type(self) -> str:
        """Its media type."""
        ending = Path(self.name).suffix
        return (
            _TYPES.get(ending) or mimetypes.guess_type(self.name)[0] or "application/octet-stream"
        )

    @cached_property
    def shrunk(self) -> bytes | None:
        """The same compressed, where that helps."""
        return gzip.compress(self.data, 9, mtime=0) if self.type.startswith(_SHRINKS) else None

    def response(self, request: Request, cache: str = FOREVER) -> Response:
        """The file as an answer to this request."""
        headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
        data = self.data
        if self.shrunk is not None and "gzip" in request.headers.get("accept-encoding", ""):
            data, headers["Content-Encoding"] = self.shrunk, "gzip"
        return Response(data, media_type=self.type, headers=headers)


class Assets:
    """All of them, read once at the start: files, and every game's stylesheet."""

    def __init__(self) -> None:
        files = [
            Asset(file.name, _without_remarks(file))
            for file in sorted(FOLDER.rglob("*"))
            if file.is_file()
        ]
        sheets = [
            Asset(f"{game.id}.css", stylesheet(game.drawing.CANVAS).encode())
            for game in games().values()
        ]
        called = Asset("icon-turn.svg", _badged((FOLDER / "icon.svg").read_bytes()))
        self._by_name = {asset.name: asset for asset in [*files, *sheets, called]}
        self._by_url = {asset.url: asset for asset in self._by_name.values()}

    @property
    def urls(self) -> list[str]:
        """The addresses of all of them."""
        return list(self._by_url)

    def url(self, name: str) -> str:
        """The address of a file by its plain name."""
        return self._by_name[name].url

    def __getitem__(self, name: str) -> Asset:
        return self._by_name[name]

    def serve(self, request: Request) -> Response:
        """Answer a request for one of them; nothing else below /static exists."""
        asset = self._by_url.get(request.url.path)
        if asset is None:
            raise HTTPException(404)
        return asset.response(request)


def _without_remarks(file: Path) -> bytes:
    """What a file says; a stylesheet without what only its authors read."""
    data = file.read_bytes()
    return _REMARK.sub(b"", data) if file.suffix == ".css" else data


def _badged(icon: bytes) -> bytes:
    """The house's icon with a dot in its corner, for a tab where it is one's turn."""
    dot = b'<circle cx="376" cy="376" r="126" fill="#c9301a" stroke="#fffdf6" stroke-width="36"/>'
    return icon.replace(b"</svg>", dot + b"</svg>")
