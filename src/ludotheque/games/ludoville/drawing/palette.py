"""The colours and lines of the map, as style rules.

Rules for what ``<use>`` brings in have no ancestor; the others start with ``&``, the
pictures of this game. An old map is one by day and by night: in the dark it only dims.
"""

from ludotheque.core.drawing import scoped

_WASHES = {
    "wall": "#f8ebcd",
    "wall-side": "#d8bf92",
    "tile": "#cf7148",
    "tile-side": "#a9532f",
    "slate": "#8499ae",
    "slate-side": "#5f7389",
    "thatch": "#dcb565",
    "thatch-side": "#b28c42",
    "stone": "#dccfae",
    "stone-side": "#b5a580",
    "stone-top": "#eadfc4",
    "red": "#bd3b2c",
    "red-side": "#84231a",
    "red-top": "#db8373",
    "leaf": "#97ac66",
    "leaf-side": "#6f8544",
    "gold": "#e2ab3a",
    "blue": "#4f7fae",
    "dark": "#4b3322",
    "pane": "#6b4d33",
    "plank": "#b98a55",
    "water": "#a9c9cc",
    "river": "#a9c9cc",
    "grass": "#d9d69b",
    "post-wash": "#a87645",
    "disc": "#f1e2bb",
    "smoke": "#8d8278",
    "flame": "#f0a02c",
    "flame-core": "#fbe08a",
    # The six seats: heraldic tinctures, each with a charge of its own besides.
    "seat-0": "#2f5f9e",
    "seat-1": "#c8892a",
    "seat-2": "#3c7d4d",
    "seat-3": "#a63c56",
    "seat-4": "#71508f",
    "seat-5": "#4c4a47",
}

TINCTURES = ("blue", "yellow", "green", "red", "plum", "ink")  # what those are nearest to in charts

