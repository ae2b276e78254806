"""`sheetgen scan`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options
from sheetgen.cli.console import progress_bar, user_settings
from sheetgen.cli.score_table import show_result

if TYPE_CHECKING:
    from sheetgen.api.scanning import Doubt, Scan, ScannedPlayer, ScanRequest


def scan_command(
    photo: Annotated[
        list[Path], typer.Argument(metavar="PHOTO...", help="Photos of finished sheets, one for each player.")
    ],
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", help="A player's name; repeat it in the order of the photos.")
    ] = None,
    side: Annotated[str | None, typer.Option("--side", help="The side of the board that was played on.")] = None,
    space: Annotated[
        list[str] | None,
        typer.Option(
            "--space",
            help="Where a piece stands, which no sheet shows: 5, or "
            '"yellow 6 +3"; repeat it in the order of the photos.',
        ),
    ] = None,
    lang: options.Language = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE.json", help="Write the game down, for `sheetgen score`."),
    ] = None,
    overlay: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.png", help="Draw what was read (FILE-1.png, FILE-2.png, … if there are several photos)."
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Read photos of finished sheets, score them and check their rules.

    The code on each sheet tells which layout it is of; --layout is for your own. At a terminal you are asked for
    whatever a photo leaves unsure. Ends with a status like `sheetgen score`. Needs `pip install 'sheetgen[scan]'`.
    """
    from contextlib import ExitStack

    from sheetgen.api.files import atomic_file
    from sheetgen.api.scanning import ScanResult, check_scan_extra, name_in_record, read_scan

    check_scan_extra()
    request = _request(photo, variant, layout, change, name, side, space, lang, output, overlay)
    with ExitStack() as stack:
        # Opened before the photos are read, so that what cannot be written is noticed at once.
        file = stack.enter_context(atomic_file(output)) if output else None
        scan = read_scan(request, progress_bar(as_json, "Photos"))
        scan.write_overlays()
        if _is_interactive() and not as_json:
            _ask_all(scan)
            scan.write_overlays([player for player in scan.players if player.settled])
        if output and file:
            named = name_in_record(output, scan.layout, layout, change or ())
            file.write_text(scan.record_text(named), encoding="utf-8", newline="\n")
    if not as_json:
        _report_unsure(scan)
    made = [*([output] if output else []), *request.overlays]
    show_result(ScanResult(scan), as_json, scan.to_data(), made)


def _request(
    photos: list[Path],
    variant: str | None,
    layout: Path | None,
    changes: list[str] | None,
    names: list[str] | None,
    side: str | None,
    spaces: list[str] | None,
    lang: str | None,
    output: Path | None,
    overlay: Path | None,
) -> ScanRequest:
    """Return what the options ask for, or raise one error with everything that is wrong with them."""
    from sheetgen.api.files import Collector
    from sheetgen.api.scanning import ScanRequest, check_record_file, check_request, overlay_files
    from sheetgen.api.settings import Settings

    faults = Collector()
    settings = faults.attempt(user_settings) or Settings()
    is_given = variant is not None or layout is not None or bool(changes)
    only = faults.attempt(lambda: options.chosen_game(variant, layout, changes).layout) if is_given else None
    files = faults.attempt(lambda: overlay_files(overlay, photos)) if overlay else None
    request = ScanRequest(photos, only, lang, settings, names or (), side, spaces or (), files or ())
    if output:
        faults.attempt(lambda: check_record_file(output, only, layout, changes or ()))
    faults.attempt(lambda: check_request(request))
    faults.raise_if_any()
    return request


def _is_interactive() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _ask_all(scan: Scan) -> None:
    """Settle everything that is unsure: first the cells of each photo, then where the pieces stand."""
    from sheetgen import InputError

    try:
        for player in scan.players:
            _settle(player, scan)
        if not scan.knows_spaces:
            _ask_pieces(scan)
    except typer.Abort:
        typer.echo()
        raise InputError.of("not all questions were answered, so nothing was scored") from None


