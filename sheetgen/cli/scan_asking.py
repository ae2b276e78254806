"""What photos do not tell is asked at the terminal; or else it is told what was assumed instead."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from sheetgen.cli.scan_files import write_overlays
from sheetgen.cli.scan_game import Game, Player
from sheetgen.errors import InputError, printable
from sheetgen.games.quick_entry import read_space
from sheetgen.locales.labels import render
from sheetgen.locales.locale import Locale
from sheetgen.locales.messages import message
from sheetgen.locales.names import cell_name, synonyms

if TYPE_CHECKING:
    from sheetgen.photos.reading import Doubt


def is_interactive() -> bool:
    """Is there somebody to ask?"""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def ask_all(game: Game, locale: Locale) -> None:
    """Settle everything that is unsure: first the cells of each photo, then where the pieces stand."""
    try:
        for player in game.players:
            _settle(player, game, locale)
        if not game.is_known:
            _ask_pieces(game, locale)
    except typer.Abort:
        typer.echo()
        raise InputError.of("not all questions were answered, so nothing was scored") from None


def tell_unsure(game: Game, locale: Locale) -> None:
    """What is still unsure, and what was assumed, on stderr."""
    for player in game.players:
        for doubt in player.doubts():
            words = locale.scan.taken_crossed if doubt.is_crossed else locale.scan.taken_not_crossed
            taken = render(words, {"cell": cell_name(doubt.cell, locale)})
            _tell(player, _with_number(taken, player, doubt, locale), locale)
        if game.rulebook.tracks and player.space is None:
            _tell(player, locale.scan.space_unknown, locale)


def _tell(player: Player, text: str, locale: Locale) -> None:
    typer.echo(f"{locale.scan.unsure}: {printable(f'{player.photo}: {text}')}", err=True)


def _settle(player: Player, game: Game, locale: Locale) -> None:
    """Ask until nothing is left, and no cell twice.

    Cells that cannot be told come first: with them, readings that break a rule may come or go. Of these the least
    sure comes first, because with it the others may be settled too. What is asked for then may be new, so the picture
    is made again when it lacks something.
    """
    shown = player.numbers()
    while pending := player.doubts():
        if not player.numbers().keys() <= shown.keys():
            write_overlays([player], locale)
            shown = player.numbers()
        unclear = [each for each in pending if each.finding is None]
        doubt = unclear[0] if unclear else min(pending, key=lambda each: player.confidence(each.cell))
        cell = {"cell": cell_name(doubt.cell, locale)}
        reason = message(doubt.finding, game.layout, locale) if doubt.finding else render(locale.scan.unclear, cell)
        typer.echo(printable(f"{player.photo}, {player.name}: {_with_number(reason, player, doubt, locale)}"))
        player.settled[doubt.cell] = _is_so(render(locale.scan.ask, cell), doubt.is_crossed, locale)


def _with_number(text: str, player: Player, doubt: Doubt, locale: Locale) -> str:
    """The text, and where the picture shows the cell."""
    if not player.overlay:
        return text
    values: dict[str, str | int] = {"number": player.numbers()[doubt.cell], "file": str(player.overlay)}
    return f"{text} {render(locale.scan.see, values)}"


def _is_so(question: str, guess: bool, locale: Locale) -> bool:
    """Yes or no, by any beginning of the word; nothing means the guess, which is the one with a capital."""
    yes, no = locale.scan.yes.lower(), locale.scan.no.lower()
    letters = f"{yes[:1].upper()}/{no[:1]}" if guess else f"{yes[:1]}/{no[:1].upper()}"
    while answer := _answer(f"{question} [{letters}]").lower():
        meant = [value for word, value in ((yes, True), (no, False)) if word.startswith(answer)]
        if len(meant) == 1:
            return meant[0]
        typer.echo(render(locale.scan.answer_hint, {"yes": yes, "no": no}))
    return guess


def _ask_pieces(game: Game, locale: Locale) -> None:
    """On which side the game was played, and on which space each piece stands. Who does not know says nothing."""
    sides, words = list(game.rulebook.tracks), locale.scan
    while game.side is None and len(sides) > 1:
        answer = _answer(f"{render(words.side_ask, {'sides': ' / '.join(sides)})} {words.empty_hint}").lower()
        if not answer:
            return
        game.side = answer if answer in sides else None
    for player in game.players:
        if player.space is None:
            player.space = _space(game, player, locale)


def _space(game: Game, player: Player, locale: Locale) -> int | None:
    question = f"{render(locale.scan.space_ask, {'player': player.name})} {locale.scan.empty_hint}"
    while answer := _answer(question):
        try:
            return read_space(game.rulebook, player.name, answer, game.side, synonyms(game.layout, locale))
        except InputError as error:
            typer.echo(str(error))
    return None


def _answer(question: str) -> str:
    text: str = typer.prompt(question, default="", show_default=False, prompt_suffix=" ")
    return text.strip()
