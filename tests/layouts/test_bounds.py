"""Every bound of layouts, themes and locales: what is just at it is taken, what is just above it is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest

from sheetgen.drawing.fonts import font_file
from sheetgen.drawing.fonts.font_file import read_font
from sheetgen.drawing.fonts.typefaces import FACES
from sheetgen.errors import InputError
from sheetgen.file_model import MAX_FILE_NAME, Model
from sheetgen.layouts.catalog import MODELS
from sheetgen.layouts.files import merge, positions, source
from sheetgen.layouts.files.merge import Kind, load_built_in, merge_chain, with_changes
from sheetgen.layouts.files.source import read_source
from sheetgen.layouts.validation import validate
from sheetgen.locales import texts
from sheetgen.locales.locale import MAX_NAME_LENGTH, checked_locale
from sheetgen.rules import notation
from sheetgen.themes.theme import MAX_COLOURS


@dataclass(frozen=True)
class Bound:
    """A key of a built-in file, its least and its most, and how a value of some size is made."""

    key: str
    least: float | None
    most: float | None
    base: str
    kind: Kind = "layouts"
    make: Callable[[Any], Any] = lambda size: size


def entries(entry: Any) -> Callable[[int], list[Any]]:
    return lambda size: [entry] * size


def named(entry: Any) -> Callable[[int], dict[str, Any]]:
    return lambda size: {f"n{number}": entry for number in range(size)}


PIECE = {"fill": "#7d4fb3", "ink": "#ffffff", "symbol": "star"}
RULE = {"when": ["sheets"], "heading": "Aim", "text": "Play."}

BOUNDS = {
    "GameSpec.dice": Bound("game.dice", 4, 20, "classic"),
    "PlayersSpec.min": Bound("game.players.min", 1, 12, "classic"),
    "PlayersSpec.max": Bound("game.players.max", 1, 12, "classic"),
    "PenaltiesSpec.boxes": Bound("game.penalties.boxes", 1, 8, "classic"),
    "PenaltiesSpec.points": Bound("game.penalties.points", -99, 0, "classic"),
    "EndSpec.closed_rows": Bound("game.end.closed_rows", 1, 12, "classic"),
    "LockSpec.needs": Bound("game.rows.red.lock.needs", 0, 60, "classic"),
    "LockSpec.last": Bound("game.rows.red.lock.last", 1, 4, "classic"),
    "TrackSpec.move": Bound("game.track.move", 1, 20, "onboard"),
    "TrackSpec.final": Bound("game.track.final", 1, 20, "onboard"),
    "TokensSpec.each": Bound("game.tokens.each", 1, 60, "duel"),
    "BoardLook.columns": Bound("board.columns", 3, 24, "onboard"),
    "GameSpec.points": Bound("game.points", 1, 24, "classic", make=entries(1)),
    "LineSpec.points": Bound("game.lines.steps.points", 1, 60, "connected-steps", make=entries(1)),
    "GameSpec.lines": Bound("game.lines", None, 4, "classic", make=named({"title": "Steps", "cells": "red 2"})),
    "GameSpec.lucky": Bound("game.lucky", None, 6, "classic", make=entries(7)),
    "GameSpec.shuffle": Bound("game.shuffle", None, 5, "classic", make=entries("numbers")),
    "GameSpec.throws": Bound("game.throws", None, 6, "connect15", make=entries({"dice": [1, 5], "number": 15})),
    "ThrowSpec.dice": Bound("game.throws", 2, 2, "connect15", make=lambda size: [{"dice": [1] * size, "number": 15}]),
    "ThrowSpec.number": Bound("game.throws", 1, 999, "connect15", make=lambda size: [{"dice": [1, 5], "number": size}]),
    "TrioSpec.sum": Bound("game.trio.sum", 3, 60, "lucky15"),
    "TrioSpec.points": Bound("game.trio.points", 1, 12, "lucky15", make=entries(5)),
    "CardsSpec.hand": Bound("game.cards.hand", 1, 12, "card-game"),
    "CardsSpec.plays": Bound("game.cards.plays", 1, 6, "card-game"),
    "CardsSpec.gap": Bound("game.cards.gap", 0, 20, "card-game"),
    "GameSpec.together": Bound("game.together", None, 4, "classic", make=entries("double-b")),
    "BarSpec.rows": Bound("game.bar.rows", 1, 24, "bonus-a", make=entries("red")),
    "GameSpec.rewards": Bound("game.rewards", None, 6, "bonus-b", make=entries({"cells": "red 2", "gives": "double"})),
    "RewardSpec.amount": Bound(
        "game.rewards", 1, 999, "bonus-b", make=lambda size: [{"cells": "red 2", "gives": "points", "amount": size}]
    ),
    "GameSpec.sheets": Bound("game.sheets", None, 26, "classic", make=named({})),
    "SheetSpec.lines": Bound("game.sheets.b.lines", None, 4, "connected-steps", make=named("red 2")),
    "GameSpec.order": Bound("game.order", None, 12, "classic", make=entries("red")),
    "GameSpec.bonus": Bound("game.bonus", None, 11, "classic", make=entries({"between": ["red", "blue"]})),
    "BonusRowSpec.between": Bound("game.bonus", 2, 2, "classic", make=lambda size: [{"between": ["red"] * size}]),
    "TokensSpec.colours": Bound("game.tokens.colours", 2, 4, "duel", make=entries("black")),
    "TrackSpec.sides": Bound("game.track.sides", 1, 4, "onboard", make=named({"spaces": "red 4 +1"})),
    "GameSpec.rows": Bound("game.rows", 1, 12, "classic", make=named({"cells": "red 2..12"})),
    "Theme.about": Bound("about", None, 120, "color", "themes", lambda size: "x" * size),
    "Theme.outline": Bound("outline", 0.2, 1.2, "color", "themes"),
    "Theme.ring": Bound("ring", 0.03, 0.2, "color", "themes"),
    "Theme.colours": Bound("colours", None, MAX_COLOURS, "color", "themes", named("#112233")),
    "Theme.tokens": Bound("tokens", None, MAX_COLOURS, "color", "themes", named(PIECE)),
    "Theme.pieces": Bound("pieces", 4, MAX_COLOURS, "color", "themes", entries(PIECE)),
    "Locale.language": Bound("language", 1, 40, "en", "locales", lambda size: "x" * size),
    "Locale.same": Bound("same", None, 400, "en", "locales", lambda size: ["labels.name"] * size),
    "Locale.rules": Bound("rules", None, 60, "en", "locales", entries(RULE)),
    "RuleText.heading": Bound("rules", None, 60, "en", "locales", lambda size: [RULE | {"heading": "x" * size}]),
    "RuleText.text": Bound("rules", None, 900, "en", "locales", lambda size: [RULE | {"text": "x" * size}]),
}


def models_in(annotation: Any) -> Iterator[type[Model]]:
    """The models in an annotation, and those that their keys lead to."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation
        for field in annotation.model_fields.values():
            yield from models_in(field.annotation)
    for inner in get_args(annotation):
        yield from models_in(inner)


