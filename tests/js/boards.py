"""The games that both evaluators are compared on: all variants, the examples, and odd ones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sheetgen.layouts.catalog import load_layout, load_variant
from sheetgen.layouts.companions import rulebook_of
from sheetgen.layouts.layout import Layout
from sheetgen.rules.rulebook import Rulebook
from tests.helpers import EXAMPLE_LAYOUTS, VARIANTS
from tests.rules.engine.test_simulate import ODD_LAYOUTS

TRACK_BOARD = """
    [board]
    width = "266mm"
    height = "190mm"
    margin = "5mm"
    code = "30.6mm"
    text = "9pt"
    columns = 9
    cell = { width = "21.6mm", height = "17mm", gap = "6.2mm", radius = "3mm" }
"""

ODD = {
    **{name: f'extends = "classic"\n{text}' for name, text in ODD_LAYOUTS.items()},
    "a row called constructor": """
        extends = "classic"
        [game.rows]
        constructor = { cells = "red 2..12", lock = { colour = "constructor", needs = 5 } }
    """,
    "bonus fields beside repeated numbers": """
        extends = "bigpoints"
        [game]
        points = [1, 3, 6, 10, 15]
        [game.rows]
        red.cells = "red 5 5 6 7 8 8"
        yellow.cells = "yellow 5 5 6 7 8 8"
    """,
    "a track of one side, on repeated numbers": f"""
        extends = "classic"
        [game.rows]
        red = {{ cells = "red 5 6 7 6 7 8", lock = {{ colour = "red", needs = 1 }} }}
        [game.track]
        move = 2
        final = 1
        [game.track.sides.only]
        spaces = "red 6 +1, yellow 4 +1, red 7 +2, green 9 +2, blue 7 +3, red 5 +3, yellow 7 +4, green 6 +9"
        {TRACK_BOARD}
    """,
    "sides of different lengths": """
        extends = "onboard"
        [game.track.sides.b]
        spaces = "blue 12 +1, green 10 +1, red 3 +1, green 11 +1, yellow 6 +1, green 9 +20"
    """,
    "links that intersect": """
        extends = "classic"
        [game]
        links = "red 3 + yellow 9, red 9 + yellow 3, green 11 + blue 4, green 5 + blue 11, blue 10 + blue 8"
        [game.rows]
        red = { cells = "red 2..11", lock = false }
        yellow = { cells = "yellow 2..11", lock = false }
    """,
    "all that there is, shuffled": """
        extends = "classic"
        [game]
        links = "yellow 6 + green 8, green 5 + blue 5"
        lucky = [6, 8]
        shuffle = ["colours", "lines", "links", "lucky"]
        [game.rows]
        red = { cells = "red 2 3, yellow 3 4, red 5..9, blue 9 10", doubles = "3 4 5", lock = { last = 3, needs = 2 } }
        yellow = { doubles = "2..5", lock = { last = 2 } }
        green = { twice = "11 10" }
        [game.lines.steps]
        title = "Steps"
        cells = "yellow 2, green 11, blue 10, green 9, yellow 6"
        [game.swap]
        pairs = "8/5 9/7 11/3 7/4 8/5"
    """,
    "numbers shuffled, and links and lines along with them": """
        extends = "classic"
        [game]
        links = "red 6 + blue 9, green 5 + blue 5"
        lucky = [6, 8]
        shuffle = ["lucky", "colours", "numbers"]
        [game.rows]
        red = { cells = "red 2 3, yellow 3 4, red 5..9, blue 9 10", lock = { last = 3, needs = 2 } }
        green = { twice = "11 10" }
        [game.lines.steps]
        title = "Steps"
        cells = "yellow 2, yellow 3, blue 10, green 9, red 3#2"
    """,
    "forced crosses beside doubles, repeated numbers and a row without a lock": """
        extends = "bigpoints"
        [game]
        end = { closed_rows = 1 }
        trio = { sum = 12, points = [3, 9] }
        lucky = [7]
        rewards = [
          { cells = "red 3, blue 10#2", gives = "every row", amount = 2 },
          { cells = "green 8", gives = "weakest row", amount = 3 },
          { cells = "red 2, green 12", gives = "double" },
          { cells = "blue 11, red 5", gives = "no penalties" },
        ]
        bonus = [{ between = ["red", "yellow"] }]
        [game.bar]
        boxes = "red 4, yellow 4, yellow 6, green 11, blue 10"
        rows = ["blue", "red", "blue", "yellow", "green"]
        [game.rows]
        green = { doubles = "11 9", lock = { last = 2, needs = 2 } }
        blue = { cells = "blue 12 11 10 10 9 8 7 6", twice = "11", lock = false }
    """,
    "rows that close for one player only, beside forced crosses": """
        extends = "bonus-b"
        [game]
        end = { closed_rows = 3, per_player = true }
        lucky = [7]
        bar = { boxes = "red 3, yellow 8", rows = ["green", "red", "blue"] }
    """,
    "cards for rows with several last numbers": """
        extends = "card-game"
        [game]
        cards = { hand = 3, plays = 2, gap = 3 }
        links = "red 6 + yellow 6"
        shuffle = ["numbers", "links"]
        swap = { pairs = "8/5 9/7" }
        [game.rows]
        red = { lock = { last = 2 }, twice = "5" }
        green = { lock = { last = 3, needs = 2 } }
    """,
    "tokens for three, on repeated numbers": """
        extends = "duel"
        [game]
        players = { min = 2, max = 3 }
        tokens = { each = 9, colours = ["black", "grey", "white"] }
        [game.rows]
        red = { cells = "red 5 6 7 6 7 8", lock = { colour = "red", needs = 1 } }
        yellow = { cells = "yellow 5 6 7 6 7 8", lock = { colour = "yellow", needs = 1 } }
    """,
}

BOARDS = [*VARIANTS, *(path.stem for path in EXAMPLE_LAYOUTS), *ODD]


@dataclass(frozen=True)
class Board:
    """A game, and what it is called."""

    layout: Layout
    rulebook: Rulebook


def board(name: str, folder: Path) -> Board:
    """One of the games; the folder is for files that are needed on the way."""
    if name in VARIANTS:
        layout = load_variant(name)
    elif name in ODD:
        file = folder / "odd.toml"
        file.write_text(f'slug = "odd"\ntitle = "Odd"\n{ODD[name]}', encoding="utf-8")
        layout = load_layout(file)
    else:
        layout = load_layout(next(path for path in EXAMPLE_LAYOUTS if path.stem == name))
    return Board(layout, rulebook_of(layout))
