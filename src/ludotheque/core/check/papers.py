"""What lies beside a game's code: rules pages, catalogues, scenarios, playthroughs, pictures."""

import re
from pathlib import Path

from ludotheque.core.cards.card import FILE, cards
from ludotheque.core.cards.drawing import card_picture
from ludotheque.core.check.pictures import check_markup, check_picture
from ludotheque.core.check.promise import require
from ludotheque.core.coach import FILE as COACH
from ludotheque.core.coach import coaches, tips_of
from ludotheque.core.drawing import CUES, Scene
from ludotheque.core.errors import BrokenPromise
from ludotheque.core.game import Game
from ludotheque.core.guide import FILE as GUIDE
from ludotheque.core.guide import guides
from ludotheque.core.illustrations import illustrations
from ludotheque.core.lessons import lessons
from ludotheque.core.playthrough import replayed
from ludotheque.core.scenario import run_scenarios
from ludotheque.core.texts import LANGUAGES, missing

RULE = re.compile(r"\b[A-Z]{2}-\d+\b")
RULINGS = {"fr": "Nos arbitrages", "en": "Our rulings", "es": "Nuestras decisiones"}
_FEWEST_PICTURES = 3
_PANELS = range(4, 7)  # as many as a minute has room for
_TIPS = range(4, 7)  # as many as a first game has patience for


def rules_page(game: Game, language: str) -> Path:
    """The file of a game's rules in a language: RULES.md is the French one."""
    return game.folder / ("RULES.md" if language == "fr" else f"RULES.{language}.md")


def check_rules_pages(game: Game) -> None:
    """The rules are there in every language: the same rules in the same order, then rulings."""
    for language in LANGUAGES:
        file = rules_page(game, language)
        require(file.is_file(), "there is no rules page", file.name)
        text = file.read_text(encoding="utf-8")
        require(bool(RULE.findall(text)), "a rules page has no rule numbers", file.name)
        heading = RULINGS[language]
        require(f"\n## {heading}" in text, f"a rules page lacks its section {heading}", file.name)
        _compare(file, rules_page(game, "fr"))


def _compare(file: Path, french: Path) -> None:
    """A translated page tells the same as the French one, line by line."""
    for number, (own, wanted) in enumerate(zip(_outline(file), _outline(french), strict=False), 1):
        require(own == wanted, f"{file.name} is not {french.name} in its paragraph {number}", own)
    require(
        len(_outline(file)) == len(_outline(french)),
        f"{file.name} and {french.name} differ in length",
        f"{len(_outline(file))} and {len(_outline(french))} paragraphs",
    )


def _outline(file: Path) -> list[tuple[str, list[str]]]:
    """The kind of each line, its rule numbers and its figures."""
    lines = file.read_text(encoding="utf-8").splitlines()
    marks = (re.match(r"#+|-|\||\d+\.|", line) for line in lines)
    return [
        (mark[0] if mark else "", re.findall(r"\b[A-Z]{2}-\d+\b|\d+", line))
        for mark, line in zip(marks, lines, strict=True)
        if line.strip()
    ]


def check_sentences(game: Game) -> None:
    """Whatever people read of the game exists in every language."""
    spoken = [game.title, game.summary, *(option.label for option in game.options)]
    spoken += [option.modality for option in game.modalities]
    spoken += [text for box in game.boxed for text in (box.title, box.summary)]
    spoken += [each.caption for each in illustrations(game)]
    spoken += [text for guide in guides(game).values() for text in guide.sentences()]
    spoken += [tip.says for tips in coaches(game).values() for tip in tips]
    spoken += [text for box in lessons(game).values() for each in box for text in each.sentences()]
    spoken += [text for card in cards(game).values() for text in card.sentences()]
    for documents in filter(None, (option.documents for option in game.options)):
        spoken += [name for own in documents.own if (name := documents.load(own).name)]
    lacking = missing(game.folder, *spoken)
    require(not lacking, "sentences are missing", "; ".join(lacking))


def check_boxes(game: Game) -> None:
    """A box's options are the game's, they lead back to that box, and its lid is its own."""
    lids = set()
    for box in game.boxes:
        require(game.box(box.options) is box, "another box settles the same options", box.id)
        lid = check_picture(game, game.lid(box), Scene(), f"the lid of {box.id}")
        require(lid not in lids, "two boxes have one lid", box.id)
        lids.add(lid)


