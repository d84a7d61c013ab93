"""Assemble the pages and the configuration of the site: ``python -m manual [FOLDER]``."""

import sys
from pathlib import Path

from manual.links import BrokenLink
from manual.pages import assemble

FOLDER = Path("dist/manual")

try:
    assemble(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
except BrokenLink as error:
    sys.exit(str(error))
