"""All benchmarks in one run: `python benchmarks/run.py [--only PART] [--most SHEETS] [--markdown]`.

Needs `pip install -e '.[test,bench]'`; what cannot run here is told in its line of the table. Absolute figures depend
on the machine; ratios within one run hardly do. Tables go to the standard output, progress to the standard error.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.tables import Report

PROJECT = Path(__file__).resolve().parent.parent
PARTS = {
    "pads": ("sheetgen", "zxingcpp"),
    "growth": ("sheetgen",),
    "startup": ("sheetgen",),
    "syncing": ("sheetgen",),
    "scorer": ("sheetgen", "playwright"),
    "games": ("sheetgen",),
}
"""Each part, and what it cannot do without."""


def main() -> None:
    """Print what each part tells."""
    parser = argparse.ArgumentParser(description="Run all benchmarks, and print tables with ratios.")
    parser.add_argument("--only", action="append", choices=PARTS, help="just this part; may be repeated")
    parser.add_argument("--most", type=int, default=100_000, metavar="SHEETS", help="the largest pad of the growth")
    parser.add_argument("--markdown", action="store_true", help="the short tables of the README")
    options = parser.parse_args()
    sys.path[0] = str(PROJECT)  # the folder of the package `benchmarks`, not of its modules
    with TemporaryDirectory() as folder:
        for part in options.only or PARTS:
            missing = [name for name in PARTS[part] if find_spec(name) is None]
            if missing:
                print(f"{part}: {', '.join(missing)} not installed: pip install -e '.[test,bench]'", end="\n\n")
                continue
            print(part, file=sys.stderr, flush=True)
            report = _report(part, Path(folder), options.most)
            print(report.readme if options.markdown else report.text, end="\n\n", flush=True)


def _report(part: str, folder: Path, most: int) -> Report:
    """What one part tells. It is loaded only now, since the parts need different libraries."""
    match part:
        case "pads":
            from benchmarks.pads import pads_report

            return pads_report(folder)
        case "growth":
            from benchmarks.growth import growth_report

            return growth_report(folder, most)
        case "startup":
            from benchmarks.startup import startup_report

            return startup_report(folder)
        case "syncing":
            from benchmarks.syncing import syncing_report

            return syncing_report(folder)
        case "scorer":
            from benchmarks.phone import scorer_report

            return scorer_report()
        case _:
            from benchmarks.rates import games_report

            return games_report()


if __name__ == "__main__":
    main()