_LINES = """
.lv-ink{stroke:#5b3d25;stroke-width:1;stroke-linejoin:round;stroke-linecap:round}
.lv-soft{stroke:none}
.lv-bare{stroke:none}
.lv-pane{stroke:none}
.lv-fine{fill:none;stroke-width:.7;opacity:.65}
.lv-edge{fill:none}
.lv-pole{fill:none;stroke-width:1.2}
.lv-post{fill:none;stroke:#7a5433;stroke-width:2.2}
.lv-beam{fill:none;stroke:#7a5433;stroke-width:2.6}
.lv-wave{fill:none;stroke:#5f8f99;stroke-width:1.3;stroke-linecap:round}
.lv-grille{fill:none;stroke:#d8bf92;stroke-width:.8}
.lv-course{fill:none;stroke:#84231a;stroke-width:.7;stroke-dasharray:5 3;opacity:.7}
.lv-road{fill:none;stroke:#d3b57e;stroke-width:9}
.lv-shadow{fill:#5b3d25;fill-opacity:.22;stroke:none}
.lv-charge{fill:#fff8e6;stroke:none}
.lv-sketch{fill:none;stroke:#8d6f46;stroke-width:1.1;stroke-linecap:round;stroke-linejoin:round}
& .lv-stop-in{stop-color:#f6e8c6}
& .lv-stop-mid{stop-color:#efdcae}
& .lv-stop-out{stop-color:#d9bb80}
& .lv-sheet{fill:url(#lv-parchment);stroke:#a9854c;stroke-width:2.5}
& .lv-paper{fill:#f7eacb}
& .lv-sea{fill:#a9c9cc}
& .lv-sand{fill:none;stroke:#ead3a0;stroke-width:9}
& .lv-coast{fill:none;stroke:#5b3d25;stroke-width:1.6}
& .lv-coast-2{fill:none;stroke:#4f7f8b;stroke-width:1.1;opacity:.8}
& .lv-coast-3{fill:none;stroke:#4f7f8b;stroke-width:.9;opacity:.6}
& .lv-coast-4{fill:none;stroke:#4f7f8b;stroke-width:.8;opacity:.4}
& .lv-bank{fill:none;stroke:#7a6240;stroke-width:29}
& .lv-stream{fill:none;stroke:#a9c9cc;stroke-width:26}
& .lv-ripple{fill:none;stroke:#6f9da6;stroke-width:1.2;stroke-dasharray:14 10 5 12}
& .lv-grid{fill:none;stroke:#7a5b34;stroke-width:.8;stroke-dasharray:2 5;opacity:.5}
& .lv-centre{fill:none;stroke:#a33425;stroke-width:1.6;opacity:.75}
& .lv-anchor{fill:none;stroke:#4f6f7b;stroke-width:1.8;stroke-linecap:round;opacity:.55}
& .lv-wilds{opacity:.6;stroke:#8d6f46;stroke-width:.8}
& .lv-frame{fill:none;stroke:#5b3d25;stroke-width:2.2}
& .lv-frame-wide{fill:none;stroke:#5b3d25;stroke-width:1.1}
& text{font-family:'Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif;fill:#55381f}
& .lv-name{font-size:15px;text-anchor:middle;font-style:italic}
& .lv-title{font-size:42px;text-anchor:middle;letter-spacing:5px;font-variant:small-caps}
.lv-flourish{fill:none;stroke:#8a6236;stroke-width:1.5;stroke-linecap:round}
.lv-cleared{fill:#f7eacb}
.lv-floor{fill:#ecd9ad}
.lv-within{fill:#e0a03c;fill-opacity:.17}
.lv-last{fill:none;stroke:#e79a10;stroke-width:2.4;stroke-dasharray:7 5}
.lv-badge{fill:#55381f}
.lv-ring{fill:none;stroke:var(--lv-ring);stroke-width:var(--lv-width)}
.lv-button{fill:var(--lv-button);stroke:var(--lv-rim);stroke-width:var(--lv-rim-width)}
&{--lv-ring:#d8931d;--lv-width:2.2;--lv-button:#8a4a2c;--lv-rim:#5b3d25;--lv-rim-width:1.5}
& .status{font-size:22px}
& .status-small{font-size:17px;font-style:italic}
& .end{text-anchor:end}
& .alarm text{fill:#a32a1d;font-weight:700}
& .lv-box{fill:#fbf2da;fill-opacity:.6;stroke:#a9854c;stroke-width:1.2}
& .turn{fill:#fff7df;fill-opacity:.35;stroke:#a33425;stroke-width:2.6}
& .player{font-size:21px;font-weight:700}
& .player-small{font-size:18px;font-weight:700}
& .points{font-size:16px;font-style:italic}
& .left{text-decoration:line-through;opacity:.55}
& .number{font-size:15px;font-weight:700;text-anchor:middle}
& .die{font-size:19px;font-weight:700;text-anchor:middle}
& .pass{font-size:20px;font-weight:700;text-anchor:middle}
& .number text,& .pass text{fill:#fff8e6}
& .spot use+use{opacity:.5}
& .held.movable use:first-child{transform:scale(1.2,1.3)}
& .target{--lv-ring:#f0a02c;--lv-width:3.4}
& .picked{--lv-ring:#a33425;--lv-width:2.6}
"""

# What only a page needs: programs that draw a file do not have to understand it.
_POINTING = """
@media screen{
& .movable:is(:hover,:focus-visible,.pointed){--lv-ring:#a33425;--lv-width:4}
& .movable.pass:is(:hover,.pointed){--lv-button:#a85a35}
& .movable.pass:focus-visible{--lv-rim:#e79a10;--lv-rim-width:4}
& .spot:is(:hover,:focus-visible,.pointed) use+use{opacity:1}
.picking & .held:not(.movable),.picking & .held:not(.movable)+.number{opacity:.62}
}
@media (prefers-color-scheme:dark){&{filter:brightness(.84)}}
[data-theme=light] &{filter:none}
[data-theme=dark] &{filter:brightness(.84)}
"""

STYLE = "".join(f".lv-{name}{{fill:{colour}}}" for name, colour in _WASHES.items()) + scoped(
    "ludoville", _LINES + _POINTING
)
