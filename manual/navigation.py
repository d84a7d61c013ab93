"""Which pages there are, where they come from, and how they are listed."""

from typing import TypeAlias

Entry: TypeAlias = "str | tuple[str, list[Entry]] | tuple[str, str]"

# Pages from outside docs/, by the file that they are; the rules of games come beside these.
ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "benchmarks/README.md": "benchmarks.md",
}

# A title with its pages, or a page; a star stands for all pages of a folder, in order.
NAVIGATION: list[Entry] = [
    ("Home", "index.md"),
    (
        "Play & host",
        [
            "hosting.md",
            "capacity.md",
            "faults.md",
            "chips.md",
            "dice.md",
            "luck.md",
            "editions.md",
            "cards.md",
            ("The rules", ["rules/*"]),
        ],
    ),
    (
        "Research",
        [
            "first-policy.md",
            "train.md",
            "brains.md",
            "strength.md",
            "batches.md",
            "gpu.md",
            "policies.md",
            "experiments.md",
            ("PettingZoo, Gymnasium, OpenSpiel", "research.md"),
            ("The games, measured", ["games/index.md", "games/*", "ludoville.md"]),
            (
                "Reference",
                [
                    "reference/playing.md",
                    "reference/many.md",
                    "reference/brains.md",
                    "reference/suites.md",
                    "reference/*",
                ],
            ),
            "benchmarks.md",
            "citing.md",
        ],
    ),
    ("Contribute", ["contributing.md", "contract.md", "scenarios.md", "changelog.md"]),
    ("Decisions", ["decisions/index.md", "decisions/*"]),
]
