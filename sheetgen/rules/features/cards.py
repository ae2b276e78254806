"""Cards instead of dice: a number for everybody, and up to some cards of one colour for the active player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Interval

from sheetgen.errors import Problem
from sheetgen.file_model import Model
from sheetgen.rules.features.base import Feature
from sheetgen.rules.rulebook import Cards, Row, Rulebook

if TYPE_CHECKING:
    from sheetgen.rules.audit.findings import Value
    from sheetgen.rules.game_spec import GameSpec
    from sheetgen.rules.shuffle.shuffling import LayoutFiles

DISPLAY = 4  # cards beside the pile, of which players see the number, but not the colour


class CardsSpec(Model):
    """A game without dice. There is a card for each number of each row; its back shows the number, but no colour. The
    top card of the pile is for everybody; then the active player plays cards of one colour."""

    hand: Annotated[int, Interval(ge=1, le=12)]
    """How many cards the active player holds when playing some of them."""
    plays: Annotated[int, Interval(ge=1, le=6)]
    """How many cards of one colour the active player may play in a turn."""
    gap: Annotated[int, Interval(ge=0, le=20)] = 0
    """How many numbers may be left out between the first and the last number that is crossed with these cards."""


class CardKeys(Model):
    """The key of cards in `[game]`."""

    cards: CardsSpec | None = None
    """Cards instead of dice."""


class PlayingCards(Feature):
    """Cards instead of dice."""

    key = "cards"
    noun = "cards"

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        if not game.cards:
            return
        for name, row in game.rows.items():
            colours = {cell.colour for cell in row.cells}
            if len(colours) > 1:
                message = f"{name!r} has numbers of several colours, which cards cannot be played for"
                yield files.problem(("game", "rows", name, "cells"), message, "Give it one colour.", ("game", "cards"))
        if game.cards.plays > game.cards.hand:
            message = f"nobody can play {game.cards.plays} of {game.cards.hand} cards"
            yield files.problem(("game", "cards", "plays"), message, "Play at most as many as are held.")
        cards = sum(len(row.cells) for row in game.rows.values())
        needed = game.players.max * (game.cards.hand - 1) + 1 + DISPLAY + 1  # hands, display, and a card on the pile
        if needed > cards:
            message = f"{game.players.max} players need {needed} cards, but the rows have {cards} numbers"
            yield files.problem(("game", "cards", "hand"), message, "Let them hold fewer.", ("game", "players"))

    def rulebook_fields(self, game: GameSpec, rows: Sequence[Row]) -> dict[str, Any]:
        cards = game.cards
        return {"cards": Cards(cards.hand, cards.plays, cards.gap) if cards else None}

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        if cards := rulebook.cards:
            yield "cards", f"a hand of {cards.hand}; up to {cards.most} of one colour in a turn, {cards.gap} left out"

    def rule_values(self, rulebook: Rulebook) -> dict[str, Value]:
        hand, most, gap = rulebook.cards or (0, 0, 0)
        return {
            "hand": hand,
            "kept": hand - 1,
            "plays": most,
            "gap": gap,
            "display": DISPLAY,
            "deck": len(deck(rulebook)),
        }


def deck(rulebook: Rulebook) -> list[str]:
    """Return all cards, each named by the cell that it is for."""
    return [cell.id for row in rulebook.coloured_rows for cell in row.cells]
