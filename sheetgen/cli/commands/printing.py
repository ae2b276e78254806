"""The commands `pdf`, `svg` and `png`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheetgen.cli import options
from sheetgen.cli.console import WHERE_CODES_LEAD_TOPIC, is_first_time, progress_bar, user_settings
from sheetgen.errors import Collector

if TYPE_CHECKING:
    from sheetgen.api.printing import Printed

WHERE_CODES_LEAD = """\
warning: nobody has chosen yet where printed codes lead, and paper cannot be changed later. Before you print many:
    sheetgen publish          put the scorer on the web, so that the codes open everywhere
    sheetgen serve --always   let this computer serve it whenever it is on
    sheetgen serve            go on like this, and start it whenever you play
    This is said only once."""


def _shared_options(
    names: options.Names = None,
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    output: options.Output = None,
    parts: Annotated[
        list[str] | None,
        typer.Option(
            help="sheets, board, pieces, rules, booklet; repeatable, or separated by commas.",
            autocompletion=options.built_in("parts"),
        ),
    ] = None,
    count: Annotated[
        int | None, typer.Option(help="The number of sheets. [default: one for each player, or else a full page]")
    ] = None,
    paper: Annotated[
        str | None,
        typer.Option(
            help="a4, letter, a5, a3, legal or a size like 200x150mm.", autocompletion=options.built_in("papers")
        ),
    ] = None,
    orientation: Annotated[
        str, typer.Option(help="auto, portrait or landscape.", autocompletion=options.built_in("orientations"))
    ] = "auto",
    per_page: Annotated[str, typer.Option(help="Sheets per page: auto, or a number to scale them to.")] = "auto",
    theme: Annotated[
        str | None,
        typer.Option(
            help="color, cvd, grey, inksaver, or your own theme file.", autocompletion=options.built_in("themes")
        ),
    ] = None,
    lang: options.Language = None,
    players: Annotated[
        list[str] | None,
        typer.Option("--player", help="Names to print, separated by commas; repeatable. A sheet for each."),
    ] = None,
    player_file: Annotated[
        Path | None,
        typer.Option("--players", metavar="FILE", help="A file of names: one a line, or a CSV with a column `name`."),
    ] = None,
    serial_start: Annotated[int, typer.Option(help="The number of the first sheet.")] = 1,
    shuffle: options.Shuffle = None,
    sheets: options.Sheets = None,
    scorer_url: Annotated[
        str | None, typer.Option(help="Where the codes lead: the address of a scorer, or `lan` for this computer.")
    ] = None,
    cut_marks: Annotated[bool, typer.Option("--cut-marks/--no-cut-marks", help="Print lines to cut along.")] = True,
    open_file: Annotated[bool, typer.Option("--open", help="Open the result in its usual program.")] = False,
    force: options.Force = False,
    quiet: options.Quiet = False,
) -> None:
    """Declare the options that all printing commands share. Most are parameters of `make_documents`."""


def _with_shared_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the shared options to the signature that Typer reads; the command receives them as keyword arguments."""
    *shared, quiet = inspect.signature(_shared_options, eval_str=True).parameters.values()
    *own, _ = inspect.signature(command, eval_str=True).parameters.values()
    command.__signature__ = inspect.Signature([*shared, *own, quiet])  # type: ignore[attr-defined]
    return command


@_with_shared_options
def pdf_command(
    back: Annotated[
        str,
        typer.Option(
            help="What is on the back: none, sheet or rules (print on both sides, long edge).",
            autocompletion=options.built_in("backs"),
        ),
    ] = "none",
    **shared: Any,
) -> None:
    """Make a PDF ready to print: sheets, boards and pieces of a game."""
    _print("pdf", back=back, **shared)


@_with_shared_options
def svg_command(**shared: Any) -> None:
    """Make an SVG picture of each page, numbered if there are several."""
    _print("svg", **shared)


@_with_shared_options
def png_command(
    dpi: Annotated[int, typer.Option(min=36, max=600, help="Dots per inch.")] = 150,
    **shared: Any,
) -> None:
    """Make a PNG picture of each page, numbered if there are several."""
    _print("png", dpi, **shared)