def test_no_bound_of_the_models_is_forgotten() -> None:
    bounded = {
        f"{part.__name__}.{key}"
        for model in MODELS.values()
        for part in models_in(model)
        for key, field in part.model_fields.items()
        if re.search(r"\b(Interval|Len)\(", f"{field.annotation} {field.metadata}")
    }
    assert bounded == set(BOUNDS)


def with_value(bound: Bound, size: float) -> None:
    """The built-in file with another value there, if it is taken."""
    data = json.loads(json.dumps(load_built_in(bound.kind, bound.base).data))
    *path, last = bound.key.split(".")
    table = data
    for part in path:
        table = table[part]
    table[last] = bound.make(size)
    built_in = load_built_in(bound.kind, bound.base)
    validate(MODELS[bound.kind], merge.Merged(data, built_in.sources))


@pytest.mark.parametrize("name", list(BOUNDS))
def test_a_value_at_its_bound_is_taken_and_one_beyond_is_not(name: str) -> None:
    bound = BOUNDS[name]
    for limit, step in ((bound.least, -1), (bound.most, 1)):
        if limit is None:
            continue
        with_value(bound, limit)
        beyond = limit + step * (1 if isinstance(limit, int) else 0.001)
        with pytest.raises(InputError) as caught:
            with_value(bound, beyond)
        (problem,) = caught.value.problems
        assert str(limit) in (problem.hint or "")


CLASSIC = load_built_in("layouts", "classic")
COLOUR = "c" * 24
LINK = "red 2 + red 3, "
LINE = "game.lines.steps.cells="

