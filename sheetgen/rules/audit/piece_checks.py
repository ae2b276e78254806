"""Check the pieces on a track: that each stands on a crossed number, alone, and can have got there."""

from collections.abc import Iterator

from sheetgen.rules.audit.findings import Cells, Finding, Names, game_finding, sheet_finding
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Rulebook, Space


def check_piece(rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
    """Yield a finding if the piece stands on an uncrossed number, or if no chain of crossed numbers leads there."""
    assert record.side
    cells = space_cells(rulebook, rulebook.tracks[record.side][sheet.space - 1])
    if not sheet.count(cells):
        yield sheet_finding(sheet.name, "space-not-crossed", cells, space=sheet.space, cell=Cells(cells[:1]))
    fewest = _fewest_moves_to(rulebook, record, sheet)
    if sheet.space not in fewest:
        standing = _possible_spaces_of_others(rulebook, record, sheet)
        ahead = range(1, sheet.space)
        reach = max(space for space in ahead for start in fewest if _can_hop(rulebook, start, space, standing))
        here = max(fewest)
        yield sheet_finding(sheet.name, "space-unreachable", space=sheet.space, here=here, reach=reach)


def check_shared_spaces(record: Record) -> Iterator[Finding]:
    """Yield a finding for each space on which several pieces stand."""
    for space in sorted({sheet.space for sheet in record.sheets if sheet.space}):
        names = tuple(sheet.name for sheet in record.sheets if sheet.space == space)
        if len(names) > 1:
            yield game_finding("space-shared", space=space, players=Names(names))


def fewest_moves(rulebook: Rulebook, record: Record, sheet: Sheet) -> int | None:
    """Return the fewest moves that lead to the sheet's space, each but the last landing on a crossed number.

    Returns None if no chain of moves leads there; 0 on the start, or without a track.
    """
    return _fewest_moves_to(rulebook, record, sheet).get(sheet.space)


def crossed_on_the_way(rulebook: Rulebook, record: Record, sheet: Sheet) -> int:
    """Return how many numbers of spaces that the piece has passed or stands on are crossed; 0 without a track."""
    if not record.side:
        return 0
    own = sheet.rules(rulebook)
    spaces = own.tracks[record.side][: sheet.space]
    return sheet.count({id for space in spaces for id in space_cells(own, space)})


def space_cells(rulebook: Rulebook, space: Space) -> tuple[str, ...]:
    """Return the cells with the number of a space; several only where its row repeats that number."""
    return tuple(
        cell.id for row in rulebook.rows if row.id == space.row for cell in row.cells if cell.number == space.number
    )


def _fewest_moves_to(rulebook: Rulebook, record: Record, sheet: Sheet) -> dict[int, int]:
    """Return the fewest moves to each space, up to the sheet's own, on which the piece can have stood."""
    standing = _possible_spaces_of_others(rulebook, record, sheet)
    fewest = {0: 0}
    for space in sorted({*_crossed_spaces(rulebook, record, sheet), sheet.space} - {0}):
        moves = [fewest[start] for start in fewest if _can_hop(rulebook, start, space, standing)]
        if moves:
            fewest[space] = 1 + min(moves)
    return fewest


def _crossed_spaces(rulebook: Rulebook, record: Record, sheet: Sheet) -> set[int]:
    """Return the spaces with crossed numbers that the piece has passed or stands on."""
    if not record.side:
        return set()
    own = sheet.rules(rulebook)
    spaces = enumerate(own.tracks[record.side][: sheet.space], start=1)
    return {number for number, space in spaces if sheet.count(space_cells(own, space))}


def _possible_spaces_of_others(rulebook: Rulebook, record: Record, sheet: Sheet) -> list[set[int]]:
    """Return for each other player the spaces where the piece can have stood; all of them if the sheet is missing."""
    if record.complete:
        return [_crossed_spaces(rulebook, record, other) for other in record.sheets if other is not sheet]
    everywhere = set(range(1, sheet.space))
    return [everywhere] * (rulebook.players[1] - 1)


def _can_hop(rulebook: Rulebook, start: int, space: int, standing: list[set[int]]) -> bool:
    """Return whether one move can lead from `start` to `space`: over free spaces, and over pieces of other players."""
    jumped = sum(any(start < each < space for each in spaces) for spaces in standing)
    return start < space <= start + rulebook.move + jumped
