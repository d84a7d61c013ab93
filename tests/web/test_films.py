"""Films: the same picture as a whole drawing, put together from pieces."""

import io
import random
from itertools import groupby

import pytest
from PIL import Image, ImageChops, ImageStat

from ludotheque.core.discovery import games
from ludotheque.core.drawing import LIGHT, Scene, png
from ludotheque.core.game import Game
from ludotheque.core.match import Match
from ludotheque.web import films


def played(game: Game, steps: int) -> Match:
    """A match played at random for so many steps."""
    match, choice = game.start(), random.Random(5)
    while len(match.steps) < steps and not match.is_over:
        if match.waiting:
            seat = match.waiting[0]
            match.act(seat, choice.choice(list(match.moves(seat).values())))
        else:
            weights = game.engine.weights(match.board)
            match.happen(choice.choices(range(len(weights)), weights)[0])
    return match


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_every_frame_is_the_drawing_of_its_step(game: Game, kind: str) -> None:
    match = played(game, 40)
    moments = [(step.after, Scene(last=step)) for step in match.steps[-5:]]
    film = Image.open(io.BytesIO(films.film(game, moments, kind)))
    pictures = [png(game.draw(*moment), films.WIDTH) for moment in moments]
    pictures = [each for each, _ in groupby(pictures)]  # what stays the same is one frame
    assert film.n_frames == len(pictures) > 1  # type: ignore[attr-defined]
    for number, picture in enumerate(pictures):
        film.seek(number)
        shown, drawn = film.convert("RGB"), on_a_sheet(picture)
        assert shown.size == drawn.size
        apart = ImageChops.difference(shown, drawn)
        assert max(ImageStat.Stat(apart).mean) < 4  # of 255: edges, and few colours


def test_no_piece_is_lost_at_the_edge_of_what_is_drawn_at_a_time() -> None:
    """A name runs beyond the small part of the board that holds most pieces."""
    game = games()["rolling-village"]
    name = "A name as long as it may"
    scene = Scene(names={0: name, 1: name})
    state = game.new({"seats": 2})
    film = Image.open(io.BytesIO(films.film(game, [(state, scene)], "webp"))).convert("RGB")
    drawn = on_a_sheet(png(game.draw(state, scene), films.WIDTH))
    apart = ImageChops.difference(film, drawn).convert("L")
    assert apart.reduce(8).getextrema()[1] < 40  # a letter that is missing makes a dark patch


def on_a_sheet(picture: bytes) -> Image.Image:
    """A drawing on the colour that films stand on."""
    drawn = Image.open(io.BytesIO(picture)).convert("RGBA")
    sheet = Image.new("RGBA", drawn.size, LIGHT["table"])
    sheet.alpha_composite(drawn)
    return sheet.convert("RGB")
