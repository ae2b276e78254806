"""The options that several commands share, the values that shells complete, and the game that options choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.errors import Collector

if TYPE_CHECKING:
    from sheetgen import Game
    from sheetgen.api.option_values import Values


def built_in(*kinds: Values) -> Callable[[], list[str]]:
    """Return a function that lists built-in values for shell completion. Where none fits, shells complete files."""

    def listed() -> list[str]:
        from sheetgen.api.option_values import option_values  # slow, and only needed here

        return [value for kind in kinds for value in option_values(kind)]

    return listed


Name = Annotated[
    str | None,
    typer.Argument(
        metavar="VARIANT|FILE",
        help="A built-in layout (see `sheetgen list`) or a layout file.",
        autocompletion=built_in("layouts"),
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="VARIANT|FILE",
        help="Built-in layouts (see `sheetgen list`) or layout files.",
        autocompletion=built_in("layouts"),
    ),
]
Variant = Annotated[
    str | None,
    typer.Option("--variant", "-v", help="A built-in layout; the same as VARIANT.", autocompletion=built_in("layouts")),
]
LayoutFile = Annotated[
    Path | None, typer.Option("--layout", "-l", metavar="FILE", help="Your own layout file; the same as FILE.")
]
LayoutFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--layout", "-l", metavar="FILE", help="Your own layout file, in addition to the built-in ones; repeatable."
    ),
]
RemovedLayouts = Annotated[
    list[str] | None,
    typer.Option("--remove", metavar="SLUG", help="A layout that was there before, to be removed; repeatable."),
]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change the layout, e.g. game.penalties.points=-3; repeatable."),
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write. [default: the layout's name]")
]
Language = Annotated[
    str | None, typer.Option("--lang", help="en, de, or your own locale file.", autocompletion=built_in("locales"))
]
Shuffle = Annotated[
    str | None,
    typer.Option(metavar="SEED", help="A different sheet for every player; the same seed makes the same pad again."),
]
Sheets = Annotated[
    str | None,
    typer.Option(metavar="NAMES", help="Sheets of a pad whose sheets differ, one after the other: a-e, or a,c."),
]
TableSheets = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES",
        help="The players' sheets, one after the other: those of a pad, a-e, or of layouts that play together.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a file even if sheetgen did not make it.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing.")]


def chosen_games(
    variant: str | None, layout: Path | None, changes: Sequence[str] | None = None, names: Sequence[str] = ()
) -> list[Game]:
    """Load the games that the arguments `names`, `--variant` or `--layout` name, with the changes given by `--set`.

    Raises one InputError with the problems of all of them.
    """
    from sheetgen import InputError, load, names as built_ins

    given = {"the argument": names, "--variant": variant, "--layout": layout}
    ways = [way for way, value in given.items() if value]
    if len(ways) > 1:
        raise InputError.of(f"{' and '.join(ways)} both name a game", "Give it once.")
    if not ways:
        raise InputError.of("no game is given", f"Give your own layout file, or one of {', '.join(built_ins())}.")
    if variant and _is_path(variant):
        raise InputError.of(f"{variant[:40]} is a file, not a built-in layout", "Give it with --layout.")
    if layout and str(layout) in built_ins() and not layout.exists():
        raise InputError.of(f"{layout} is a built-in layout, not a file", f"Give it with --variant {layout}.")
    faults = Collector()
    chosen = [layout] if layout else [variant] if variant else names
    games = [faults.attempt(partial(load, each, set=changes or ())) for each in chosen]
    faults.raise_if_any()
    return [game for game in games if game]


def chosen_game(
    variant: str | None, layout: Path | None, changes: Sequence[str] | None = None, name: str | None = None
) -> Game:
    """Load the game that the argument, `--variant` or `--layout` names, with the changes given by `--set`."""
    (game,) = chosen_games(variant, layout, changes, [name] if name else ())
    return game


def _is_path(name: str) -> bool:
    return name.lower().endswith(".toml") or "/" in name or "\\" in name
