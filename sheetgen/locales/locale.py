"""The locale model: every text that is printed or shown, in one language.

The texts of the built-in languages are in `templates/locales/en.toml` and the files beside it.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal
from unicodedata import normalize

from annotated_types import Len
from pydantic import StringConstraints

from sheetgen.errors import InputError, KeyPath, Place, Problem, as_toml, is_printable, suggest
from sheetgen.file_model import Name
from sheetgen.layouts.files.merge import Kind, Merged
from sheetgen.layouts.layout import Layout
from sheetgen.layouts.validation import FileModel, validate
from sheetgen.locales.texts import (
    BookWords,
    Labels,
    PhotoWords,
    RuleText,
    ScanWords,
    ScorerWords,
    ScoringWords,
    label_fault,
    render,
    rule_value_names,
    text_value_names,
)
from sheetgen.rules.audit.findings import MESSAGE_NAMES

CODE_PATTERN = r"^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$"
MAX_NAME_LENGTH = 60  # characters in the name of a language or colour, or in a heading


class Locale(FileModel):
    """The texts of one language."""

    kind: ClassVar[Kind] = "locales"
    code: Annotated[str, StringConstraints(pattern=CODE_PATTERN)]
    """The code of the language: `fr`, or `pt-BR`."""
    language: Annotated[str, Len(1, 40)]
    """The name of the language in the language itself."""
    same: Annotated[list[str], Len(0, 400)] = []
    """Texts that are rightly the same in the language from which this one is translated: `["colours.orange"]`.
    `sheetgen check` counts all others that are the same as not translated."""
    colours: dict[Name, str]
    """The names of the colours."""
    labels: Labels
    """Texts on sheets, boards and pages. Layouts may replace any of them."""
    scoring: ScoringWords
    """Words around a score: in tables and before findings."""
    scorer: ScorerWords
    """Texts of the scorer page."""
    book: BookWords
    """Texts of the book of all games."""
    photos: PhotoWords
    """Reasons why a photo of a sheet cannot be read."""
    scan: ScanWords
    """Messages and questions about photos that are read."""
    synonyms: dict[str, Literal["penalties", "lock", "space", "sheet"]]
    """Words that players may use in quick entry, each with the word that it stands for."""
    findings: dict[str, str]
    """The message of each finding of an audit."""
    rules: Annotated[list[RuleText], Len(0, 60)]
    """The paragraphs of the short rules."""

    def own_place(self, path: KeyPath) -> Place | None:
        """Return the place of a text in the user's file, or None if it is not there."""
        source = self.source.sources[0]
        return None if source.is_built_in else source.place(path)

    def label(self, key: str, layout: Layout, **values: str | int) -> str:
        """Return a label with its values: the layout's own, or else the language's."""
        own = layout.own_label(key, self.code)
        return render(getattr(self.labels, key) if own is None else own, values)

    def text(self, texts: dict[str, str]) -> str:
        """Return a layout's text in this language, or else in English."""
        return texts.get(self.code, texts["en"])


def named_texts(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts of a locale's tables by their names, such as `labels.date`."""
    return {
        f"{table}.{key}": text
        for table, texts in data.items()
        if isinstance(texts, dict) and table != "synonyms"
        for key, text in texts.items()
    }


def checked_locale(merged: Merged) -> Locale:
    """Return the locale of merged files, or raise one error with every problem in them."""
    locale = validate(Locale, merged)
    problems = [*_text_problems(locale, merged), *_word_problems(locale, merged)]
    if problems:
        raise InputError(problems)
    return locale


def _text_problems(locale: Locale, merged: Merged) -> Iterator[Problem]:
    """Yield a problem for each text that cannot be printed or names an unknown value, and for each missing text."""
    for table in ("labels", "scoring", "scorer", "book", "photos", "scan"):
        for key, text in dict(getattr(locale, table)).items():
            if fault := label_fault(text, text_value_names(table)[key]):
                yield merged.problem((table, key), *fault)
    for reason, text in locale.findings.items():
        if reason not in MESSAGE_NAMES:
            message, hint = f"no finding is called {reason!r}", suggest(reason, MESSAGE_NAMES)
            yield merged.problem(("findings", reason), message, hint)
        elif fault := label_fault(text, MESSAGE_NAMES[reason]):
            yield merged.problem(("findings", reason), *fault)
    for reason in MESSAGE_NAMES:
        if reason not in locale.findings:
            yield merged.problem(("findings",), f"there is no text for the finding {reason!r}", "Add it.")
    names: dict[KeyPath, str] = {("language",): locale.language}
    names |= {("colours", name): text for name, text in locale.colours.items()}
    names |= {("rules", index, "heading"): rule.heading for index, rule in enumerate(locale.rules)}
    for path, text in names.items():
        if not is_printable(text) or len(text) > MAX_NAME_LENGTH:
            message = f"{as_toml(text)} cannot be printed as a name"
            yield merged.problem(path, message, f"Write at most {MAX_NAME_LENGTH} characters, on one line.")
    for index, rule in enumerate(locale.rules):
        if fault := label_fault(rule.text, rule_value_names()):
            yield merged.problem(("rules", index, "text"), *fault)
    known = named_texts(merged.data)
    for index, name in enumerate(locale.same):
        if name not in known:
            yield merged.problem(("same", index), f"there is no text {name!r:.60}", suggest(name, known))


def _word_problems(locale: Locale, merged: Merged) -> Iterator[Problem]:
    """Yield a problem for each colour name and synonym that cannot be used in quick entry."""
    seen: dict[str, str] = {}
    for colour, name in locale.colours.items():
        at = ("colours", colour)
        if not name.strip():
            yield merged.problem(at, f"the name of {colour!r} is empty", "Every colour needs one.")
        elif (other := seen.setdefault(name.casefold(), colour)) != colour:
            message = f"{other!r} and {colour!r} have the same name"
            yield merged.problem(at, message, "Players could not tell them apart.")
    for word in locale.synonyms:
        if word != normalize("NFC", word).lower() or " " in word or not is_printable(word):
            hint = "Write one word in lower case; quick entry ignores case."
            yield merged.problem(("synonyms", word), f"{word!r:.60} is not a word that quick entry can read", hint)
