"""Labels with their values: texts with the placeholders of Jinja2.

Nearly all labels have nothing but plain placeholders, which need no Jinja; loading it would take longer than the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

_PLACEHOLDER = re.compile(r"(?<!\{)\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}")
_FOR_JINJA = re.compile(r"\{[{%#]|[\r\n]")


def render(text: str, values: Mapping[str, str | int]) -> str:
    """The label with its values. The label has been checked before."""
    names = _plain_names(text)
    if names is None or not names <= values.keys():
        from sheetgen.locales.label_checks import template

        return template(text).render(values)
    return _PLACEHOLDER.sub(lambda found: str(values[found[1]]), text)


@lru_cache(maxsize=1000)
def _plain_names(text: str) -> frozenset[str] | None:
    """What a label names; None if there is more to it than plain placeholders."""
    if _FOR_JINJA.search(_PLACEHOLDER.sub("", text)):
        return None
    return frozenset(_PLACEHOLDER.findall(text))


def placeholders_only(text: str, names: Iterable[str]) -> str:
    """The label as those read it who know no more of Jinja than plain placeholders."""
    return render(text, {name: f"{{{{ {name} }}}}" for name in names})
