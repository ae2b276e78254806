"""Findings in words: the locale's text with cells, rows and sums named as players know them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sheetgen.layouts.labels import render
from sheetgen.layouts.locales import Locale
from sheetgen.layouts.models import Layout
from sheetgen.rules.audit import Audit
from sheetgen.rules.findings import Cells, Figure, Finding, Names, Rows, Value

MINUS = "−"
"""A true minus sign, as long as a plus is wide."""


def message(finding: Finding, layout: Layout, locale: Locale) -> str:
    """The finding in one or two sentences."""
    values = {name: _named(value, layout, locale) for name, value in finding.values.items()}
    return render(locale.findings[finding.reason], values)


def audit_data(audit: Audit, layout: Layout, locale: Locale) -> dict[str, Any]:
    """The answer to a record or a log as JSON-able data."""
    return {
        "variant": layout.slug,
        "ok": audit.ok,
        "winners": list(audit.winners),
        "players": [asdict(score) for score in audit.scores],
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity,
                "rule": finding.rule,
                "player": finding.player,
                "cells": list(finding.cells),
                "message": message(finding, layout, locale),
                **({"turn": finding.turn} if finding.turn else {}),
            }
            for finding in audit.findings
        ],
    }


def row_name(id: str, locale: Locale) -> str:
    """A row or colour as the language calls it. Bonus rows are called by their neighbours."""
    return "-".join(locale.colours.get(part, part.capitalize()) for part in id.split("-"))


def cell_name(id: str, locale: Locale) -> str:
    """A cell as players call it: Red 5."""
    row, _, number = id.rpartition(" ")
    if number == "lock":
        return render(locale.scoring.lock, {"row": row_name(row, locale)})
    return f"{row_name(row, locale)} {number}"


def figure_name(id: str, layout: Layout, locale: Locale) -> str:
    """A sum as the sheet calls it: a row, or the label of its box."""
    if id in layout.game.rows:
        return row_name(id, locale)
    return locale.label(f"sum_{id}", layout)


def synonyms(layout: Layout, locale: Locale) -> dict[str, str]:
    """What players may call rows and penalties when they read out a sheet: as the language does, in lower case."""
    rows = [*layout.game.rows, *("-".join(bonus.between) for bonus in layout.game.bonus)]
    words = {row_name(id, locale).lower(): id for id in rows}
    return {**words, figure_name("penalties", layout, locale).lower(): "penalties"}


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", MINUS)


def _named(value: Value, layout: Layout, locale: Locale) -> str:
    match value:
        case Cells(ids):
            return ", ".join(cell_name(id, locale) for id in ids)
        case Names(names):
            *others, last = names
            return render(locale.scoring.both, {"others": ", ".join(others), "last": last}) if others else last
        case Rows(ids):
            return ", ".join(row_name(id, locale) for id in ids)
        case Figure(id):
            return figure_name(id, layout, locale)
        case int():
            return signed(value)
        case _:
            return value