def _print(
    ending: str,
    dpi: int = 150,
    *,
    names: list[str] | None,
    variant: str | None,
    layout: Path | None,
    change: list[str] | None,
    output: Path | None,
    players: list[str] | None,
    player_file: Path | None,
    open_file: bool,
    force: bool,
    quiet: bool,
    **others: Any,
) -> None:
    from sheetgen.api.player_names import read_player_names
    from sheetgen.api.printing import make_documents, require_output, write_documents

    faults = Collector()
    wanted = [name.strip() for text in players or () for name in text.split(",")]
    wanted += (player_file and faults.attempt(partial(read_player_names, player_file))) or []
    faults.attempt(partial(require_output, output, ending, force))
    documents = faults.attempt(
        lambda: make_documents(
            lambda: [game.layout for game in options.chosen_games(variant, layout, change, names or ())],
            user_settings,
            players=wanted,
            **others,
        )
    )
    faults.raise_if_any()
    assert documents
    printed = write_documents(documents, ending, output, dpi, progress_bar(quiet, "Pages"), force)
    if not quiet:
        files = printed[0].files
        typer.echo(f"Made {files[0]}" if len(files) == 1 else f"Made {files[0]} … {files[-1]}")
        for each in printed:
            if len(printed) > 1:
                typer.echo(f" {each.title}")
            _report(each)
        if printed[0].links:
            _report_needs(printed[0], bool(others["scorer_url"] or user_settings().scorer_url))
    if open_file:
        typer.launch(str(printed[0].files[0]))


def _report(printed: Printed) -> None:
    """Print the number of pages and sheets, and where the codes lead."""
    links = printed.links
    _line("pages", f"{printed.pages} on {printed.paper}")
    if printed.is_duplex:
        _line("print", f"on both sides, flipped on the long edge: {printed.leaves} leaves")
    if printed.sheets:
        size = f"{printed.sheets_per_page} on a page at {printed.scale * 100:.0f} %"
        _line("sheets", f"{_numbers(printed.sheets)}, {size}")
    if printed.two_scale:
        _line("note", f"two would fit on a page at {printed.two_scale * 100:.0f} %: --per-page 2")
    if printed.boards:
        _line("boards", f"{_numbers(printed.boards)}, at {printed.board_scale * 100:.0f} %")
    if printed.shuffle_seed is not None:
        count = len(printed.sheets)
        possible = printed.shuffled_sheets
        again = ", which then begin again" if count > possible else ""
        sheets = f"{min(count, possible):,} of {possible:,} possible sheets"
        _line("shuffle", f"seed {printed.shuffle_seed}: {sheets}{again}")
        _line("codes", links[0] + (" and so on" if count > 1 else ""))
    elif printed.sheet_names:
        _line("named", ", ".join(printed.sheet_names))
        _line("codes", links[0] + (" and so on" if len(printed.sheets) > 1 else ""))
    elif links:
        several = len(printed.sheets) + len(printed.boards) > 1
        _line("codes", links[0] + (f" to .{links[-1].partition('#')[2].partition('.')[2]}" if several else ""))
    if printed.names_left_out:
        _line("note", "with the names, the codes would be too fine for cameras, so the links do without them")
    if links and printed.shadowed:
        slug = links[0].partition("#")[0].rstrip("/").rpartition("/")[2]
        _line("note", f"codes lead to the built-in {slug}, which has other rules; give the layout a slug of its own")


def _report_needs(printed: Printed, is_chosen: bool) -> None:
    """Print what the codes need to open, and once how to choose where they lead, if nobody has chosen yet."""
    host = printed.scorer_host
    if not printed.needs_server:
        _line("needs", f"nothing at home: the codes open the scorer at {host}")
    elif printed.is_local:
        _line("needs", "`sheetgen serve`, running in your network when a code is scanned")
    else:
        _line("needs", f"`sheetgen serve`, running on {host} when a code is scanned")
    if printed.is_local:
        _line("note", "some Android phones cannot open .local addresses; for them give --scorer-url lan")
    if printed.needs_server and not is_chosen and is_first_time(WHERE_CODES_LEAD_TOPIC):
        typer.echo(WHERE_CODES_LEAD, err=True)


def _numbers(serials: range) -> str:
    if len(serials) == 1:
        return f"1, number {serials[0]}"
    return f"{len(serials)}, numbers {serials[0]} to {serials[-1]}"


def _line(name: str, text: str) -> None:
    typer.echo(f"  {name:<8}{text}")
