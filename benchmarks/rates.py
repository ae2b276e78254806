"""How fast games are played, audited and replayed: the tables of `games.py` in one."""

from __future__ import annotations

from benchmarks import games, tables
from benchmarks.measuring import say
from sheetgen.rules.engine.simulate import STRATEGIES

SECONDS = 0.3
"""Each figure is measured at least so long."""


def games_report() -> tables.Report:
    """A line for each layout."""
    say("games are played")
    played = games.played(SECONDS)
    say("games are audited and replayed")
    evaluated = games.evaluated(SECONDS)
    table = tables.Table(
        "Per second, on one core, two players",
        ("", *(f"{strategy} games" for strategy in STRATEGIES), *games.EVALUATIONS),
        tuple(
            (name, *(f"{rate:,.0f}" for rate in (*line.values(), *evaluated[name].values())))
            for name, line in played.items()
        ),
    )
    plays = [line["careful"] for line in played.values()]
    audits = [line["games audited"] for line in evaluated.values()]
    return tables.Report(
        table.text(),
        f"One core plays {min(plays):,.0f} to {max(plays):,.0f} games of two careful players in a second, depending on"
        f" the layout, and audits {min(audits):,.0f} to {max(audits):,.0f} finished games.",
    )
