"""The user's default settings from `sheetgen.toml`, and the choice between options, layout and settings.

Options take precedence over the layout, and the layout over the settings.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import tomlkit

from sheetgen.errors import Collector, InputError, suggest
from sheetgen.file_model import Model
from sheetgen.layouts.catalog import DEFAULT_LANGUAGE, DEFAULT_THEME, load_locale, load_theme, locale_of, theme_of
from sheetgen.layouts.files.merge import Merged, is_built_in_name
from sheetgen.layouts.files.source import read_source
from sheetgen.layouts.layout import Layout
from sheetgen.layouts.validation import validate
from sheetgen.locales.locale import Locale
from sheetgen.themes.theme import Theme
from sheetgen.writers.atomic_files import atomic_file

FILE_NAME = "sheetgen.toml"
INVALID_IN_URLS = frozenset(' <>"\\^`{|}')

T = TypeVar("T")


class Settings(Model):
    """Default values, used where neither an option nor the layout gives one."""

    paper: str | None = None
    theme: str | None = None
    lang: str | None = None
    scorer_url: str | None = None


def load_settings(folders: Iterable[Path]) -> Settings:
    """Load the settings files in these folders; later folders take precedence."""
    values: dict[str, Any] = {}
    for path in (folder / FILE_NAME for folder in folders):
        if path.is_file():
            values |= _checked_values(path)
    return Settings(**values)


def save_scorer_url(url: str, file: Path) -> None:
    """Set `scorer_url` in a settings file, which is made if it does not exist. The rest of the file stays as it is."""
    content = tomlkit.document()
    if file.is_file():
        _checked_values(file)
        content = tomlkit.parse(file.read_text(encoding="utf-8"))
    content["scorer_url"] = url
    file.parent.mkdir(parents=True, exist_ok=True)
    with atomic_file(file) as temporary:
        temporary.write_text(tomlkit.dumps(content), encoding="utf-8")


def _checked_values(path: Path) -> dict[str, str]:
    """Return the checked values of a settings file. Paths of themes and locales are relative to it."""
    from sheetgen.drawing.pages.paper import parse_paper  # drawing is slow to import, and scoring does not need it

    source = read_source(path)
    merged = Merged(source.data, (source,))
    values = {key: value for key, value in validate(Settings, merged) if value is not None}
    for key in {"theme", "lang"} & values.keys():
        if values[key] and not is_built_in_name(values[key]):
            values[key] = str(path.parent / values[key])
    checks: dict[str, Callable[[str], Any]] = {
        "paper": parse_paper,
        "theme": load_theme,
        "lang": load_locale,
        "scorer_url": scorer_base,
    }
    faults = Collector()
    for key, value in values.items():
        try:
            checks[key](value)
        except InputError as error:
            faults.problems += [each._replace(place=each.place or merged.place((key,))) for each in error.problems]
    faults.raise_if_any()
    return values


def choose_theme(name: str | None, layout: Layout | None, settings: Settings) -> Theme:
    """Load the theme that the option names, or else that of the layout, or else that of the settings."""
    default = first(settings.theme, DEFAULT_THEME)
    return theme_of(layout, name, default) if layout else load_theme(first(name, default))


def choose_locale(name: str | None, layout: Layout | None, settings: Settings) -> Locale:
    """Load the locale that the option names, or else that of the layout, or else that of the settings."""
    default = first(settings.lang, DEFAULT_LANGUAGE)
    return locale_of(layout, name, default) if layout else load_locale(first(name, default))


def first(*values: str | None) -> str:
    """Return the first value that is not None."""
    return next(value for value in values if value is not None)


def one_of(option: str, value: str, known: tuple[T, ...]) -> T:
    """Return the known choice that an option's value names, or raise an InputError."""
    for choice in known:
        if choice == value.lower():
            return choice
    raise InputError.of(f"--{option} cannot be {value!r:.60}", suggest(value, map(str, known)))


def scorer_base(text: str) -> str:
    """Return the checked address of a scorer; `lan` stands for this computer's address in the local network."""
    if text.strip().lower() == "lan":
        from sheetgen.drawing.sheet_links import PORT
        from sheetgen.scorer.web.local_network import outgoing_address

        address = outgoing_address()
        if address is None:
            raise InputError.of("this computer is not in a local network", "Give an address with --scorer-url.")
        return f"http://{address}:{PORT}"
    return web_address(text, "Give an address like https://example.org/scorer, or lan.")


def web_address(text: str, hint: str) -> str:
    """Return an address without a trailing slash, or raise an InputError if it cannot be the address of pages."""
    try:
        parts = urlsplit(text)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid or not text.isascii() or not text.isprintable() or INVALID_IN_URLS.intersection(text):
        raise InputError.of(f"{text!r:.80} is not the address of a scorer", hint)
    if parts.query or parts.fragment or parts.username or "#" in text or "?" in text:
        raise InputError.of(f"{text!r:.80} has more than a host and a path", hint)
    # Some camera apps open only links whose scheme is in lower case.
    return parts.scheme + text[len(parts.scheme) :].rstrip("/")