# A change that is just allowed, the same and a little more, and what is said about that.
TEXTS = {
    "slug": ("slug=" + "s" * 32, "slug=" + "s" * 33, "cannot be used as a name"),
    "title": ("title=" + "t" * 120, "title=" + "t" * 121, "121 characters"),
    "about": ("about=" + "t" * 120, "about=" + "t" * 121, "121 characters"),
    "row name": (f"game.rows.{COLOUR}.cells=red 2", f"game.rows.{COLOUR}c.cells=red 2", "cannot be used as a name"),
    "colour name": (f"game.rows.red.cells={COLOUR} 2", f"game.rows.red.cells={COLOUR}c 2", "needs a colour"),
    "cells": ("game.rows.red.cells=red 1..60", "game.rows.red.cells=red 1..61", "61 cells are too many"),
    "cell number": ("game.rows.red.cells=red 999", "game.rows.red.cells=red 1000", "neither a number nor a run"),
    "second boxes": ("game.rows.red.doubles=1..60", "game.rows.red.doubles=1..61", "there are 61 numbers"),
    "numbers that count twice": ("game.rows.red.twice=1..60", "game.rows.red.twice=1..61", "there are 61 numbers"),
    "links": ("game.links=" + LINK * 59 + "red 2 + red 3", "game.links=" + LINK * 60 + "red 2 + red 3", "61 links"),
    "cells of a line": (LINE + "red 2, " * 59 + "red 2", LINE + "red 2, " * 60 + "red 2", "61 cells are too many"),
    "pairs": ("game.swap.pairs=" + "8/5 " * 24, "game.swap.pairs=" + "8/5 " * 25, "there are 25 pairs"),
    "number of a pair": ("game.swap.pairs=999/2", "game.swap.pairs=1000/2", "not a pair of numbers"),
    "longest length": ("sheet.width=2000mm", "sheet.width=2000.001mm", "too long"),
    "smallest size": ("sheet.margin=1mm", "sheet.margin=0.999mm", "At least 1mm"),
    "smallest gap": ("sheet.cell.gap=0mm", "sheet.cell.gap=-0.001mm", "is not a length"),
    "smallest print": ("sheet.text=6pt", "sheet.text=5.99pt", "At least 6pt"),
    "file name": ("theme=" + "t" * MAX_FILE_NAME, "theme=" + "t" * (MAX_FILE_NAME + 1), "name of a file"),
    "points": ("game.points=[9999]", "game.points=[10000]", "0 to 9999"),
    "no points": ("game.points=[0]", "game.points=[-1]", "0 to 9999"),
}  # fmt: skip


@pytest.mark.parametrize("name", list(TEXTS))
def test_a_text_at_its_bound_is_taken_and_a_longer_one_is_not(name: str) -> None:
    at, above, message = TEXTS[name]
    base = load_built_in("layouts", "connected-steps") if at.startswith(LINE) else CLASSIC
    validate(MODELS["layouts"], with_changes(base, [at]))
    with pytest.raises(InputError, match=message):
        validate(MODELS["layouts"], with_changes(base, [above]))


CELLS, SPACES = "game.rows.red.cells", "game.track.sides.a.spaces"
LINKS, PAIRS, DOUBLES = "game.links", "game.swap.pairs", "game.rows.red.doubles"


