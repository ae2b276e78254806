"""The options that several commands share, and the game that they choose."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sheetgen import Game

Variant = Annotated[str | None, typer.Option("--variant", "-v", help="A built-in layout; see `sheetgen list`.")]
LayoutFile = Annotated[Path | None, typer.Option("--layout", "-l", help="Your own layout file.")]
LayoutFiles = Annotated[
    list[Path] | None,
    typer.Option("--layout", "-l", help="Your own layout file, in addition to the built-in ones; repeatable."),
]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change the layout, e.g. game.penalties.points=-3; repeatable."),
]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="The file to write. [default: the layout's name]")]
Language = Annotated[str | None, typer.Option("--lang", help="en, de, or your own locale file.")]
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
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing.")]


def chosen_game(variant: str | None, layout: Path | None, changes: Sequence[str] | None = None) -> Game:
    """Load the game that `--variant` or `--layout` names, with the changes given by `--set`."""
    from sheetgen import InputError, load, names

    if variant is not None and layout is not None:
        raise InputError.of("--variant and --layout cannot be combined", "Give one of them.")
    if layout is not None:
        if str(layout) in names() and not layout.exists():
            raise InputError.of(f"{layout} is a built-in layout, not a file", f"Give it with --variant {layout}.")
        return load(layout, set=changes or ())
    if variant is None:
        known = ", ".join(names())
        raise InputError.of("no game is given", f"Give --variant with one of {known}, or --layout with your own file.")
    if variant.lower().endswith(".toml") or "/" in variant or "\\" in variant:
        raise InputError.of(f"{variant[:40]} is a file, not a built-in layout", "Give it with --layout.")
    return load(variant, set=changes or ())
