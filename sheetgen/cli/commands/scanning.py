"""The command `scan`, and its questions about unsure cells."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options
from sheetgen.cli.commands.scoring import show_result
from sheetgen.cli.console import progress_bar, user_settings
from sheetgen.errors import InputError, printable

if TYPE_CHECKING:
    from sheetgen.api.scanning import Doubt, Scan, ScannedPlayer


def scan_command(
    photo: Annotated[
        list[Path], typer.Argument(metavar="PHOTO", help="Photos of finished sheets; one may show several sheets.")
    ],
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            help="A player's name; repeat in the order of the photos, and of the sheets on each, row by row. "
            "[default: the name in the sheet's code, if any]"
        ),
    ] = None,
    side: Annotated[str | None, typer.Option(help="The side of the board that was played on.")] = None,
    space: Annotated[
        list[str] | None,
        typer.Option(
            help='Where a piece stands, which no sheet shows: 5, or "yellow 6 +3"; repeat in the order of the sheets.'
        ),
    ] = None,
    lang: options.Language = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE.json", help="Write the game to this file, for `sheetgen score`."),
    ] = None,
    overlay: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.png", help="Draw what was read (FILE-1.png, FILE-2.png, … if there are several sheets)."
        ),
    ] = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Read photos of finished sheets and score the game.

    The code on each sheet identifies its layout; --layout is for your own. In a terminal you are asked about cells
    that are unsure. Exits with the same status as `sheetgen score`. Needs the extra `scan`.
    """
    from sheetgen.api.scanning import ScanResult, open_scan

    is_given = variant is not None or layout is not None or bool(change)
    with open_scan(
        photo,
        lambda: options.chosen_game(variant, layout, change).layout if is_given else None,
        names=name or (),
        side=side,
        spaces=space or (),
        lang=lang,
        record=output,
        overlay=overlay,
        force=force,
        load_settings=user_settings,
        progress=progress_bar(as_json, "Photos"),
    ) as scan:
        scan.write_overlays()
        is_interactive = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
        if is_interactive and not as_json:
            _ask_all(scan)
            scan.write_overlays([player for player in scan.players if player.settled])
    if not as_json:
        _report_unsure(scan)
    made = [file for file in (output, *(player.overlay for player in scan.players)) if file]
    show_result(ScanResult(scan), as_json, scan.to_data(), made)


def _ask_all(scan: Scan) -> None:
    """Ask about everything that is unsure: first the cells of each photo, then where the pieces stand."""
    try:
        for player in scan.players:
            _settle(player, scan)
        if not scan.knows_spaces:
            _ask_pieces(scan)
    except typer.Abort:
        typer.echo()
        raise InputError.of("not all questions were answered, so nothing was scored") from None


def _report_unsure(scan: Scan) -> None:
    """Print on stderr which sheets were not read, what is still unsure and what was assumed."""
    words = scan.locale.scan
    for notice in scan.notices:
        typer.echo(printable(notice), err=True)
    for player in scan.players:
        notes = []
        for doubt in player.doubts():
            taken = words.taken_crossed if doubt.is_crossed else words.taken_not_crossed
            notes.append(_with_number(scan.words(taken, doubt), player, doubt, scan))
        if scan.rulebook.tracks and player.space is None:
            notes.append(words.space_unknown)
        for note in notes:
            typer.echo(f"{words.unsure}: {printable(f'{player.label}: {note}')}", err=True)


def _settle(player: ScannedPlayer, scan: Scan) -> None:
    """Ask about one cell after the other until no doubt is left, and about no cell twice.

    Unclear cells come first, because their answers can create or resolve broken rules. Then come the cells that break
    a rule, crossed ones first: if one of them was misread, its answer settles the others. The picture is drawn again
    when it lacks the number of a new question.
    """
    shown = player.numbers()
    while pending := player.doubts():
        if not player.numbers().keys() <= shown.keys():
            scan.write_overlays([player])
            shown = player.numbers()
        unclear = [each for each in pending if each.finding is None]
        doubt = unclear[0] if unclear else max(pending, key=lambda each: each.is_crossed)
        reason = _with_number(scan.reason(doubt), player, doubt, scan)
        typer.echo(printable(f"{player.label}, {player.name}: {reason}"))
        player.settled[doubt.cell] = _yes_or_no(scan.words(scan.locale.scan.ask, doubt), doubt.is_crossed, scan)


def _with_number(text: str, player: ScannedPlayer, doubt: Doubt, scan: Scan) -> str:
    """Return the text and, if there is a picture, the cell's number in it."""
    if not player.overlay:
        return text
    number = player.numbers()[doubt.cell]
    file = str(player.overlay)
    return f"{text} {scan.words(scan.locale.scan.see, doubt, number=number, file=file)}"


def _yes_or_no(question: str, guess: bool, scan: Scan) -> bool:
    """Ask for yes or no, of which the first letters suffice; an empty answer means the guess, shown in upper case."""
    yes, no = scan.locale.scan.yes.lower(), scan.locale.scan.no.lower()
    letters = f"{yes[:1].upper()}/{no[:1]}" if guess else f"{yes[:1]}/{no[:1].upper()}"
    while answer := _answer(f"{question} [{letters}]").lower():
        meant = [value for word, value in ((yes, True), (no, False)) if word.startswith(answer)]
        if len(meant) == 1:
            return meant[0]
        typer.echo(scan.words(scan.locale.scan.answer_hint, yes=yes, no=no))
    return guess


def _ask_pieces(scan: Scan) -> None:
    """Ask for the side of the board and the space of each piece; an empty answer leaves it unknown."""
    sides = list(scan.rulebook.tracks)
    words = scan.locale.scan
    while scan.side is None and len(sides) > 1:
        answer = _answer(f"{scan.words(words.side_ask, sides=' / '.join(sides))} {words.empty_hint}").lower()
        if not answer:
            return
        scan.side = answer if answer in sides else None
    for player in scan.players:
        question = f"{scan.words(words.space_ask, player=player.name)} {words.empty_hint}"
        while player.space is None and (answer := _answer(question)):
            try:
                player.space = scan.read_space(player, answer)
            except InputError as error:
                typer.echo(str(error))


def _answer(question: str) -> str:
    text: str = typer.prompt(question, default="", show_default=False, prompt_suffix=" ")
    return text.strip()
