"""Make the pictures in README and docs from the program itself: `python examples/make_pictures.py [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from sheetgen.cli.app import main

ONE_SHEET = "--parts sheets --per-page 1 --orientation landscape --no-cut-marks --count 1"
MORE = (
    *("gemixxt-a", "gemixxt-b", "connected-steps", "connected-chain"),
    *("double-a", "double-b", "longo", "xchange", "bonus-a", "bonus-b", "connect15", "lucky15", "card-game"),
)

# Name of the picture, and how it is made.
PICTURES = {
    "classic": f"--variant classic {ONE_SHEET}",
    "bigpoints": "--variant bigpoints --no-cut-marks --count 2 --player Sarah --player Max",
    "onboard-sheet": f"--variant onboard {ONE_SHEET}",
    "onboard": "--variant onboard --parts board --no-cut-marks",
    "onboard-pieces": "--variant onboard --parts pieces",
    "duel": "--variant duel --parts board --no-cut-marks",
    "duel-tokens": "--variant duel --parts pieces",
    "theme-cvd": "--variant bigpoints --theme cvd --no-cut-marks --count 2",
    "theme-grey": "--variant bigpoints --theme grey --no-cut-marks --count 2",
    "theme-inksaver": "--variant bigpoints --theme inksaver --no-cut-marks --count 2",
    **{name: f"--variant {name} {ONE_SHEET}" for name in MORE},
    "shuffled": "--variant gemixxt-a --shuffle 7 --no-cut-marks --count 2",
}

# Name of the picture, and the part of a printed page that it shows: left, top, right and bottom as shares of the page.
DETAILS = {
    "address": (0.02, 0.43, 0.55, 0.495),
    "check-line": (0.02, 0.94, 0.55, 0.995),
}
PRINTED = "--variant classic --dpi 150"

PLOT = "--variant onboard --players 3 --games 2000"
"""What is played for the picture of a simulation."""


def make(folder: Path) -> None:
    """Write all pictures."""
    folder.mkdir(exist_ok=True)
    for name, options in PICTURES.items():
        main_quietly(["png", *options.split(), "--dpi", "84", "--quiet", "--output", str(folder / f"{name}.png")])
    page = folder / "page.png"
    main_quietly(["png", *PRINTED.split(), "--quiet", "--output", str(page)])
    with Image.open(page) as picture:
        for name, (left, top, right, bottom) in DETAILS.items():
            width, height = picture.size
            box = (int(left * width), int(top * height), int(right * width), int(bottom * height))
            picture.crop(box).save(folder / f"{name}.png")
    page.unlink()
    main_quietly(["simulate", *PLOT.split(), "--quiet", "--plot", str(folder / "simulation.png")])


def main_quietly(arguments: list[str]) -> None:
    """Run a command; only failure ends the script."""
    try:
        main(arguments)
    except SystemExit as done:
        if done.code:
            raise


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "pictures")