def check_cards(game: Game) -> None:
    """Where one box has a card, all have; each can be read and fits its sheet in every language."""
    for box in game.boxes if cards(game) else ():
        require(box.id in cards(game), f"{FILE} has no card for a box", box.id)
        for language in LANGUAGES:
            check_markup(card_picture(game, box, language), f"the card of {box.id}")


def check_guides(game: Game) -> None:
    """Where one box has a guide, all have: a few pictures, each drawn from within the canvas."""
    canvas = game.drawing.CANVAS
    for box in game.boxes if guides(game) else ():
        require(box.id in guides(game), f"{GUIDE} has nothing for a box", box.id)
        panels = guides(game)[box.id].panels
        is_short = len(panels) in _PANELS
        require(is_short, f"{GUIDE} wants 4 to 6 panels for a box", f"{box.id}: {len(panels)}")
        for each in panels:
            check_picture(game, each.match.state, each.scene(LANGUAGES[-1]), each.caption)
            left, top, side = each.crop or (0, 0, 0)
            is_within = 0 <= left <= canvas.width - side and 0 <= top <= canvas.height - side
            require(is_within, "a panel is cut from beyond the canvas", each.caption)


def check_coaches(game: Game) -> None:
    """Where one box has a coach, all have: a few tips, each with an id and an occasion."""
    for box in game.boxes if coaches(game) else ():
        tips = tips_of(game, box)
        require(
            len(tips) in _TIPS, f"{COACH} wants 4 to 6 tips for a box", f"{box.id}: {len(tips)}"
        )
        require(len({tip.id for tip in tips}) == len(tips), "two tips have one id", box.id)
        for tip in tips:
            is_known = not tip.cue or tip.cue in CUES
            require(is_known, "a tip waits for a cue that there is not", f"{tip.id}: {tip.cue}")


def check_illustrations(game: Game) -> None:
    """There are enough, beside sections that exist; each is drawn, with moves where it says so."""
    pictures = illustrations(game)
    require(
        len(pictures) >= _FEWEST_PICTURES,
        f"the rules want {_FEWEST_PICTURES} illustrations in illustrations.toml",
        f"there are {len(pictures)}",
    )
    sections = rules_page(game, "fr").read_text(encoding="utf-8").count("\n## ")
    captions = [each.caption for each in pictures]
    require(len(set(captions)) == len(captions), "two illustrations have one caption", captions)
    for each in pictures:
        require(1 <= each.section <= sections, "an illustration has no section", each.caption)
        svg = check_picture(game, each.match.state, each.scene(LANGUAGES[-1]), each.caption)
        if each.marks_moves:
            require("data-move" in svg, "an illustration shows no moves", each.caption)


def check_scenarios(game: Game) -> None:
    """Every scenario holds; every rule number has one, and is cited where the code enforces it."""
    proved: set[str] = set()
    for file in sorted((game.folder / "scenarios").glob("*.toml")):
        for result in run_scenarios(file):
            proved.update(result.rules)
            where = f"{file.name}: {', '.join(result.rules)} {result.title}"
            require(result.passed, f"a scenario does not hold: {where}", result.differences)
    numbers = set(RULE.findall(rules_page(game, "fr").read_text(encoding="utf-8")))
    numbers -= set(getattr(game.rules, "NOT_OURS", ()))  # those that the house enforces
    code = "".join(file.read_text(encoding="utf-8") for file in game.folder.rglob("*.py"))
    _name("rules without a scenario", numbers - proved)
    _name("scenarios for rules that RULES.md does not have", proved - numbers)
    _name("rules that no line of code cites", numbers - set(RULE.findall(code)))


def _name(promise: str, numbers: set[str]) -> None:
    ordered = sorted(numbers, key=lambda number: int(number.partition("-")[2]))
    require(not numbers, promise, ", ".join(ordered))


def check_playthroughs(game: Game) -> None:
    """There are golden playthroughs, and they are played again to the letter."""
    files = sorted((game.folder / "playthroughs").glob("*.txt"))
    require(bool(files), "there is no golden playthrough", game.folder / "playthroughs")
    for file in files:
        text = file.read_text(encoding="utf-8")
        again = replayed(text)
        if again != text:
            pairs = zip(text.splitlines(), again.splitlines(), strict=False)
            line = next((number for number, (a, b) in enumerate(pairs, 1) if a != b), 0)
            raise BrokenPromise(f"a playthrough goes another way: {file.name}, line {line}")
