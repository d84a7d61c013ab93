"""Lessons: every way through each of them is played, and its words are held to be true."""

from collections.abc import Iterator

from ludotheque.core.check.papers import RULE, rules_page
from ludotheque.core.check.pictures import check_picture
from ludotheque.core.check.promise import require
from ludotheque.core.game import Game
from ludotheque.core.lessons import FILE, LEARNER, ROLL, WELL, Followed, Lesson, lessons
from ludotheque.core.scenario import untrue
from ludotheque.core.texts import LANGUAGES

_LESSONS = range(8, 13)  # as many as five minutes have room for


def check_lessons(game: Game) -> None:
    """Where one box has lessons, all have; whatever one does in them, what is said to it is so."""
    for box in game.boxes if lessons(game) else ():
        own = lessons(game).get(box.id, ())
        require(
            len(own) in _LESSONS, f"{FILE} wants 8 to 12 lessons for a box", f"{box.id}: {len(own)}"
        )
        require(len({each.id for each in own}) == len(own), "two lessons have one id", box.id)
        for each in own:
            _check_lesson(game, f"{box.id}, lesson {each.id}", each)


def _check_lesson(game: Game, where: str, lesson: Lesson) -> None:
    numbers = RULE.findall(rules_page(game, LANGUAGES[0]).read_text(encoding="utf-8"))
    require(set(lesson.rules) <= set(numbers), "a lesson teaches a rule that there is not", where)
    picture = lesson.picture
    check_picture(game, picture.match.state, picture.scene(LANGUAGES[-1]), where)
    answers = []
    for did, end in ways_through(lesson):
        flaws = list(_flaws(where, end))
        require(not flaws, f"{where}: {did} is not as it is told", flaws)
        answers.append(end.answer)
    unheard = [each.says for each in (lesson.well, *lesson.otherwise) if each not in answers]
    require(not unheard, f"{where}: nobody is ever told", unheard)


def ways_through(lesson: Lesson, did: tuple[str, ...] = ()) -> Iterator[tuple[list[str], Followed]]:
    """All that can be done in a lesson, and where it leads."""
    here = lesson.follow(did)
    if here.verdict:
        yield list(did), here
        return
    for deed in [ROLL] if here.rolls else here.match.legal(LEARNER):
        yield from ways_through(lesson, (*did, deed))


def _flaws(where: str, end: Followed) -> Iterator[str]:
    """What is stated and is not so; moments count from the first step where all went well."""
    assert end.answer is not None
    facts, match = end.answer.facts, end.match
    yield from untrue(where, match, facts)
    steps = match.steps if end.verdict == WELL else end.steps
    came = {cue.name for step in steps for cue in match.game.cues(step, LEARNER)}
    yield from (f"cues: no {cue!r} came" for cue in facts.get("cues", ()) if cue not in came)
