"""What is told of a step, with everything the rules carried out by themselves."""

import pytest

from ludotheque.core.discovery import game
from ludotheque.core.match import Match

LUDOVILLE = game("ludoville")
RING = dict.fromkeys(("f2", "g2", "h2", "f3", "h3", "f4", "h4", "f5", "g5", "h5"), "wall")
CLOSED = {"g4": "castle", **RING, "f3": "gate", "h3": "gate"}
SUBURBS = dict.fromkeys(("e3", "d3", "c3", "i3", "j3", "k3"), "suburb") | {"c2": "church"}


def told(
    position: dict[str, object], *events: str, seats: int = 2, language: str = "fr"
) -> list[str]:
    """The sentences of the last of some events."""
    options = {"seats": seats}
    match = Match(LUDOVILLE, options, LUDOVILLE.read(position, options) if position else None)
    match.do(*events)
    return match.tell(match.steps[-1], language, {1: "Aude"})


def test_a_start_is_told_from_draw_to_foundation() -> None:
    assert told({}, "first 2") == ["Aude commence."]
    assert told({"round": 1}, "draw castle", "castle g4") == [
        "Maçon fonde la ville avec un château en g4."
    ]
    drawn = told({"turn": 2}, "draw castle")
    assert drawn == ["Aude pioche un château.", "La ville peut naître : Aude la fonde aussitôt."]


def test_a_forced_start_says_why() -> None:
    assert told({"round": 4}, "draw port") == [
        "Trois tours sans point de départ : un port sort de la pioche.",
        "La ville peut naître : Maçon la fonde aussitôt.",
    ]
    assert told({"round": 4}, "draw port", "port l4") == [
        "Maçon fonde la ville avec un port en l4.",
        "Maçon joue ensuite son tour.",
    ]
    assert told({"round": 4}, "draw port", "port l4", "draw church")[-1] == (
        "Maçon ne peut rien poser et passe."
    )
    last = {"round": 4, "pile": {"port": 1}, "hands": [["church"], ["quarter"]]}
    assert told(last, "draw port", "port l4")[1:] == [
        "Maçon joue ensuite son tour.",
        "Maçon ne peut rien poser et passe.",
    ]


def test_automatic_passes_are_told_one_by_one() -> None:
    assert told({"round": 1}, "draw wall") == [
        "Maçon pioche un quartier urbain avec rempart.",
        "Maçon ne peut rien poser et passe.",
    ]
    town = {"start": "g4", "tiles": {"g4": "castle"}, "pile": {}, "stage": "place"}
    hands = [["quarter", "quarter"], ["church"], []]
    sentences = told({**town, "hands": hands}, "quarter g3", seats=3)
    assert sentences == [
        "Maçon pose un quartier urbain en g3.",
        "Aude ne peut rien poser et passe.",
        "Boulanger ne peut rien poser et passe.",
    ]


QUIET = "La pioche est vide et plus personne n'a rien posé de tout un tour."


def test_the_passes_that_end_a_game_are_told_before_the_end() -> None:
    """As a step may carry out the end of a round and the whole of the next one."""
    town = {"start": "g4", "tiles": {"g4": "castle"}, "round": 7}
    drawn = {**town, "turn": 2, "hands": [["church"], []], "pile": {"suburb": 1}}
    assert told({**drawn, "placed_this_round": True}, "draw suburb")[:4] == [
        "Aude pioche un faubourg.",
        "Aude ne peut rien poser et passe.",
        "Personne ne peut rien poser : Maçon et Aude passent.",
        QUIET,
    ]
    assert told(drawn, "draw suburb")[:3] == [
        "Aude pioche un faubourg.",
        "Aude ne peut rien poser et passe.",
        QUIET,
    ]
    four = {**town, "stage": "place", "turn": 2, "pile": {}, "first": 2}
    hands = [["church"], ["quarter"], [], ["suburb"]]
    assert told({**four, "hands": hands}, "pass", seats=4)[:5] == [
        "Aude passe.",
        "Boulanger ne peut rien poser et passe.",
        "Forgeron ne peut rien poser et passe.",
        "Maçon ne peut rien poser et passe.",
        QUIET,
    ]
    placed = told({**four, "turn": 3, "hands": [[], [], ["quarter"], []]}, "quarter g3", seats=4)
    assert placed[1:5] == [
        "Forgeron ne peut rien poser et passe.",
        "Maçon ne peut rien poser et passe.",
        "Personne ne peut rien poser : Aude, Boulanger, Forgeron et Maçon passent.",
        QUIET,
    ]


@pytest.mark.parametrize(
    ("language", "caption"),
    [
        ("fr", "L'hôtel de ville : pas encore de ville, Aude passe"),
        ("en", "The town hall: no town yet, Aude passes"),
        ("es", "El ayuntamiento: todavía no hay ciudad, Aude pasa"),
    ],
)
def test_a_pass_for_want_of_a_town_names_the_tile(language: str, caption: str) -> None:
    match = Match(LUDOVILLE, {"seats": 2})
    match.do("first 2", "draw town-hall")
    assert LUDOVILLE.caption(match.steps[-1], {1: "Aude"}, language) == caption


