"""The texts of a language, also called labels: their keys, and the placeholders for values that each may use.

The English locale defines the keys and the values. Placeholders have the syntax of Jinja2.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from annotated_types import Len
from jinja2 import StrictUndefined, Template, TemplateError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment
from pydantic import create_model

from sheetgen.errors import is_printable, suggest
from sheetgen.file_model import Model, RulePicture
from sheetgen.layouts.files.merge import load_built_in
from sheetgen.rules.audit.findings import RULE_IDS
from sheetgen.rules.features import TRAITS

ENGLISH = load_built_in("locales", "en").data
MAX_LABEL = 2000  # characters

_ENVIRONMENT = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
_ENVIRONMENT.globals.clear()  # labels may use their values, but none of Jinja's own functions
_ALLOWED_NODES = (nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name)
_REFUSED_NODES: dict[type[nodes.Node], str] = {  # in messages
    nodes.Filter: "filters, such as |upper",
    nodes.Call: "calls, such as range()",
    nodes.Getattr: "parts of values",
    nodes.Getitem: "parts of values",
    nodes.Literal: "values of its own in braces",
    nodes.If: "conditions",
    nodes.CondExpr: "conditions",
    nodes.For: "loops",
}


@cache
def text_value_names(table: str) -> dict[str, tuple[str, ...]]:
    """Return the values that each text of a table may name, by key: those that the English text names."""
    return {key: _placeholder_names(text) for key, text in ENGLISH[table].items()}


@cache
def rule_value_names() -> tuple[str, ...]:
    """Return the values that every paragraph of the short rules may name: those that any English one names."""
    return _placeholder_names(" ".join(rule["text"] for rule in ENGLISH["rules"]))


def _placeholder_names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"\{\{ (\w+) \}\}", text)))


class Texts(Model):
    """A table of texts."""

    if TYPE_CHECKING:

        def __getattr__(self, key: str) -> str: ...


def _like_english(table: str) -> Callable[[type[Texts]], type[Texts]]:
    """Return a decorator that gives a model the keys of a table of the English locale, all of them required."""
    keys: dict[str, Any] = dict.fromkeys(ENGLISH[table], str)
    return lambda model: create_model(model.__name__, __base__=model, __doc__=model.__doc__, **keys)


@_like_english("labels")
class Labels(Texts):
    """The labels on sheets, boards and pages. Layouts may replace any of them."""


@_like_english("scoring")
class ScoringWords(Texts):
    """Words around a score: in tables and before findings."""


@_like_english("scorer")
class ScorerWords(Texts):
    """Texts of the scorer page."""


@_like_english("book")
class BookWords(Texts):
    """Texts of the book: the list of all games on a device, and the figures of their players."""


@_like_english("photos")
class PhotoWords(Texts):
    """Reasons why a photo of a sheet cannot be read, and what to do; used in the terminal and on the phone."""


@_like_english("scan")
class ScanWords(Texts):
    """Messages and questions in the terminal about photos that are read, and texts on the pictures made of them."""


if TYPE_CHECKING:
    Trait = str
    RuleId = str
else:
    Trait = Literal[*TRAITS]
    RuleId = Literal[*RULE_IDS]


class RuleText(Model):
    """A paragraph of the short rules."""

    when: list[Trait]
    """Print the paragraph only if the game has all of these."""
    unless: list[Trait] = []
    """Do not print the paragraph if the game has any of these."""
    ids: list[RuleId] = []
    """The rules that the paragraph tells. On the scorer page, a tap on the id of a rule shows its paragraphs."""
    heading: Annotated[str, Len(0, 60)]
    """The heading of the paragraph."""
    text: Annotated[str, Len(0, 900)]
    """The paragraph."""
    picture: RulePicture | None = None
    """A small picture beside the paragraph, if the game has what it shows."""


def render(text: str, values: Mapping[str, str | int]) -> str:
    """Return a checked label with its values filled in."""
    return _template(text).render(values) if "{" in text else text


def label_fault(text: str, known: Iterable[str]) -> tuple[str, str] | None:
    """Return the fault of a label and a hint; None if it is valid. `known` are the values that it may name.

    Labels are untrusted. Jinja's sandbox keeps them from reaching into Python, but not from counting to a billion. So
    calls, loops, filters and arithmetic are refused before a label is rendered.
    """
    names = list(known)
    syntax_hint = f"Values are written {{{{ {names[0]} }}}}." if names else "This one is plain text, without braces."
    if len(text) > MAX_LABEL:
        return f"the label is too long ({len(text)} characters)", f"At most {MAX_LABEL}."
    if not is_printable(text):
        return "the label has line breaks or invisible characters", "Write it on one line."
    if "{" not in text:
        return None
    try:
        tree = _ENVIRONMENT.parse(text)
    except (TemplateError, RecursionError):
        return "the braces in this label cannot be read", syntax_hint
    for node in tree.find_all(nodes.Node):
        if not isinstance(node, _ALLOWED_NODES):
            used = (words for kind, words in _REFUSED_NODES.items() if isinstance(node, kind))
            message = f"a label cannot use {next(used, 'commands or calculations')}"
            return message, f"Labels only name values. {syntax_hint}"
    for name in sorted({node.name for node in tree.find_all(nodes.Name)}):
        if name not in names:
            return f"the label names {name!r}, which has no value", suggest(name, names) if names else syntax_hint
    return None


@lru_cache(maxsize=1000)
def _template(text: str) -> Template:
    return _ENVIRONMENT.from_string(text)
