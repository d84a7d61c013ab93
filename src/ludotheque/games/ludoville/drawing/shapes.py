"""Small buildings in ink and wash: the shapes that the tiles of the map are made of.

Everything is seen from the south-west, a little from above: fronts face the reader, right
sides and roofs recede by DEPTH. A shape stands on the line y and returns SVG; colours are
classes, and an outline comes from the group around it.
"""

DEPTH = (0.55, -0.42)  # how far a unit of depth goes right and up

Point = tuple[float, float]


def path(colour: str, *points: Point) -> str:
    """A closed polygon."""
    line = "L".join(f"{x:.4g},{y:.4g}" for x, y in points)
    return f'<path class="lv-{colour}" d="M{line}z"/>'


def back(point: Point, depth: float) -> Point:
    """A point moved back into the picture."""
    return point[0] + DEPTH[0] * depth, point[1] + DEPTH[1] * depth


def block(x: float, y: float, w: float, h: float, d: float, colour: str = "wall") -> str:
    """Front and right side of a box."""
    foot, top = (x + w, y), (x + w, y - h)
    front = path(colour, (x, y), foot, top, (x, y - h))
    return front + path(f"{colour}-side", foot, back(foot, d), back(top, d), top)


def lid(x: float, y: float, w: float, d: float, colour: str) -> str:
    """The flat top of a box whose front edge is at y."""
    left, right = (x, y), (x + w, y)
    return path(colour, left, right, back(right, d), back(left, d))


def door(x: float, y: float, w: float, h: float) -> str:
    """A round-headed doorway, window or arch."""
    return (
        f'<path class="lv-dark" d="M{x:.4g},{y:.4g}v{w / 2 - h:.4g}'
        f'a{w / 2:.4g},{w / 2:.4g} 0 0 1 {w:.4g},0V{y:.4g}z"/>'
    )


def windows(x: float, y: float, columns: int, step: float, size: float = 2.2) -> str:
    """A row of small windows."""
    return "".join(
        f'<path class="lv-pane" d="M{x + step * k:.4g},{y:.4g}v{-1.3 * size:.4g}h{size:.4g}'
        f'v{1.3 * size:.4g}z"/>'
        for k in range(columns)
    )


def house(
    x: float, y: float, w: float, h: float, r: float, roof: str = "tile", d: float = 12
) -> str:
    """A house whose ridge runs across the picture."""
    eave = 1.2
    left, right = (x, y - h), (x + w, y - h)
    ridge_left, ridge_right = back((x, y - h - r), d / 2), back((x + w, y - h - r), d / 2)
    gable = path("wall-side", right, back(right, d), ridge_right)
    slope = path(
        roof,
        (left[0] - eave, left[1] + eave),
        (right[0] + eave, right[1] + eave),
        (ridge_right[0] + eave, ridge_right[1]),
        (ridge_left[0] - eave, ridge_left[1]),
    )
    return block(x, y, w, h, d) + gable + slope


def gabled(
    x: float, y: float, w: float, h: float, r: float, roof: str = "tile", d: float = 14
) -> str:
    """A house whose gable faces the reader."""
    right, top = (x + w, y - h), (x + w / 2, y - h - r)
    front = path("wall", (x, y - h), right, top)
    slope = path(
        f"{roof}-side",
        (right[0] + 1, right[1] + 1),
        back((right[0] + 1, right[1] + 1), d),
        back(top, d),
        top,
    )
    return block(x, y, w, h, d) + front + slope


def crenels(x: float, y: float, w: float, count: int, colour: str, size: float = 3) -> str:
    """Battlements along a front edge."""
    step = w / (2 * count - 1)
    return "".join(
        path(
            colour,
            (x + 2 * k * step, y),
            (x + (2 * k + 1) * step, y),
            (x + (2 * k + 1) * step, y - size),
            (x + 2 * k * step, y - size),
        )
        for k in range(count)
    )


def turret(x: float, y: float, w: float, h: float, colour: str = "stone", cap: str = "") -> str:
    """A round tower about x, with battlements or, where a cap is named, a pointed roof."""
    half, sag = w / 2, w / 7
    body = (
        f'<path class="lv-{colour}" d="M{x - half:.4g},{y - h:.4g}V{y:.4g}'
        f"Q{x:.4g},{y + 2 * sag:.4g} {x + half:.4g},{y:.4g}V{y - h:.4g}z"
        f'"/><path class="lv-{colour}-side lv-bare" d="M{x + half * 0.35:.4g},{y - h:.4g}'
        f"V{y + sag * 0.9:.4g}Q{x + half * 0.8:.4g},{y + sag * 0.7:.4g} {x + half:.4g},{y:.4g}"
        f'V{y - h:.4g}z"/>'
    )
    if not cap:
        rim = path(
            colour,
            (x - half - 1, y - h),
            (x + half + 1, y - h),
            (x + half + 1, y - h - 2.4),
            (x - half - 1, y - h - 2.4),
        )
        return body + rim + crenels(x - half - 1, y - h - 2.4, w + 2, 3, colour, 2.4)
    tall = 1.25 * w
    return (
        body
        + path(cap, (x - half - 1.4, y - h), (x + half + 1.4, y - h), (x, y - h - tall))
        + path(f"{cap}-side", (x + half * 0.3, y - h), (x + half + 1.4, y - h), (x, y - h - tall))
    )


def flag(x: float, y: float, height: float, colour: str = "red") -> str:
    """A pole with a pennant."""
    top = y - height
    return (
        f'<path class="lv-pole" d="M{x:.4g},{y:.4g}V{top:.4g}"/>'
        f'<path class="lv-{colour}" d="M{x:.4g},{top:.4g}l7,1.6l-2.6,1.6l2.6,1.6'
        f'L{x:.4g},{top + 4.8:.4g}z"/>'
    )


def tree(x: float, y: float, r: float, colour: str = "leaf") -> str:
    """A round tree standing at (x, y)."""
    return (
        f'<path class="lv-pole" d="M{x:.4g},{y:.4g}v{-r:.4g}"/>'
        f'<circle class="lv-{colour}" cx="{x:.4g}" cy="{y - 1.7 * r:.4g}" r="{r:.4g}"/>'
        f'<path class="lv-bare lv-{colour}-side" d="M{x + r * 0.2:.4g},{y - 2.6 * r:.4g}'
        f"a{r:.4g},{r:.4g} 0 0 1 {-r * 0.1:.4g},{1.85 * r:.4g}"
        f'a{r:.4g},{r:.4g} 0 0 0 {r * 0.1:.4g},{-1.85 * r:.4g}z"/>'
    )


def ground(colour: str = "paved", size: float = 30) -> str:
    """What a tile lies on: a worn square that covers its cell."""
    s, c = size, size - 5
    return (
        f'<path class="lv-{colour} lv-soft" d="M{-c},{-s}Q0,{-s - 1} {c},{-s + 0.6}'
        f"Q{s},{-s} {s},{-c}"
        f"Q{s - 1},0 {s},{c}Q{s - 0.6},{s} {c},{s}Q0,{s - 1.4} {-c},{s}Q{-s},{s} {-s + 0.5},{c}"
        f'Q{-s + 1},0 {-s},{-c}Q{-s},{-s} {-c},{-s}z"/>'
    )
