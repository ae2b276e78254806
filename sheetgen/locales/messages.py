"""Findings in words: the texts of a locale, with cells, rows and sums named as players call them."""

from __future__ import annotations

from typing import Any

from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.labels import render
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import cell_name, figure_name, row_name, signed
from sheetgen.rules.audit.audit import Audit
from sheetgen.rules.audit.findings import Cells, Figure, Finding, Names, Rows, Value
from sheetgen.rules.scoring import Score


def message(finding: Finding, layout: Layout, locale: Locale) -> str:
    """Return the message of a finding: one or two sentences."""
    values = {name: _named(value, layout, locale) for name, value in finding.values.items()}
    return render(locale.findings[finding.reason], values)


def audit_data(audit: Audit, layout: Layout, locale: Locale) -> dict[str, Any]:
    """Return the result of auditing a record or replaying a log as JSON-able data."""
    return {
        "variant": layout.slug,
        "ok": audit.ok,
        "winners": list(audit.winners),
        "players": [_score_data(score) for score in audit.scores],
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


def _score_data(score: Score) -> dict[str, Any]:
    return {
        "name": score.name,
        "rows": {id: {"crosses": row.crosses, "points": row.points} for id, row in score.rows.items()},
        "penalties": score.penalties,
        "extra": score.extra,
        "total": score.total,
        "rank": score.rank,
    }


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
