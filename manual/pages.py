"""All pages of the site, gathered in one folder, with links that hold there."""

import re
import shutil
from pathlib import Path

from ludotheque.core.discovery import games
from manual import portrait
from manual.links import Links
from manual.navigation import ELSEWHERE, NAVIGATION, Entry
from manual.reference import reference

ROOT = Path(__file__).parents[1]
DOCS = "docs"
CONFIGURATION = Path(__file__).with_name("zensical.toml")

_NESTED = re.compile(r"^(?: {3}| {5})(?=\S)", re.M)  # below "1. "; here a level is four spaces
_DIRECTIVE = re.compile(r"^::: (\S+)$", re.M)
_LANGUAGES = {
    ".py": "python", ".toml": "toml", ".yaml": "yaml", ".conf": "nginx", ".service": "ini",
}  # fmt: skip
_FENCE = "``````"  # longer than any in what it encloses
_UNLISTED = "---\nsearch:\n  exclude: true\n---\n\n"


def assemble(folder: Path, root: Path = ROOT) -> None:
    """Write every page, and the configuration that Zensical reads.

    BrokenLink names a link that leads nowhere.
    """
    shutil.rmtree(folder, ignore_errors=True)
    pages = folder / "pages"
    shutil.copytree(root / DOCS, pages)
    portrait.write(pages / "games")
    files = _files(root)
    links = Links(root, files | _generated(pages, files))
    for file, page in files.items():
        if page.endswith(".md"):
            text = links.rewritten(_expanded((root / file).read_text("utf-8"), root), file, page)
            _write(pages / page, text)
    _write_sources(links, pages)
    _write(pages / "decisions/index.md", _decisions(pages))
    (folder / "zensical.toml").write_text(_configured(pages), "utf-8")


def _files(root: Path) -> dict[str, str]:
    """The page, or picture, that each file of the repository becomes."""
    docs = root / DOCS
    own = {each.relative_to(docs).as_posix() for each in docs.rglob("*") if each.is_file()}
    rules = {
        (each.folder / "RULES.en.md").relative_to(root).as_posix(): f"rules/{each.id}.md"
        for each in games().values()
        if each.folder.is_relative_to(root)
    }
    return {f"{DOCS}/{each}": each for each in sorted(own)} | ELSEWHERE | rules


def _generated(pages: Path, files: dict[str, str]) -> dict[str, str]:
    """Pages that no file of the repository is, by the name that links in docs/ know them by."""
    written = {each.relative_to(pages).as_posix() for each in pages.rglob("*") if each.is_file()}
    new = written - set(files.values()) | {"decisions/index.md"}
    return {f"{DOCS}/{each}": each for each in sorted(new)}


def _expanded(text: str, root: Path) -> str:
    """A page with every ``:::`` line replaced by what it names: a file's text, or a reference."""

    def what(found: re.Match[str]) -> str:
        name = found[1]
        return _listing(root / name) if "/" in name else reference(name)

    return _DIRECTIVE.sub(what, _NESTED.sub(r" \g<0>", text))


def _listing(file: Path) -> str:
    language = _LANGUAGES.get(file.suffix, "text")
    return f"{_FENCE}{language}\n{file.read_text('utf-8').rstrip()}\n{_FENCE}"


def _write_sources(links: Links, pages: Path) -> None:
    """Every file that a page links to as a page; of a folder a list of its files."""
    done: set[str] = set()
    while left := [each for each in links.wanted if each not in done]:
        for path in left:
            done.add(path)
            file, page = links.root / path, links.wanted[path]
            text = f"# {path}\n\n{_folder(file) if file.is_dir() else _listing(file)}\n"
            if file.suffix == ".md":
                text = file.read_text("utf-8")
            if file.is_dir() or file.suffix == ".md":
                text = links.rewritten(text, f"{path}/-" if file.is_dir() else path, page)
            _write(pages / page, _UNLISTED + text)


def _folder(folder: Path) -> str:
    names = [
        each.relative_to(folder).as_posix()
        for each in sorted(folder.rglob("*"))
        if each.suffix in {".py", ".toml", ".md", ".txt"} and "__pycache__" not in each.parts
    ]
    return "\n".join(f"- [`{name}`]({name})" for name in names)


def _decisions(pages: Path) -> str:
    listed = [
        f"- [{_title(each)}]({each.name})" for each in sorted((pages / "decisions").glob("0*.md"))
    ]
    return (
        "# Decisions\n\nWhy things are as they are, half a page each, in the order in which they "
        "were decided.\n\n" + "\n".join(listed) + "\n"
    )


def _title(page: Path) -> str:
    number = page.name.partition("-")[0]
    heading = page.read_text("utf-8").partition("\n")[0].removeprefix("# ")
    return f"{number} · {heading}"


def _configured(pages: Path) -> str:
    """The configuration with its navigation, stars replaced by the pages they stand for."""
    listed = ", ".join(_entries(NAVIGATION, pages))
    return CONFIGURATION.read_text("utf-8").replace("nav = []", f"nav = [{listed}]")


def _entries(entries: list[Entry], pages: Path) -> list[str]:
    named = {each for each in entries if isinstance(each, str)}
    written = []
    for each in entries:
        if isinstance(each, tuple) and isinstance(each[1], str):
            written.append(f'{{ "{each[0]}" = "{each[1]}" }}')
        elif isinstance(each, tuple):
            written.append(f'{{ "{each[0]}" = [{", ".join(_entries(each[1], pages))}] }}')
        elif each.endswith("*"):
            found = sorted(f"{each[:-1]}{page.name}" for page in pages.glob(f"{each}.md"))
            written += [f'"{page}"' for page in found if page not in named]
        else:
            written.append(f'"{each}"')
    return written


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
