"""The largest layouts that are allowed: every count at its limit, in as many files as may extend one another."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from sheetgen.drawing.fonts.typefaces import FACES
from sheetgen.layouts.files.merge import MAX_CHAIN
from sheetgen.layouts.files.source import MAX_BYTES
from sheetgen.rules.features.swap import MAX_PAIRS
from sheetgen.rules.notation import MAX_CELLS, MAX_SPACES
from sheetgen.rules.rulebook import cell_ids
from sheetgen.themes.theme import MAX_COLOURS

ROWS = [f"{'r' * 22}{number:02}" for number in range(12)]
PLAIN_COLOURS = ("red", "yellow", "green", "blue", "orange", "purple", "pink", "brown")
SHEET = """
[sheet]
width = "auto"
height = "auto"
mark = "auto"
margin = "50mm"
code = "60mm"
text = "12pt"
cell = { width = "26mm", height = "26mm", gap = "2mm", radius = "2mm", shape = "round" }
"""
TRACK_BOARD = """
[board]
width = "2000mm"
height = "2000mm"
margin = "10mm"
code = "60mm"
text = "12pt"
columns = 24
cell = { width = "60mm", height = "60mm", gap = "10mm", radius = "3mm" }

[pieces]
width = "20mm"
height = "30mm"
text = "12pt"
"""
TOKEN_BOARD = """
[board]
width = "2000mm"
height = "2000mm"
margin = "10mm"
code = "60mm"
text = "12pt"
cell = { width = "25mm", height = "25mm", gap = "2mm", radius = "3mm" }
band = { padding = "5mm", head = "10mm", gap = "5mm", bonus = "2mm" }

