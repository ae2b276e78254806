"""Labels: texts with Jinja2 placeholders, which may come from strangers.

Jinja's sandbox stops a label from reaching into Python, but not from counting to a billion. So labels may only
name values: no calls, loops, filters or arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from jinja2 import StrictUndefined, Template, TemplateError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from sheetgen.errors import is_printable, suggest

MAX_LABEL = 2000

_ENVIRONMENT = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
_ENVIRONMENT.globals.clear()  # a label knows what it is given, not what Jinja brings along
_ALLOWED = (nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name)
_WORDS: dict[type[nodes.Node], str] = {
    nodes.Filter: "filters, such as |upper",
    nodes.Call: "calls, such as range()",
    nodes.Getattr: "parts of values",
    nodes.Getitem: "parts of values",
    nodes.Literal: "values of its own in braces",
    nodes.If: "conditions",
    nodes.CondExpr: "conditions",
    nodes.For: "loops",
}


def label_fault(text: str, known: Iterable[str]) -> tuple[str, str] | None:
    """What is wrong with a label, and what would be right."""
    names = list(known)
    so_written = f"Values are written {{{{ {names[0]} }}}}." if names else "This one is plain text, without braces."
    if len(text) > MAX_LABEL:
        return f"the label is too long ({len(text)} characters)", f"At most {MAX_LABEL}."
    if not is_printable(text):
        return "the label has line breaks or characters that cannot be seen", "Write it on one line."
    try:
        tree = _ENVIRONMENT.parse(text)
    except (TemplateError, RecursionError):
        return "the braces in this label cannot be read", so_written
    for node in tree.find_all(nodes.Node):
        if not isinstance(node, _ALLOWED):
            return f"a label cannot use {_called(node)}", f"Labels only name values. {so_written}"
    for name in sorted({node.name for node in tree.find_all(nodes.Name)}):
        if name not in names:
            return f"the label names {name!r}, which has no value", suggest(name, names) if names else so_written
    return None


def _called(node: nodes.Node) -> str:
    """What people call a part of a template."""
    return next((words for kind, words in _WORDS.items() if isinstance(node, kind)), "commands or calculations")


@lru_cache(maxsize=1000)
def template(text: str) -> Template:
    """Compiled once: a pad asks for the same labels on every sheet."""
    return _ENVIRONMENT.from_string(text)
