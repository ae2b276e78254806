"""The state of a game with cards instead of dice, and the dealing of the cards."""

from collections.abc import Callable, Mapping, Sequence

from sheetgen.rules.audit.findings import Cells, IllegalMoveError
from sheetgen.rules.engine.grid import CrossOption, Grid
from sheetgen.rules.engine.state import GameState
from sheetgen.rules.features.cards import DISPLAY, deck
from sheetgen.rules.rulebook import Cards, Rulebook


class CardGameState(GameState):
    """A game in which the active player crosses several numbers of one row with cards, one after the other.

    Cards are named by the cells that they are for.
    """

    def __init__(self, grids: Sequence[Grid]) -> None:
        super().__init__(grids)
        assert self.rulebook.cards
        self.cards: Cards = self.rulebook.cards
        self.dice = []
        self.played: tuple[str, ...] = ()  # cards that were played in this turn

    def coloured_options(self, white: tuple[int, ...], dice: Mapping[str, int]) -> list[CrossOption]:
        """Return all options to play one more card, legal or not."""
        if len(self.played) == self.cards.most:
            return []
        plain = self.grids[self.active].plain
        return [plain[card] for card in self.hand if card in plain and self._card_fault(card) is None]

    def turn_refusal(self, cell: str, white: tuple[int, ...], dice: Mapping[str, int]) -> IllegalMoveError:
        """Return why no card leads to this cell of an open row."""
        if len(self.played) == self.cards.most:
            return IllegalMoveError("too-many-cards", cell, most=self.cards.most)
        return self._card_fault(cell) or IllegalMoveError("card-missing", cell)

    def action2(self, option: CrossOption) -> None:
        """Cross the number of a card."""
        super().action2(option)
        self.played = (*self.played, option.cell)

    def end_turn(self) -> None:
        """End the turn; the next player has played no cards yet."""
        super().end_turn()
        self.played = ()

    def _card_fault(self, cell: str) -> IllegalMoveError | None:
        """Return why this card cannot follow those that were played: another colour, or too many numbers left out."""
        if not self.played:
            return None
        rows = self.grids[self.active].rulebook.rows_of
        row = rows[cell]
        first = Cells(self.played[:1])
        if row is not rows[self.played[0]]:
            return IllegalMoveError("card-colour", cell, first=first)
        places = sorted(row.ids.index(id) for id in (*self.played, cell))
        left_out = places[-1] - places[0] + 1 - len(places)
        if left_out > self.cards.gap:
            return IllegalMoveError("card-gap", cell, first=first, has=left_out, gap=self.cards.gap)
        return None


class Dealer:
    """Deals the cards of one game at random: a hand for each player, a display, and the pile."""

    def __init__(self, rulebook: Rulebook, players: int, random: Callable[[], float]) -> None:
        assert rulebook.cards
        self.random = random
        self.hand_size = rulebook.cards.hand
        self.pile = self._shuffled(deck(rulebook))
        self.discarded: list[str] = []
        self.hands = [[self._draw() for _ in range(self.hand_size - 1)] for _ in range(players)]
        self.display = [self._draw() for _ in range(DISPLAY)]

    def begin_turn(self, player: int) -> tuple[str, tuple[str, ...]]:
        """Fill up a player's hand from the display; return the top card of the pile, and the hand."""
        hand = self.hands[player]
        while len(hand) < self.hand_size and self.display:
            hand.append(self.display.pop(int(self.random() * len(self.display))))
        while len(self.display) < DISPLAY and (self.pile or self.discarded):
            self.display.append(self._draw())
        top = self._draw()
        self.pile.append(top)
        return top, tuple(hand)

    def discard(self, player: int, played: Sequence[str]) -> None:
        """Put away the cards that a player has played, or any one if none was."""
        hand = self.hands[player]
        for card in played or [hand[int(self.random() * len(hand))]]:
            hand.remove(card)
            self.discarded.append(card)

    def _draw(self) -> str:
        if not self.pile:
            self.pile, self.discarded = self._shuffled(self.discarded), []
        return self.pile.pop()

    def _shuffled(self, cards: list[str]) -> list[str]:
        return sorted(cards, key=lambda _: self.random())