[pieces]
width = "20mm"
height = "20mm"
text = "12pt"
"""


def largest_layout(folder: Path, kind: str) -> Path:
    """A layout with sheets and a track, one with tokens, or one with all that sheets can have besides rows; with a
    theme, a language and typefaces of its own."""
    fonts = 'fonts = { regular = "regular.ttf", bold = "bold.ttf", number = "number.ttf" }'
    head = f'extends = "1.toml"\nslug = "{"s" * 32}"\ntheme = "theme.toml"\nlang = "lang.toml"\n{fonts}\n'
    parts = {
        "track": [_with_track(), SHEET, TRACK_BOARD],
        "tokens": [_with_tokens(), TOKEN_BOARD],
        "features": [_with_features(), SHEET],
    }[kind]
    file = folder / "mine.toml"
    file.write_text("\n".join([head, *parts]), encoding="utf-8")
    base = "duel" if kind == "tokens" else "classic"
    for number in range(1, MAX_CHAIN - 1):  # with this file and the built-in one, as many as can be
        parent = f"{number + 1}.toml" if number < MAX_CHAIN - 2 else base
        text = f'extends = "{parent}"\nabout = "{"a" * 120}"\n'
        (folder / f"{number}.toml").write_text(text + "# all that is read\n" * ((MAX_BYTES - len(text)) // 19))
    _write_theme(folder / "theme.toml")
    (folder / "lang.toml").write_text(f'extends = "en"\ncode = "xx"\n[labels]\ntokens_hint = "{"x" * 600}"\n')
    for use, face in FACES.items():
        (folder / f"{use}.ttf").write_bytes(face.data)
    return file


def _rows(numbers: list[int]) -> str:
    """All rows, of all colours."""
    lines = ["[game.rows]", *(f"{name} = false" for name in PLAIN_COLOURS[:4])]
    for at, name in enumerate(ROWS):
        cells = ", ".join(f"c{(at + column) % MAX_COLOURS} {number}" for column, number in enumerate(numbers))
        lines.append(f'{name} = {{ cells = "{cells}", lock = {{ colour = "c{at}", needs = {MAX_CELLS - 1} }} }}')
    return "\n".join(lines)


def _with_track() -> str:
    """The longest games: all numbers again and again, and nobody closes anything."""
    numbers = [2 + at % 7 for at in range(MAX_CELLS)]
    bonus = ",\n".join(f'{{ between = ["{upper}", "{lower}"] }}' for upper, lower in pairwise(ROWS))
    points = ", ".join(map(str, range(9976, 10_000)))
    lines = [
        "[game]\ndice = 4\nplayers = { min = 12, max = 12 }\nend = { closed_rows = 12 }",
        f"penalties = {{ boxes = 8, points = -99 }}\npoints = [{points}]\nbonus = [\n{bonus}]",
        _rows(numbers),
        "[game.track]\nmove = 20\nfinal = 1",
    ]
    for side in range(4):
        spaces = [f"{ROWS[(side + at) % 12]} {numbers[at % 60]} +999" for at in range(MAX_SPACES)]
        lines.append(f'[game.track.sides.{"s" * 23}{side}]\nspaces = """' + ",\n".join(spaces) + '"""')
    lines.append(f'[labels]\ncross = "{"i " * 200}"\npieces_hint = "{"i" * 800}"')
    return "\n".join(lines)


def _with_tokens() -> str:
    lines = [
        "[game]\ndice = 20\nplayers = { min = 2, max = 4 }\nend = { closed_rows = 12 }",
        'penalties = { boxes = 8, points = -99 }\ntokens = { each = 60, colours = ["t0", "t1", "t2", "t3"] }',
        _rows([2 + at % 39 for at in range(MAX_CELLS)]),
    ]
    return "\n".join(lines)


def _with_features() -> str:
    """Second boxes as many as can be, lines, links, pairs, lucky numbers, and colours that can be shuffled."""
    numbers = [2 + at % 7 for at in range(MAX_CELLS // 2 + 1)]
    doubles = " ".join(map(str, numbers[: MAX_CELLS // 2 - 1]))
    names = [f"r{at}" for at in range(12)]
    ids = [id.removeprefix("x ") for id in cell_ids("x", [number for number in numbers for _ in range(2)])][::2]
    links = [f"{names[at]} {id} + {names[at + 1]} {id}" for at in range(0, 12, 2) for id in ids[:10]]
    lines = ["[game.rows]", *(f"{name} = false" for name in PLAIN_COLOURS[:4])]
    for at, name in enumerate(names):
        cells = ", ".join(f"c{(at + column) % MAX_COLOURS} {number}" for column, number in enumerate(numbers))
        lock = f'lock = {{ colour = "c{at}", needs = {MAX_CELLS - 1 - 4}, last = 2 }}'
        lines.append(f'{name} = {{ cells = "{cells}", doubles = "{doubles}", twice = "2..8", {lock} }}')
    points = ", ".join(map(str, range(9940, 10_000)))
    for number in range(4):
        cells = ", ".join(f"{names[at % 12]} {ids[at // 12 + 5 * number]}" for at in range(MAX_CELLS))
        lines.append(f'[game.lines.{"l" * 23}{number}]\ntitle = "{"i" * 40}"\ncells = "{cells}"\npoints = [{points}]')
    pairs = " ".join(f"{2 + at % 7}/{2 + (at + 1) % 7}" for at in range(MAX_PAIRS))
    head = [
        "[game]\ndice = 4\nplayers = { min = 12, max = 12 }\nend = { closed_rows = 12 }",
        f'penalties = {{ boxes = 8, points = -99 }}\nlinks = "{", ".join(links)}"\nswap.pairs = "{pairs}"',
        'lucky = [2, 3, 4, 5, 6, 7]\nshuffle = ["colours", "lucky"]',
    ]
    return "\n".join([*head, *lines])


def _write_theme(file: Path) -> None:
    """As many colours as can be, and all much the same, so that there is much to say about them."""
    lines = ['extends = "color"', "[colours]", *(f"{name} = false" for name in PLAIN_COLOURS)]
    lines += [f'c{number} = "#80{number:02x}{255 - number:02x}"' for number in range(MAX_COLOURS)]
    lines += ["[tokens]"]
    lines += [f't{number} = {{ fill = "#102030", ink = "#ffffff", symbol = "star" }}' for number in range(4)]
    file.write_text("\n".join(lines))
