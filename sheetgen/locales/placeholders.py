"""Labels: texts with Jinja2 placeholders. Labels are untrusted, so they may name values and nothing else.

Jinja's sandbox keeps a label from reaching into Python, but not from counting to a billion. So calls, loops, filters
and arithmetic are refused before a label is rendered.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from jinja2 import StrictUndefined, Template, TemplateError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from sheetgen.errors import is_printable, suggest

MAX_LABEL = 2000  # characters

_ENVIRONMENT = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
_ENVIRONMENT.globals.clear()  # labels know the values they are given and none of Jinja's own functions
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


def render(text: str, values: Mapping[str, str | int]) -> str:
    """Return a checked label with its values filled in."""
    return _template(text).render(values) if "{" in text else text


def normalised(text: str, names: Iterable[str]) -> str:
    """Return a label with every placeholder written `{{ name }}`, the only form that the scorer page understands."""
    return render(text, {name: f"{{{{ {name} }}}}" for name in names})


def label_fault(text: str, known: Iterable[str]) -> tuple[str, str] | None:
    """Return what is wrong with a label and a hint, or None. `known` are the values that it may name."""
    names = list(known)
    syntax_hint = f"Values are written {{{{ {names[0]} }}}}." if names else "This one is plain text, without braces."
    if len(text) > MAX_LABEL:
        return f"the label is too long ({len(text)} characters)", f"At most {MAX_LABEL}."
    if not is_printable(text):
        return "the label has line breaks or characters that cannot be seen", "Write it on one line."
    if "{" not in text:
        return None
    try:
        tree = _ENVIRONMENT.parse(text)
    except (TemplateError, RecursionError):
        return "the braces in this label cannot be read", syntax_hint
    for node in tree.find_all(nodes.Node):
        if not isinstance(node, _ALLOWED):
            used = (words for kind, words in _WORDS.items() if isinstance(node, kind))
            message = f"a label cannot use {next(used, 'commands or calculations')}"
            return message, f"Labels only name values. {syntax_hint}"
    for name in sorted({node.name for node in tree.find_all(nodes.Name)}):
        if name not in names:
            return f"the label names {name!r}, which has no value", suggest(name, names) if names else syntax_hint
    return None


@lru_cache(maxsize=1000)
def _template(text: str) -> Template:
    return _ENVIRONMENT.from_string(text)
