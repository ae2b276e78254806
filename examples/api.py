"""Print a pad, play a game on it, and score it: `python examples/api.py [FOLDER]`."""

import sys
from pathlib import Path

import sheetgen as sg


def main(folder: Path) -> None:
    """Write the pad into the folder, play a game with random dice, and print its result."""
    game = sg.load("classic", set={"game.penalties.points": -3})
    printed = game.pdf(folder / "pad.pdf", players=["Anna", "Ben"])
    print(f"{len(printed.sheets)} sheets on {printed.pages} page(s): {printed.files[0].name}")

    match = game.start("Anna", "Ben", seed=2)
    while not match.is_over:
        match.roll()
        for player in match.players:
            cells = match.legal(player)
            if cells:
                match.cross(player, cells[0])
        match.end_turn()

    result = match.result
    for score in result:
        print(f"{score.name}: {score.total} points")
    print(f"Winner: {' and '.join(result.winners)}; broken rules: {len(result.findings)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path())
