"""A summary of a layout's game for its designer: rows, points, special cells, and what ends the game."""

from itertools import groupby

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.pages.document import available_parts
from sheetgen.rules.features import FEATURES
from sheetgen.rules.rulebook import Row, Rulebook

Fact = tuple[str, str]  # heading and text


def facts(edition: Edition) -> list[Fact]:
    """Return the summary of a layout."""
    return [
        *print_facts(edition),
        *((row.id, _row_text(row, edition.rulebook)) for row in edition.rulebook.rows),
        ("points", " ".join(str(value) for value in edition.rulebook.scores[0].points[1:])),
        *game_facts(edition),
    ]


def print_facts(edition: Edition) -> list[Fact]:
    """Return the printed parts, the number of players, the fingerprint, and the code of a shuffled sheet."""
    return [
        ("print", ", ".join(available_parts(edition.layout))),
        ("players", edition.layout.game.players.span),
        ("code", fingerprint(edition)),
        *([("sheet", f"shuffled, {edition.arrangement.code}")] if edition.arrangement else []),
    ]


def _row_text(row: Row, rulebook: Rulebook) -> str:
    """Return the numbers of a row, and what its lock needs."""
    numbers = row_numbers(row, rulebook)
    if not row.lock:
        return numbers
    closing = f" with any of the last {len(row.closing)}" if len(row.closing) > 1 else ""
    return f"{numbers}  lock after {row.lock.needs}{closing}"


def row_numbers(row: Row, rulebook: Rulebook) -> str:
    """Return the numbers of a row without second boxes, with their colours if there are several; or its pairs."""
    if row.kind == "own":
        return " ".join(row.texts)
    cells = [cell for cell in row.cells if cell.id not in rulebook.doubles]
    runs = [(colour, " ".join(str(cell.number) for cell in run)) for colour, run in groupby(cells, lambda c: c.colour)]
    return ", ".join(f"{colour} {numbers}" for colour, numbers in runs) if len(runs) > 1 else runs[0][1]


def game_facts(edition: Edition) -> list[Fact]:
    """Return the facts about features, what can be shuffled, penalties, the end of the game, tracks and tokens."""
    rulebook = edition.rulebook
    boxes = rulebook.penalty_boxes
    ends = [f"{rulebook.closed_rows} closed rows{' of one player' if rulebook.has_own_closing else ''}"]
    if rulebook.tokens_each:
        ends += [f"{boxes} penalties in all", "somebody's last token"]
    else:
        ends.append(f"{boxes} penalties of one player")
    if rulebook.tracks:
        ends.append(f"a round after a piece reaches the last {rulebook.final} spaces")
    found = [fact for feature in FEATURES for fact in feature.facts(rulebook)]
    if rulebook.shuffle:
        found.append(("shuffle", ", ".join(rulebook.shuffle)))
    if rulebook.companions:
        found.append(("together", ", ".join(rulebook.companions)))
    found.append(("penalties", f"{boxes} boxes, {edition.penalty_text} points each"))
    found.append(("end", " or ".join(ends)))
    for side, spaces in rulebook.tracks.items():
        found.append((f"track {side}", f"{len(spaces)} spaces, +{spaces[0].extra} to +{spaces[-1].extra}"))
    if rulebook.token_colours:
        found.append(("tokens", f"{rulebook.tokens_each} each: {', '.join(rulebook.token_colours)}"))
    return found
