"""Findings in words: the locale's text with cells, rows and sums named as players know them."""

from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.labels import render
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import cell_name, figure_name, row_name, signed
from sheetgen.rules.audit.findings import Cells, Figure, Finding, Names, Rows, Value


def message(finding: Finding, layout: Layout, locale: Locale) -> str:
    """The finding in one or two sentences."""
    values = {name: _named(value, layout, locale) for name, value in finding.values.items()}
    return render(locale.findings[finding.reason], values)


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
