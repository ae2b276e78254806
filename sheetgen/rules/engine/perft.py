"""Count the ways in which a game can go on, as chess programs do to test their move generators."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from sheetgen.rules.engine.grid import CrossOption
from sheetgen.rules.engine.state import GameState, PieceMove
from sheetgen.rules.features.cards import deck


def perft(game: GameState, depth: int) -> int:
    """Return in how many ways the next `depth` turns can be played if the dice show what `fixed_roll` says.

    Two ways are different if they would have different logs. Games that end before the last of these turns do not
    count, but those that end in it do.
    """
    if depth == 0:
        return 1
    if game.end:
        return 0
    if depth == 1:
        return sum(_ways_to_finish_turn(after) for after in _after_action1(game))
    return sum(perft(after, depth - 1) for after in _after_turn(game))


class Roll(NamedTuple):
    """The dice of a turn, or its cards: the number of the top card as `white`, and the active player's hand."""

    white: tuple[int, ...]
    dice: dict[str, int]
    hand: tuple[str, ...] = ()


def fixed_roll(game: GameState) -> Roll:
    """Return the dice that are still in the game, or the cards, of the coming turn.

    Of the two white dice and the coloured ones in the rulebook's order, the n-th die shows 1 + n · t modulo the number
    of its sides in turn t, both counted from 1. Cards lie in the rulebook's order, again and again: turn t begins at
    card number 7 · t, which is the top card, and the next ones are the hand.
    """
    turn = game.turns + 1
    if game.rulebook.cards:
        cards = deck(game.rulebook)
        top, *hand = (cards[(7 * turn + place) % len(cards)] for place in range(1 + game.rulebook.cards.hand))
        return Roll((game.grids[0].cells[top].number,), {}, tuple(hand))
    faces = [1 + (number + 1) * turn % game.rulebook.die_sides for number in range(2 + len(game.rulebook.die_colours))]
    coloured = dict(zip(game.rulebook.die_colours, faces[2:], strict=True))
    return Roll((faces[0], faces[1]), {colour: coloured[colour] for colour in game.dice})


def _after_turn(game: GameState) -> Iterator[GameState]:
    """Yield the game after each way to play a turn."""
    for after_action1 in _after_action1(game):
        for after_action2 in _after_action2(after_action1):
            for after in _after_action3(after_action2):
                after.end_turn()
                yield after


def _ways_to_finish_turn(game: GameState) -> int:
    """Return in how many ways a turn can go on after action 1."""
    if game.side is None and game.rulebook.most_crosses == 2:
        return 1 + len(_coloured_choices(game))
    return sum(1 + len(_moves(after)) for after in _after_action2(game))


def _after_action1(game: GameState) -> Iterator[GameState]:
    """Yield the game after each combination of what players can cross with the white sum."""
    white, _, hand = fixed_roll(game)
    players = [game.active] if game.rulebook.tokens_each else range(game.players)
    choices = [[None, *_distinct(game.legal(player, game.white_options(player, white)))] for player in players]
    for chosen in product(*choices):
        after = game.copied()
        after.hand = hand
        after.action1({player: option for player, option in zip(players, chosen, strict=True) if option})
        yield after


def _after_action2(game: GameState, crosses: int = 0) -> Iterator[GameState]:
    """Yield the game after each way to play action 2, of which so many crosses are made already."""
    yield game.copied()
    for option in _coloured_choices(game) if crosses < game.rulebook.most_crosses - 1 else ():
        after = game.copied()
        after.action2(option)
        yield from _after_action2(after, crosses + 1)


def _after_action3(game: GameState) -> Iterator[GameState]:
    yield game.copied()
    for move in _moves(game):
        after = game.copied()
        after.action3(move)
        yield after


def _coloured_choices(game: GameState) -> list[CrossOption]:
    white, dice, _ = fixed_roll(game)
    return [] if game.end else _distinct(game.legal(game.active, game.coloured_options(white, dice)))


def _moves(game: GameState) -> list[PieceMove]:
    return [] if game.end or game.side is None else game.legal_moves()


def _distinct(options: list[CrossOption]) -> list[CrossOption]:
    """Return the options without those that a log cannot tell from others."""
    return list({(option.cell, option.via): option for option in options}.values())