def _report_unsure(scan: Scan) -> None:
    """Print on stderr what is still unsure, and what was assumed."""
    words = scan.locale.scan
    for player in scan.players:
        for doubt in player.doubts():
            text = scan.words(words.taken_crossed if doubt.is_crossed else words.taken_not_crossed, doubt)
            _note(player, _with_number(text, player, doubt, scan), scan)
        if scan.rulebook.tracks and player.space is None:
            _note(player, words.space_unknown, scan)


def _note(player: ScannedPlayer, text: str, scan: Scan) -> None:
    from sheetgen.api.files import printable

    typer.echo(f"{scan.locale.scan.unsure}: {printable(f'{player.photo}: {text}')}", err=True)


def _settle(player: ScannedPlayer, scan: Scan) -> None:
    """Ask until nothing is left, and no cell twice.

    Cells that cannot be told come first: with them, readings that break a rule may come or go. Of these the least sure
    comes first, because its answer may settle others. New questions may come up, so the picture is made again when it
    lacks one of them.
    """
    from sheetgen.api.files import printable

    shown = player.numbers()
    while pending := player.doubts():
        if not player.numbers().keys() <= shown.keys():
            scan.write_overlays([player])
            shown = player.numbers()
        unclear = [each for each in pending if each.finding is None]
        doubt = unclear[0] if unclear else min(pending, key=lambda each: player.confidence(each.cell))
        reason = scan.reason(doubt)
        typer.echo(printable(f"{player.photo}, {player.name}: {_with_number(reason, player, doubt, scan)}"))
        player.settled[doubt.cell] = _yes_or_no(scan.words(scan.locale.scan.ask, doubt), doubt.is_crossed, scan)


def _with_number(text: str, player: ScannedPlayer, doubt: Doubt, scan: Scan) -> str:
    """Return the text, with the number by which the picture shows the cell."""
    if not player.overlay:
        return text
    number, file = player.numbers()[doubt.cell], str(player.overlay)
    return f"{text} {scan.words(scan.locale.scan.see, doubt, number=number, file=file)}"


def _yes_or_no(question: str, guess: bool, scan: Scan) -> bool:
    """Ask for yes or no, by any beginning of the word; nothing means the guess, which is shown as a capital."""
    yes, no = scan.locale.scan.yes.lower(), scan.locale.scan.no.lower()
    letters = f"{yes[:1].upper()}/{no[:1]}" if guess else f"{yes[:1]}/{no[:1].upper()}"
    while answer := _answer(f"{question} [{letters}]").lower():
        meant = [value for word, value in ((yes, True), (no, False)) if word.startswith(answer)]
        if len(meant) == 1:
            return meant[0]
        typer.echo(scan.words(scan.locale.scan.answer_hint, yes=yes, no=no))
    return guess


def _ask_pieces(scan: Scan) -> None:
    """Ask for the side of the board and the space of each piece. Who does not know enters nothing."""
    sides, words = list(scan.rulebook.tracks), scan.locale.scan
    while scan.side is None and len(sides) > 1:
        answer = _answer(f"{scan.words(words.side_ask, sides=' / '.join(sides))} {words.empty_hint}").lower()
        if not answer:
            return
        scan.side = answer if answer in sides else None
    for player in scan.players:
        if player.space is None:
            player.space = _ask_space(scan, player)


def _ask_space(scan: Scan, player: ScannedPlayer) -> int | None:
    from sheetgen import InputError

    words = scan.locale.scan
    question = f"{scan.words(words.space_ask, player=player.name)} {words.empty_hint}"
    while answer := _answer(question):
        try:
            return scan.read_space(player, answer)
        except InputError as error:
            typer.echo(str(error))
    return None


def _answer(question: str) -> str:
    text: str = typer.prompt(question, default="", show_default=False, prompt_suffix=" ")
    return text.strip()
