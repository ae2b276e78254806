"""Count the texts of a locale that are not translated.

A text counts as not translated if it is the same as in the language from which the locale is translated, whether the
file repeats it or inherits it: `sheetgen new` writes all texts of a language into a new file, and the count says how
many are left. Texts without letters do not count, nor those that the file lists as `same`.
"""

import re
from collections.abc import Iterator

from sheetgen.errors import KeyPath, Problem
from sheetgen.layouts.files.merge import Merged, load_built_in, merge
from sheetgen.locales.locale import named_texts

MAX_NAMES = 8  # how many texts the warning names


def translation_advice(merged: Merged) -> Iterator[Problem]:
    """Yield a warning if a valid locale has texts that are not translated, placed at the first one in its file."""
    original = _original(merged)
    if original is None:
        return
    untranslated = list(_untranslated(merged, original))
    if not untranslated:
        return
    texts = [*named_texts(merged.data).values(), *(rule["text"] for rule in merged.data["rules"])]
    names = ", ".join(name for name, _ in untranslated[:MAX_NAMES])
    more = f" and {len(untranslated) - MAX_NAMES} more" if len(untranslated) > MAX_NAMES else ""
    verb = "is" if len(untranslated) == 1 else "are"
    message = f"{len(untranslated)} of {sum(map(_has_letters, texts))} texts {verb} not translated: {names}{more}"
    language = original.data["language"]
    hint = f'They are the same as in {language}. List those that should be: same = ["colours.orange"].'
    place = merged.own_place(*(path for _, path in untranslated), ("code",), ("extends",))
    yield Problem(message, hint, place, "warning")


def _original(merged: Merged) -> Merged | None:
    """Return the locale from which a locale is translated; None for a variation of English.

    That is the first one in another language that it extends, or else English. A locale for a country, such as pt-BR,
    is in the same language as pt.
    """
    language = _language(merged.data["code"])
    for index, source in enumerate(merged.sources):
        if _language(source.data.get("code", language)) != language:
            return merge(list(merged.sources[index:]))
    return None if language == "en" else load_built_in("locales", "en")


def _language(code: str) -> str:
    """Return the language of a code such as pt-BR."""
    return code.partition("-")[0]


def _untranslated(merged: Merged, original: Merged) -> Iterator[tuple[str, KeyPath]]:
    """Yield the name and the key of each text that is not translated.

    Paragraphs of the rules are compared with all of the original, because a translation may have others.
    """
    has_same = "same" in merged.data and merged.source_of(("same",)) not in original.sources
    same = merged.data["same"] if has_same else []
    originals = named_texts(original.data)
    for name, text in named_texts(merged.data).items():
        if text == originals.get(name) and _has_letters(text) and name not in same:
            yield name, tuple(name.split("."))
    paragraphs = {rule["text"] for rule in original.data["rules"]}
    for index, rule in enumerate(merged.data["rules"]):
        if rule["text"] in paragraphs:
            yield f"the rule {rule['heading']!r}", ("rules", index, "text")


def _has_letters(text: str) -> bool:
    """Return whether a text has letters, apart from placeholders."""
    return any(letter.isalpha() for letter in re.sub(r"\{\{.*?\}\}", "", text))
