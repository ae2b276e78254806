"""The options that several commands share, and the layout that they name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from sheetgen import Game

Variant = Annotated[str | None, typer.Option("--variant", "-v", help="A built-in layout; see `sheetgen list`.")]
LayoutFile = Annotated[Path | None, typer.Option("--layout", "-l", help="Your own layout file.")]
LayoutFiles = Annotated[
    list[Path] | None,
    typer.Option("--layout", "-l", help="Your own layout file, besides the built-in ones; repeatable."),
]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change the layout: game.penalties.points=-3; repeatable."),
]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="The file to write. [default: the layout's name]")]
Language = Annotated[str | None, typer.Option("--lang", help="en, de, or your own file.")]
Shuffle = Annotated[
    str | None,
    typer.Option(metavar="SEED", help="A different sheet for every player; the same seed makes the same pad again."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing.")]


@dataclass(frozen=True)
class PrintRequest:
    """The options of all printing commands, as they were given."""

    variant: str | None
    layout: Path | None
    change: list[str] | None
    output: Path | None
    quiet: bool
    options: dict[str, Any]  # by the names of `sheetgen.api.printing.PrintOptions`


def _print_request(
    variant: Variant = None,
    layout: LayoutFile = None,
    change: Changes = None,
    output: Output = None,
    parts: Annotated[
        list[str] | None, typer.Option("--parts", help="sheets, board or pieces; repeat, or separate by commas.")
    ] = None,
    count: Annotated[
        int | None, typer.Option(help="How many sheets. [default: a full page, or one for each --player]")
    ] = None,
    paper: Annotated[
        str | None, typer.Option("--paper", help="a4, letter, a5, a3, legal or a size like 200x150mm.")
    ] = None,
    orientation: Annotated[str, typer.Option("--orientation", help="auto, portrait or landscape.")] = "auto",
    per_page: Annotated[str, typer.Option(help="Sheets on a page: auto, or a number to scale them to.")] = "auto",
    theme: Annotated[str | None, typer.Option("--theme", help="color, cvd, grey, inksaver, or your own file.")] = None,
    lang: Language = None,
    player: Annotated[
        list[str] | None, typer.Option("--player", help="A name to print; repeat it for each player.")
    ] = None,
    serial_start: Annotated[int, typer.Option(help="The first sheet's number.")] = 1,
    shuffle: Shuffle = None,
    scorer_url: Annotated[
        str | None, typer.Option(help="Where the codes lead: the address of a scorer, or `lan` for this computer.")
    ] = None,
    cut_marks: Annotated[bool, typer.Option("--cut-marks/--no-cut-marks", help="Lines to cut along.")] = True,
    quiet: Quiet = False,
) -> PrintRequest:
    """Return the options of all printing commands. Its signature is where they are declared."""
    options = {
        "parts": parts or (),
        "count": count,
        "paper": paper,
        "orientation": orientation,
        "per_page": per_page,
        "theme": theme,
        "lang": lang,
        "players": player or (),
        "serial_start": serial_start,
        "shuffle": shuffle,
        "scorer_url": scorer_url,
        "cut_marks": cut_marks,
    }
    return PrintRequest(variant, layout, change, output, quiet, options)


def with_print_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of all printing commands besides its own. It gets them as a PrintRequest."""
    shared = inspect.signature(_print_request, eval_str=True).parameters
    _, *own = inspect.signature(command, eval_str=True).parameters.values()
    *first, quiet = shared.values()

    def run(**values: Any) -> None:
        request = _print_request(**{name: values.pop(name) for name in shared})
        command(request, **values)

    run.__doc__ = command.__doc__
    run.__signature__ = inspect.Signature([*first, *own, quiet])  # type: ignore[attr-defined]  # read by Typer
    return run


def chosen_game(variant: str | None, layout: Path | None, changes: Sequence[str] | None = None) -> Game:
    """Load the game that `--variant` or `--layout` names, with the changes of `--set`."""
    from sheetgen import InputError, load, names

    if variant is not None and layout is not None:
        raise InputError.of("--variant and --layout cannot go together", "Give one of them.")
    if layout is not None:
        if str(layout) in names() and not layout.exists():
            raise InputError.of(f"{layout} is a built-in layout, not a file", f"Give it with --variant {layout}.")
        return load(layout, set=changes or ())
    if variant is None:
        known = ", ".join(names())
        raise InputError.of("which game?", f"Give --variant with one of {known}, or --layout with your own file.")
    if variant.lower().endswith(".toml") or "/" in variant or "\\" in variant:
        raise InputError.of(f"{variant[:40]} is a file, not a built-in layout", "Give it with --layout.")
    return load(variant, set=changes or ())
