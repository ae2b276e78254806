"""`sheetgen pdf`, `sheetgen svg` and `sheetgen png`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli.console import line, progress_bar, user_settings
from sheetgen.cli.options import PrintRequest, chosen_game, with_print_options

if TYPE_CHECKING:
    from sheetgen.api.printing import Printed


@with_print_options
def pdf_command(
    request: PrintRequest,
    back: Annotated[
        str, typer.Option(help="What is on the back: none, sheet or rules (print on both sides, long edge).")
    ] = "none",
) -> None:
    """Make a PDF ready to print: sheets, boards and pieces of a game."""
    _print(request, "pdf", back=back)


@with_print_options
def svg_command(request: PrintRequest) -> None:
    """Make SVG pictures, one for each page (name-1.svg, name-2.svg, … if there are several)."""
    _print(request, "svg")


@with_print_options
def png_command(
    request: PrintRequest,
    dpi: Annotated[int, typer.Option(min=36, max=600, help="Dots per inch.")] = 150,
) -> None:
    """Make PNG pictures, one for each page (name-1.png, name-2.png, … if there are several)."""
    _print(request, "png", dpi=dpi)


def _print(request: PrintRequest, ending: str, dpi: int = 150, back: str = "none") -> None:
    from sheetgen.api.printing import PrintOptions, make_document, write_document

    document = make_document(
        lambda: chosen_game(request.variant, request.layout, request.change).layout,
        PrintOptions(**request.options, back=back),
        user_settings,
    )
    printed = write_document(document, ending, request.output, dpi, progress_bar(request.quiet, "Pages"))
    if not request.quiet:
        _report(printed)


def _report(printed: Printed) -> None:
    """Print file, pages, sheets, numbers, and where the codes lead."""
    files, links = printed.files, printed.links
    typer.echo(f"Made {files[0]}" if len(files) == 1 else f"Made {files[0]} … {files[-1]}")
    line("pages", f"{printed.pages} on {printed.paper}")
    if printed.sheets:
        size = f"{printed.sheets_per_page} on a page at {printed.scale * 100:.0f} %"
        line("sheets", f"{_numbers(printed.sheets)}, {size}")
    if printed.two_scale:
        line("note", f"two would stand on a page at {printed.two_scale * 100:.0f} %: --per-page 2")
    if printed.boards:
        line("boards", f"{_numbers(printed.boards)}, at {printed.board_scale * 100:.0f} %")
    if printed.shuffle_seed is not None:
        count, possible = len(printed.sheets), printed.shuffled_sheets
        again = ", which then begin again" if count > possible else ""
        sheets = f"{min(count, possible):,} of {possible:,} possible sheets"
        line("shuffle", f"seed {printed.shuffle_seed}: {sheets}{again}")
        line("codes", links[0] + (" and so on" if count > 1 else ""))
    elif links:
        several = len(printed.sheets) + len(printed.boards) > 1
        line("codes", links[0] + (f" to .{links[-1].rpartition('.')[2]}" if several else ""))
    if links and printed.shadowed:
        slug = links[0].partition("#")[0].rstrip("/").rpartition("/")[2]
        line("note", f"codes lead to the built-in {slug}, which has other rules; better make it a layout of its own")
    if links and printed.is_local:
        line("note", "some Android phones cannot open .local addresses; for them give --scorer-url lan")


def _numbers(serials: range) -> str:
    if len(serials) == 1:
        return f"1, number {serials[0]}"
    return f"{len(serials)}, numbers {serials[0]} to {serials[-1]}"
