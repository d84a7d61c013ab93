"""The thirteen tiles as pictures: each a small scene about (0, 0) in a cell of 64.

Walls and gates here are those of a hand; on the map ramparts are drawn as they run.
"""

from ludotheque.games.ludoville.drawing.shapes import (
    back,
    block,
    crenels,
    door,
    flag,
    gabled,
    ground,
    house,
    lid,
    path,
    tree,
    turret,
    windows,
)


def castle() -> str:
    """A keep with four towers and a banner."""
    return (
        ground("grass")
        + turret(-17, -8, 9, 20, "stone", "slate")
        + turret(19, -8, 9, 20, "stone", "slate")
        + block(-9, 6, 17, 33, 12, "stone")
        + lid(-9, -27, 17, 12, "stone-top")
        + crenels(-9, -27, 17, 4, "stone", 3.4)
        + windows(-5.5, -14, 3, 5)
        + flag(1, -30, 13)
        + block(-20, 20, 39, 14, 3, "stone")
        + crenels(-20, 6, 39, 9, "stone", 3)
        + turret(-20, 21, 11, 21, "stone")
        + turret(20, 21, 11, 21, "stone")
        + door(-5, 20, 10, 12)
    )


def cathedral() -> str:
    """Two towers, a rose window, a long slate roof and a spire."""
    right, top = (12, -12), (0, -25)
    return (
        path("slate-side", (right[0] + 1, right[1] + 1), back(right, 36), back(top, 36), top)
        + path("wall-side", (12, 20), back((12, 20), 36), back(right, 36), right)
        + windows(15, 9, 1, 1, 2.6)
        + windows(20, 5, 1, 1, 2.6)
        + windows(25, 1, 1, 1, 2.6)
        + path("slate", (11, -32), (15, -32), (13, -48))
        + path("wall", (-12, 20), (12, 20), right, top, (-12, -12))
        + _tower_front(-18)
        + _tower_front(8)
        + '<circle class="lv-gold" cx="0" cy="-7" r="5"/>'
        '<path class="lv-fine" d="M-5,-7h10M0,-12v10'
        'M-3.5,-10.5l7,7M3.5,-10.5l-7,7"/>' + door(-4.5, 20, 9, 14)
    )


def _tower_front(x: float) -> str:
    return (
        block(x, 20, 10, 44, 8, "wall")
        + door(x + 3, 20, 4, 8)
        + windows(x + 2, -6, 2, 4, 2)
        + windows(x + 2, -14, 2, 4, 2)
        + path("slate", (x - 1, -24), (x + 11, -24), (x + 7, -44))
        + path("slate-side", (x + 11, -24), back((x + 11, -24), 8), (x + 7, -44))
    )


def town_hall() -> str:
    """An arcade, a steep roof and a belfry."""
    arches = "".join(door(-21 + 9.6 * k, 20, 6.6, 11) for k in range(4))
    return (
        house(-24, 20, 39, 22, 15, "slate", 16)
        + arches
        + windows(-20, 5, 7, 5.2)
        + block(-9, -3, 10, 27, 9, "wall")
        + '<circle class="lv-gold" cx="-4" cy="-22" r="3"/>'
        + path("slate", (-10, -30), (2, -30), (-1, -45))
        + path("slate-side", (2, -30), back((2, -30), 9), (-1, -45))
        + flag(-1, -44, 9, "blue")
    )


def market() -> str:
    """A long timber hall on posts, stalls beneath."""
    posts = "".join(f'<path class="lv-post" d="M{-24 + 8 * k},22v-17"/>' for k in range(6))
    return (
        path("dark", (-24, 22), (18, 22), back((18, 22), 16), back((18, 5), 16), (18, 5), (-24, 5))
        + path("gold", (-21, 22), (-12, 22), (-12, 16), (-21, 16))
        + path("leaf", (-6, 22), (3, 22), (3, 16), (-6, 16))
        + path("red", (8, 22), (16, 22), (16, 16), (8, 16))
        + posts
        + path("wall-side", (18, 6), back((18, 6), 18), back((18, -14), 9))
        + path("tile", (-28, 8), (21, 8), back((17, -15), 9), back((-24, -15), 9))
        + '<path class="lv-fine" d="M-24,2h46M-21,-4h44M-19,-10h42"/>'
    )


def fair() -> str:
    """Striped tents and pennants."""
    return (
        ground("grass")
        + _tent(-17, -4, 11, 17, "blue")
        + _tent(16, -2, 11, 18, "gold")
        + _tent(-2, 22, 17, 27, "red")
        + tree(23, 22, 4.5)
        + f'<path class="lv-fine" d="M-26,24h8M12,25h8"/>{_barrel(-21, 22)}{_barrel(-16, 24)}'
    )