def test_who_passes_because_somebody_left_is_told() -> None:
    rolling = {"start": "g4", "tiles": {"g4": "castle"}, "round": 6, "pile": {}, "stage": "roll"}
    last = {**rolling, "turn": 2, "first": 3, "placed_this_round": True}
    assert told({**last, "hands": [["quarter"], [], ["church"]]}, "leave 2", seats=3)[1:] == [
        "Sa main retourne dans la pioche.",
        "Boulanger ne peut rien poser et passe.",
    ]


def test_ramparts_that_close_and_open_are_told() -> None:
    gap = {cell: kind for cell, kind in CLOSED.items() if cell != "g2"}
    town = {"start": "g4", "tiles": gap, "stage": "place", "hands": [["wall"], []]}
    assert told(town, "wall g2")[1] == "Les remparts sont fermés."
    town = {"start": "g4", "tiles": CLOSED, "round": 3, "stage": "roll"}
    assert told(town, "roll 4", "destroy h3") == [
        "Maçon détruit une porte en h3.",
        "Maçon perd son tour.",
        "Les remparts sont rouverts.",
    ]


def test_a_gate_in_a_wall_is_told_as_one() -> None:
    town = {
        "start": "g4",
        "tiles": {"g4": "castle", **RING},
        "stage": "place",
        "hands": [["gate"], []],
    }
    assert told(town, "gate f3") == ["Maçon perce une porte dans le rempart de f3."]


def test_disasters_are_named() -> None:
    town = {"start": "g4", "tiles": {**CLOSED, **SUBURBS}, "round": 3, "stage": "roll"}
    assert told(town, "roll 1") == [
        "Maçon lance le dé : 1, pillage !",
        "Maçon choisit ce qui est détruit.",
    ]
    assert told(town, "roll 1", "destroy d3")[0] == (
        "Maçon détruit tout le faubourg de d3 : 4 pions."
    )
    assert told(town, "roll 12") == ["Maçon lance le dé : 12, rien à craindre."]
    bare = {"start": "g4", "tiles": {"g4": "castle"}, "round": 3, "stage": "roll"}
    assert told(bare, "roll 4")[1] == "Il n'y a rien à détruire."


def test_the_end_counts_hands_and_the_winner_mocks() -> None:
    town = {"start": "g4", "tiles": {**CLOSED, **SUBURBS}, "stage": "place"}
    sentences = told({**town, "hands": [["church", "castle"], ["wall"]]}, "church k2")
    assert sentences == [
        "Maçon pose une église en k2.",
        "Un faubourg est complet.",
        "Deux faubourgs sont complets : la ville est achevée.",
        "Maçon garde 5 points en main.",
        "Aude garde 2 points en main.",
        "Aude gagne et se moque des autres.",
    ]
    shared = told({**town, "hands": [["church", "castle"], ["cathedral"]]}, "church k2")
    assert shared[-1] == "Égalité : Maçon et Aude se partagent la première place."


def test_quiet_and_late_ends_say_why() -> None:
    town = {"start": "g4", "tiles": {"g4": "castle"}, "stage": "place", "turn": 2}
    hands = {"hands": [[], ["quarter"]]}
    quiet = told({**town, **hands, "round": 7, "pile": {}}, "pass")
    assert QUIET in quiet
    late = told({**town, **hands, "round": 80}, "pass")
    assert "Les quatre-vingts tours sont passés." in late


def test_who_leaves_and_a_draw_are_told_in_every_language() -> None:
    town = {"start": "g4", "tiles": {"g4": "castle"}}
    assert told(town, "leave 2", seats=3, language="en") == [
        "Aude leaves the game.",
        "The hand goes back into the pile.",
    ]
    assert told(town, "draw", language="es") == ["Empate, de común acuerdo."]


def test_labels_say_what_a_move_would_do() -> None:
    town = {"start": "g4", "tiles": {"g4": "castle", **RING}, "stage": "place"}
    match = Match(
        LUDOVILLE, {"seats": 2}, LUDOVILLE.read({**town, "hands": [["gate"], []]}, {"seats": 2})
    )
    french, english = LUDOVILLE.translate("fr"), LUDOVILLE.translate("en")
    labels = {
        text: LUDOVILLE.words.label(match.state, 0, action, french)
        for text, action in match.moves().items()
    }
    assert labels["gate f3"] == "Percer une porte dans le rempart de f3"
    assert labels["gate g3"] == "Poser une porte en g3"
    assert LUDOVILLE.words.label(match.state, 0, match.moves()["pass"], english) == "Pass"


@pytest.mark.parametrize(("language", "word"), [("fr", "Piocher"), ("en", "Draw a tile")])
def test_a_tile_is_drawn_and_a_die_is_thrown(language: str, word: str) -> None:
    town = {"round": 6, "start": "g5", "tiles": {"g5": "bridge"}}
    drawing = LUDOVILLE.read(town | {"stage": "draw"})
    rolling = LUDOVILLE.read(town | {"stage": "roll"})
    assert LUDOVILLE.chance_label(drawing, language) == word
    assert LUDOVILLE.chance_label(rolling, language) is None
