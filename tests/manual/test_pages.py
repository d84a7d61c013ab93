"""The site's pages: assembled without Zensical, every link led somewhere, nothing left out."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

import ludotheque
from ludotheque import research
from manual.links import BrokenLink, Links
from manual.pages import assemble
from manual.reference import prose, reference

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("manual")
    assemble(folder)
    return folder


def listed(entry):
    """The pages of a navigation, whatever their depth."""
    if isinstance(entry, str):
        return [entry]
    if isinstance(entry, dict):
        return [page for each in entry.values() for page in listed(each)]
    return [page for each in entry for page in listed(each)]


def test_the_navigation_has_every_page_and_no_other(site):
    pages = site / "pages"
    nav = listed(tomllib.loads((site / "zensical.toml").read_text("utf-8"))["project"]["nav"])
    written = {each.relative_to(pages).as_posix() for each in pages.rglob("*.md")}
    assert len(nav) == len(set(nav))
    assert set(nav) == {page for page in written if not page.startswith("source/")}


def test_every_link_between_pages_leads_to_one(site):
    pages = site / "pages"
    count = 0
    for page in pages.rglob("*.md"):
        if page.is_relative_to(pages / "source"):
            continue
        text = re.sub(r"^(`{3,}).*?^\1$", "", page.read_text("utf-8"), flags=re.M | re.S)
        for target in re.findall(
            r"\]\(([^)#:\s]+\.\w+)(?:#[^)]*)?\)", re.sub(r"`[^`\n]*`", "", text)
        ):
            assert (page.parent / target).is_file(), f"{page}: {target}"
            count += 1
    assert count > 50


def test_each_box_that_was_measured_has_a_page_of_its_figures(site):
    text = (site / "pages/games/ludo.md").read_text("utf-8")
    assert "| `mixed` |" in text
    assert "my pawn {} at {}" in text
    assert '<svg class="histogram"' in text
    assert (site / "pages/games/ludo.svg").is_file()


def test_the_reference_has_all_that_is_exported(site):
    pages = "\n".join(each.read_text("utf-8") for each in (site / "pages/reference").glob("*.md"))
    missing = [
        name
        for module in (ludotheque, research)
        for name in module.__all__
        if f"`{name}` {{ #" not in pages
    ]
    assert not missing


def test_a_link_to_what_is_not_there_is_named():
    links = Links(ROOT, {})
    with pytest.raises(BrokenLink, match=r"docs/a\.md: gone\.md"):
        links.rewritten("[x](gone.md)", "docs/a.md", "a.md")


def test_links_in_code_are_left_alone():
    text = "`[x](gone.md)`\n```\n[y](gone.md)\n```"
    assert Links(ROOT, {}).rewritten(text, "docs/a.md", "a.md") == text


def test_a_source_file_becomes_a_page_and_is_linked_from_where_the_page_lies():
    links = Links(ROOT, {})
    text = links.rewritten("[`x`](../../Makefile)", "docs/decisions/a.md", "decisions/a.md")
    assert text == "[`x`](../source/Makefile.md)"
    assert links.wanted == {"Makefile": "source/Makefile.md"}


def test_a_reference_tells_signature_docstring_and_fields():
    text = reference("ludotheque.simulate")
    assert "    seed: int = 0,\n" in text
    assert "Play `n` games" in text
    assert "| `default` | `Any` |" in reference("ludotheque.Option")
    batch = reference("ludotheque.Batch")
    assert "| `seat` | `Array` | who acts in each game" in batch
    assert "1 is the first place, which several may share |" in reference("ludotheque.Simulation")
    assert "load(game: Game, file: str" in reference("ludotheque.core.brains.Brain")
    assert "`step`" in prose("See :meth:`Batch.step`.")


def test_the_citation_is_of_this_version():
    version = f"version: {ludotheque.__version__}\n"
    assert version in (ROOT / "CITATION.cff").read_text("utf-8")


def test_what_is_assembled_replaces_what_was(site, tmp_path):
    shutil.copytree(site, tmp_path / "again")
    (tmp_path / "again/pages/old.md").write_text("# Old\n", "utf-8")
    assemble(tmp_path / "again")
    assert not (tmp_path / "again/pages/old.md").exists()