def _tent(x: float, y: float, half: float, h: float, colour: str) -> str:
    """A round tent: a skirt, and a roof in stripes."""
    skirt, brim = 0.42 * h, y - 0.42 * h
    top = (x, y - h)
    parts = [
        path("wall", (x - half, y), (x + half, y), (x + half, y - skirt), (x - half, y - skirt))
    ]
    for k in range(5):
        left, right = x - half * 1.15 + 0.46 * half * k, x - half * 1.15 + 0.46 * half * (k + 1)
        parts.append(path(colour if k % 2 == 0 else "wall", (left, brim), (right, brim), top))
    return "".join(parts) + door(x - 2.4, y, 4.8, skirt) + flag(x, top[1] + 1, 8, colour)


def _barrel(x: float, y: float) -> str:
    return f'<path class="lv-post-wash" d="M{x},{y}q-1.4,-3 0,-6h5q1.4,3 0,6z"/>'


def gardens() -> str:
    """An orchard behind a fence, and beds in rows."""
    beds = "".join(
        f'<path class="lv-{colour} lv-bare" d="M{-24 + 9 * k},{22}l4,-13h6l-4,13z"/>'
        for k, colour in enumerate(("leaf", "gold", "leaf-side", "red", "leaf"))
    )
    trees = "".join(
        tree(x, y, 6, "leaf")
        + f'<circle class="lv-red lv-bare" cx="{x - 1.5}" cy="{y - 9}" r="1.3"/>'
        f'<circle class="lv-red lv-bare" cx="{x + 2}" cy="{y - 12}" r="1.3"/>'
        for x, y in ((-18, -8), (-2, -12), (15, -8), (-10, 4), (8, 3), (23, 4))
    )
    fence = '<path class="lv-post" d="M-28,25H26M-26,20v7M-15,20v7M-4,20v7M7,20v7M18,20v7"/>'
    return ground("grass") + trees + beds + fence


def quarter() -> str:
    """Houses wall to wall."""
    return (
        house(-27, -9, 19, 9, 10)
        + house(-4, -11, 20, 10, 10)
        + gabled(-25, 9, 12, 12, 10)
        + house(-8, 9, 24, 9, 10, "slate")
        + house(-26, 27, 21, 9, 9)
        + gabled(0, 27, 13, 13, 9)
        + windows(3, 21, 2, 4.4)
        + windows(-22, 23, 3, 5)
        + gabled(17, 26, 9, 9, 8, "slate", 8)
    )


def quarter_by_the_well() -> str:
    """Houses around a small square."""
    well = '<ellipse class="lv-stone" cx="-2" cy="8" rx="6" ry="3.4"/>'
    return (
        house(-27, -8, 22, 9, 10)
        + gabled(2, -8, 12, 12, 9)
        + gabled(-28, 10, 11, 12, 9, "slate")
        + f'{well}<ellipse class="lv-dark" cx="-2" cy="7.4" rx="4" ry="2"/>'
        + house(9, 9, 15, 9, 10)
        + house(-22, 27, 18, 9, 10)
        + gabled(3, 27, 13, 12, 10)
        + windows(6, 21, 2, 4.4)
    )


def quarter_of_gables() -> str:
    """A row of narrow gables above a long roof."""
    return (
        gabled(-28, -4, 12, 13, 9)
        + house(-11, -8, 27, 10, 9, "slate")
        + house(-26, 11, 17, 9, 9)
        + gabled(-4, 12, 12, 13, 10)
        + gabled(13, 13, 10, 12, 9)
        + house(-20, 28, 32, 9, 9)
        + windows(-15, 24, 5, 5.8)
    )


_FURROWS = (
    '<path class="lv-fine" d="M-25,-12q10,-5 20,-2M-26,-17q11,-5 22,-2M-24,-22q10,-4 19,-2"/>'
)


def suburb() -> str:
    """Thatched houses, a field and trees."""
    return (
        ground("grass")
        + _FURROWS
        + house(2, -6, 19, 8, 11, "thatch")
        + gabled(-22, 9, 13, 9, 11, "thatch")
        + house(-1, 23, 20, 8, 11, "thatch")
        + windows(3, 19, 3, 5.5)
        + tree(-17, 25, 4.5)
        + tree(-10, 24, 3.6)
    )


def suburb_by_the_pond() -> str:
    """Thatched houses and a pond."""
    return (
        ground("grass")
        + '<ellipse class="lv-water" cx="-14" cy="-14" rx="12" ry="6"/>'
        + tree(21, -6, 5)
        + gabled(3, -2, 12, 8, 10, "thatch")
        + house(-24, 10, 18, 8, 11, "thatch")
        + house(-5, 25, 22, 8, 11, "thatch")
        + windows(-1, 21, 3, 6)
        + tree(-20, 26, 5)
    )


def church() -> str:
    """A nave, a steeple and a few graves."""
    return (
        ground("grass")
        + tree(22, 2, 5)
        + house(-8, 18, 28, 15, 12, "slate", 15)
        + windows(-3, 11, 4, 6, 2.8)
        + block(-21, 20, 13, 33, 10, "wall")
        + door(-17.5, 20, 6, 10)
        + windows(-17, -3, 2, 4.4, 2.4)
        + path("slate", (-22.4, -13), (-7, -13), (-12, -37))
        + path("slate-side", (-7, -13), back((-7, -13), 10), (-12, -37))
        + '<path class="lv-pole" d="M-12,-37v-7M-14.6,-41.6h5.2"/>'
        + '<path class="lv-pole" d="M14,27v-6M12,23h4M22,26v-6M20,22h4"/>'
    )


