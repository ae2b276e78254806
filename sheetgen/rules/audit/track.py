"""Which moves can have brought a piece to its space, as far as a finished sheet shows."""

from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Rulebook, Space


def space_cells(rulebook: Rulebook, space: Space) -> tuple[str, ...]:
    """Return the cells with the number of a space; several only where its row repeats that number."""
    return tuple(
        cell.id for row in rulebook.rows if row.id == space.row for cell in row.cells if cell.number == space.number
    )


def longest_hop(rulebook: Rulebook, record: Record) -> int:
    """Return how many spaces one move can lead ahead: the free spaces, and a jump over every other piece."""
    players = len(record.sheets) if record.complete else rulebook.players[1]
    return rulebook.move + players - 1


def fewest_moves(rulebook: Rulebook, record: Record, sheet: Sheet) -> int | None:
    """Return the fewest moves that lead to the sheet's space, each but the last landing on a crossed number.

    Returns None if no chain of moves leads there; 0 on the start, or without a track.
    """
    if not record.side or not sheet.space:
        return 0
    spaces = rulebook.tracks[record.side]
    hop = longest_hop(rulebook, record)
    frontier, reached, moves = {0}, {0}, 0
    while frontier:
        moves += 1
        ahead = {space for start in frontier for space in range(start + 1, start + hop + 1)}
        if sheet.space in ahead:
            return moves
        frontier = {space for space in ahead - reached if sheet.count(space_cells(rulebook, spaces[space - 1]))}
        reached |= frontier
    return None
