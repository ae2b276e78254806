"""How time, size and memory of a pad by sheetgen grow with its sheets."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from benchmarks import tables
from benchmarks.measuring import measure, rounds, sheetgen
from benchmarks.pad import VARIANT

COUNTS = (1, 10, 100, 1_000, 10_000, 100_000)
COMPARED = 1_000
"""Against the time of an added sheet in such a pad the others are compared."""
MOST_RUNS, PATIENCE = 3, 5.0


def growth_report(folder: Path, most: int) -> tables.Report:
    """A line for each pad, up to so many sheets."""
    counts = [count for count in COUNTS if count <= most]
    files = {count: folder / f"growth-{count}.pdf" for count in counts}
    works = {
        f"{count:,} sheets": partial(
            measure,
            sheetgen("pdf", "--variant", VARIANT, "--count", str(count), "--quiet", "--output", str(file)),
            folder,
        )
        for count, file in files.items()
    }
    taken = rounds(works, MOST_RUNS, PATIENCE).values()
    best = {count: min(runs, key=lambda run: run.seconds) for count, runs in zip(counts, taken, strict=True)}
    added = {count: (best[count].seconds - best[1].seconds) / (count - 1) for count in counts[1:]}
    base = added.get(COMPARED)
    lines = []
    for count in counts:
        run, size = best[count], files[count].stat().st_size
        lines.append(
            (
                f"{count:>7,}",
                tables.time(run.seconds),
                tables.time(run.seconds / count),
                tables.time(added[count]) if count in added else "",
                tables.ratio(added[count], base) if base and count in added else "",
                tables.size(size),
                f"{size / count:,.0f}",
                tables.size(run.peak),
            )
        )
    columns = ("sheets", "time", "per sheet", "per added sheet", f"ratio to {COMPARED:,} sheets",
               "file", "bytes per sheet", "peak memory")  # fmt: skip
    table = tables.Table("Growth of a pad by sheetgen", columns, tuple(lines))
    return tables.Report(table.text(), table.markdown(*(columns[at] for at in (1, 3, 4, 5, 7))))