def port() -> str:
    """A quay of planks, a crane, and a ship under sail."""
    return (
        '<path class="lv-water lv-soft" d="M-28,-18Q0,-30 28,-16V22Q0,31 -28,24z"/>'
        '<path class="lv-wave" d="M-24,-6q4,-3 8,0t8,0M8,-12q4,-3 8,0M-24,22q4,-3 8,0t8,0"/>'
        + path("plank", (-30, 27), (8, 27), (12, 14), (-30, 14))
        + '<path class="lv-fine" d="M-24,14v13M-17,14v13M-10,14v13M-3,14v13M4,14v13"/>'
        + house(-29, 14, 15, 9, 9, "tile", 10)
        + '<path class="lv-beam" d="M-8,22V-14L12,-22M-8,-2L4,-19"/>'
        '<path class="lv-pole" d="M12,-22v15"/>'
        + path("gold", (9, -7), (15, -7), (15, -2), (9, -2))
        + '<path class="lv-plank" d="M0,6Q2,16 9,16H23Q29,14 30,4Q22,9 15,9T0,6z"/>'
        '<path class="lv-pole" d="M16,9V-21"/>'
        '<path class="lv-wall" d="M17,-19Q29,-14 27,2Q22,-1 17,1z"/>'
        '<path class="lv-red lv-bare" d="M21.5,-16.5v15l3,.6v-13.6z"/>' + flag(16, -19, 6)
    )


def bridge() -> str:
    """A stone bridge from north to south, lined with houses."""
    piers = "".join(
        path("stone-side", (side * 15, y), (side * 24, y + 6), (side * 15, y + 12))
        for side in (-1, 1)
        for y in (-15, 5)
    )
    stones = "".join(f"M-15,{y}h4M11,{y}h4" for y in range(-28, 32, 8))
    return (
        piers
        + path("stone-top", (-15, 33), (15, 33), (15, -33), (-15, -33))
        + path("stone", (-15, 33), (-11, 33), (-11, -33), (-15, -33))
        + path("stone", (11, 33), (15, 33), (15, -33), (11, -33))
        + f'<path class="lv-fine" d="{stones}"/>'
        + gabled(-13, -12, 8, 8, 7, "tile", 6)
        + gabled(4, -3, 8, 8, 7, "slate", 6)
        + gabled(-13, 8, 8, 8, 7, "slate", 6)
        + gabled(4, 17, 8, 8, 7, "tile", 6)
    )


def bridge_across() -> str:
    """A stone bridge from west to east, where the river runs north and south."""
    arches = "".join(
        f'<path class="lv-river" d="M{x},15v-5a6,6 0 0 1 12,0v5z"/>' for x in (-22, -6, 10)
    )
    return (
        path("stone", (-33, 15), (33, 15), (33, -3), (-33, -3))
        + arches
        + path("stone-top", (-33, -3), (33, -3), (33, -15), (-33, -15))
        + crenels(-33, -3, 66, 12, "stone", 2.6)
        + house(-9, -3, 15, 9, 9)
    )


def gatehouse() -> str:
    """Two red towers and an arch between them."""
    return (
        block(-9, 18, 18, 22, 6, "red")
        + crenels(-9, -4, 18, 5, "red", 3.4)
        + turret(-12, 19, 13, 32, "red", "slate")
        + turret(12, 19, 13, 32, "red", "slate")
        + door(-6, 18, 12, 15)
        + '<path class="lv-grille" d="M-3.6,18v-12M0,18v-14M3.6,18v-12M-6,13h12M-6,8h12"/>'
        + windows(-13.4, 2, 1, 1, 2.4)
        + windows(10.8, 2, 1, 1, 2.4)
    )


def wall() -> str:
    """A stretch of rampart with a tower, as it lies in a hand."""
    front = '<path class="lv-red" d="M-30,10H30V-5H-30z"/>'
    courses = '<path class="lv-course" d="M-30,0H30M-30,5H30"/>'
    walk = '<path class="lv-red-top" d="M-30,-5H30V-12H-30z"/>'
    return (
        walk + front + courses + crenels(-29, -5, 58, 8, "red", 3.6) + turret(0, 14, 16, 30, "red")
    )


def pictures() -> dict[str, str]:
    """Every picture by name: the kind, and another where a kind has several faces."""
    return {
        "castle": castle(),
        "cathedral": cathedral(),
        "bridge": bridge(),
        "bridge-across": bridge_across(),
        "port": port(),
        "town-hall": town_hall(),
        "market": market(),
        "fair": fair(),
        "gardens": gardens(),
        "gate": gatehouse(),
        "quarter": quarter(),
        "quarter-1": quarter_by_the_well(),
        "quarter-2": quarter_of_gables(),
        "wall": wall(),
        "suburb": suburb(),
        "suburb-1": suburb_by_the_pond(),
        "church": church(),
    }