@pytest.mark.parametrize(
    ("key", "text", "blanks", "message"),
    [
        (CELLS, "red 2", notation.MAX_CELLS_TEXT - 5, None),
        (CELLS, "red 2", notation.MAX_CELLS_TEXT - 4, "at most 2,000 characters"),
        (LINKS, "red 2 + red 3", notation.MAX_CELLS_TEXT - 13, None),
        (LINKS, "red 2 + red 3", notation.MAX_CELLS_TEXT - 12, "at most 2,000 characters"),
        (PAIRS, "8/5", notation.MAX_CELLS_TEXT - 3, None),
        (PAIRS, "8/5", notation.MAX_CELLS_TEXT - 2, "at most 2,000 characters"),
        (DOUBLES, "5", notation.MAX_CELLS_TEXT - 1, None),
        (DOUBLES, "5", notation.MAX_CELLS_TEXT, "at most 2,000 characters"),
        (SPACES, ",\n".join(["red 4 +1"] * notation.MAX_SPACES), 0, None),
        (SPACES, ",\n".join(["red 4 +1"] * (notation.MAX_SPACES + 1)), 0, "121 spaces are too many"),
        (SPACES, "red 4 +1", notation.MAX_SPACES_TEXT - 8, None),
        (SPACES, "red 4 +1", notation.MAX_SPACES_TEXT - 7, "at most 6,000 characters"),
    ],
)
def test_how_long_rows_and_tracks_may_be(key: str, text: str, blanks: int, message: str | None, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    blank = "\n" * blanks
    file.write_text(f'extends = "onboard"\n{key} = """{text}{blank}"""\n')
    if message is None:
        validate(MODELS["layouts"], merge_chain("layouts", read_source(file)))
    else:
        with pytest.raises(InputError, match=message):
            validate(MODELS["layouts"], merge_chain("layouts", read_source(file)))


def test_how_long_a_label_may_be() -> None:
    assert texts.label_fault("x" * texts.MAX_LABEL, ()) is None
    assert texts.label_fault("x" * (texts.MAX_LABEL + 1), ()) is not None


@pytest.mark.parametrize("key", ["colours.red", "language"])
def test_how_long_a_name_in_a_language_may_be(key: str, tmp_path: Path) -> None:
    most = 40 if key == "language" else MAX_NAME_LENGTH
    file = tmp_path / "xx.toml"
    file.write_text(f'extends = "en"\n{key} = "{"x" * most}"\n')
    checked_locale(merge_chain("locales", read_source(file)))
    for wrong in ("x" * (most + 1), "a\\u001b[31mb", "a\\nb"):
        file.write_text(f'extends = "en"\n{key} = "{wrong}"\n')
        with pytest.raises(InputError):
            checked_locale(merge_chain("locales", read_source(file)))


def test_how_many_bytes_are_read(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("#" * 15 + "\n" + "#\n" * ((source.MAX_BYTES - 16) // 2))
    assert file.stat().st_size == source.MAX_BYTES
    assert read_source(file).data == {}
    file.write_text(file.read_text() + "#")
    with pytest.raises(InputError, match="too large"):
        read_source(file)


def test_how_long_a_line_may_be(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("#" * source.MAX_LINE)
    assert read_source(file).data == {}
    file.write_text("#" * (source.MAX_LINE + 1))
    with pytest.raises(InputError, match="this line has 2,001 characters"):
        read_source(file)


@pytest.mark.parametrize("form", ["list", "dotted", "heading"])
def test_how_deep_a_file_may_go(form: str, tmp_path: Path) -> None:
    def text(depth: int) -> str:
        if form == "list":
            return "a = " + "[" * (depth - 1) + "]" * (depth - 1)
        keys = ".".join("a" * depth)
        return f"{keys} = 1" if form == "dotted" else f"[{keys}]"

    file = tmp_path / "mine.toml"
    file.write_text("# so deep\n" + text(positions.MAX_DEPTH))
    assert list(read_source(file).data) == ["a"]
    file.write_text("# so deep\n" + text(positions.MAX_DEPTH + 2))
    with pytest.raises(InputError) as caught:
        read_source(file)
    assert f"{file}:2:" in str(caught.value)
    assert "nested too deeply" in str(caught.value)


def test_how_many_files_may_extend_one_another(tmp_path: Path) -> None:
    for number in range(1, merge.MAX_CHAIN):
        (tmp_path / f"{number}.toml").write_text(f'extends = "{number + 1}.toml"\n')
    (tmp_path / f"{merge.MAX_CHAIN}.toml").write_text('slug = "last"\n')
    assert merge_chain("layouts", read_source(tmp_path / "1.toml")).data == {"slug": "last"}
    (tmp_path / "0.toml").write_text('extends = "1.toml"\n')
    with pytest.raises(InputError, match=f"more than {merge.MAX_CHAIN} files"):
        merge_chain("layouts", read_source(tmp_path / "0.toml"))


def test_how_many_changes_there_may_be() -> None:
    change = "game.dice=6"
    assert with_changes(CLASSIC, [change] * merge.MAX_CHANGES).data["game"]["dice"] == 6
    with pytest.raises(InputError, match=f"{merge.MAX_CHANGES + 1} changes"):
        with_changes(CLASSIC, [change] * (merge.MAX_CHANGES + 1))


def test_how_large_a_font_may_be(tmp_path: Path) -> None:
    file = tmp_path / "font.ttf"
    data = FACES["regular"].data
    file.write_bytes(data.ljust(font_file.MAX_BYTES, b"\0"))
    assert len(read_font(file, "font.ttf").data) == font_file.MAX_BYTES
    file.write_bytes(data.ljust(font_file.MAX_BYTES + 1, b"\0"))
    with pytest.raises(InputError, match="too large"):
        read_font(file, "font.ttf")
