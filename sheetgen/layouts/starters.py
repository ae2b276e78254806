"""Starter files for `sheetgen new`: the keys that users are likely to change, commented out, with their values."""

import json
import re
import shlex
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from sheetgen.layouts.catalog import DEFAULT_THEME
from sheetgen.layouts.files.extend import Kind, Merged, built_in_names, load_built_in, merge_tables
from sheetgen.layouts.json_schema import key_docs
from sheetgen.layouts.layout import CellLook, Places, SheetLook
from sheetgen.layouts.validation import model_at, validate
from sheetgen.locales.locale import CODE
from sheetgen.rules.features import FEATURES
from sheetgen.rules.game_spec import GameSpec, PenaltiesSpec
from sheetgen.themes.theme import Inks, Theme

SCHEMA_FILE = "sheetgen-{kind}.schema.json"  # name of the JSON Schema beside a new file, for editors
DEFAULT_TITLE = "My Sheet"  # for files whose names cannot be printed
COMMENT_COLUMN = 34  # where comments behind a line begin
COMMENTED_OUT = (
    "# Lines that begin with # are switched off and show the current values: remove the # and change the value."
)

# Tables and keys that users are likely to change, with the models that document them.
_Tables = tuple[tuple[str, type[Any] | None, tuple[str, ...]], ...]
_LOOK_TABLES: _Tables = (
    ("sheet", SheetLook, ("width", "height", "margin", "mark", "text", "code")),
    ("sheet.places", Places, tuple(Places.model_fields)),
    ("sheet.cell", CellLook, ("width", "height", "gap", "radius", "shape")),
    ("board", None, ("width", "height", "text")),
    ("board.cell", CellLook, ("width", "height", "gap", "radius")),
)
_THEME_KEYS = ("symbols", "outline", "ring")
_LABELS = ("name", "date", "scan", "cross")


def starter_text(kind: Kind, name: str, stem: str, title: str) -> str:
    """Return the text of a new file, `stem`.toml, that extends the built-in file of this name."""
    merged = load_built_in(kind, name)
    match kind:
        case "layouts":
            body = _layout(merged, name, stem, title)
        case "themes":
            body = _theme(merged, name, stem)
        case "locales":
            body = _locale(merged, name, stem)
    return "\n".join([f"#:schema ./{schema_file(kind)}", *body]) + "\n"


def schema_file(kind: Kind) -> str:
    """Return the name of the JSON Schema beside new files of this kind."""
    return SCHEMA_FILE.format(kind=kind.removesuffix("s"))


def slug_of(stem: str) -> str:
    """Return a slug made of a file's name that no built-in layout has."""
    letters = "".join(c for c in unicodedata.normalize("NFKD", stem.casefold()) if not unicodedata.combining(c))
    slug = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:28].strip("-") or "my-sheet"
    return f"my-{slug}" if slug in built_in_names("layouts") else slug


def title_of(stem: str) -> str:
    """Return a title made of a file's name."""
    words = re.sub(r"[-_\s]+", " ", unicodedata.normalize("NFC", stem)).strip()
    return words[:40].title().strip() or DEFAULT_TITLE


def _layout(merged: Merged, name: str, stem: str, title: str) -> Iterator[str]:
    file = shlex.quote(f"{stem}.toml")
    yield f"# A sheet of your own, made from the built-in layout {name!r}."
    yield f"#   sheetgen preview {file} --open      look at it while you change it"
    yield f"#   sheetgen check {file}               is anything wrong, or unwise?"
    yield f"#   sheetgen pdf --layout {file}        print it"
    yield f"#   sheetgen serve --layout {file}      score it with the phone"
    yield COMMENTED_OUT
    yield ""
    yield f"extends = {json.dumps(name)}"
    yield _line(f"slug = {json.dumps(slug_of(stem))}", "Its name in addresses and of files: a-z, 0-9 and -")
    yield f"title = {json.dumps(title, ensure_ascii=False)}"
    yield f"about = {json.dumps(f'made from {name}')}"
    others = {"theme": built_in_names("themes"), "lang": built_in_names("locales")}
    for key, now in (("theme", DEFAULT_THEME), ("lang", "en")):
        known = ", ".join(each for each in others[key] if each != now)
        yield _line(f"# {key} = {json.dumps(now)}", f"Or {known}, or a file of your own beside this one")
    yield from _tables(merged, _game_tables(merged.data["game"]))
    for row, each in merged.data["game"]["rows"].items():
        if "lock" in each:
            yield from ("", f"[game.rows.{row}]")
            yield f"# cells = {json.dumps(each['cells'])}"
            yield _line(f"# lock.needs = {each['lock']['needs']}", "Crosses before the last number")
    yield from _tables(merged, _LOOK_TABLES)
    english = load_built_in("locales", "en").data["labels"]
    own = {**english, **merged.data.get("labels", {})}
    yield from ("", "# Every text can be replaced; see docs/keys.md for all of them.")
    yield "[labels]"
    yield from (f"# {key} = {json.dumps(own[key], ensure_ascii=False)}" for key in _LABELS)


def _game_tables(game: dict[str, Any]) -> _Tables:
    """Return the tables and keys of a game that are likely to be changed, without tables of tables."""
    values = {feature.key: game[feature.key] for feature in FEATURES if feature.key in game}
    simple = [key for key, value in values.items() if isinstance(value, str | list) and not _has_tables(value)]
    tables = [key for key, value in values.items() if isinstance(value, dict) and not _has_tables(value.values())]
    return (
        ("game", GameSpec, ("players", "points", "end", "order", *simple, "shuffle")),
        *((f"game.{key}", model_at(GameSpec, (key,)), tuple(values[key])) for key in tables),
        ("game.penalties", PenaltiesSpec, ("boxes", "points")),
    )


def _has_tables(values: Iterable[Any]) -> bool:
    return any(isinstance(value, dict) for value in values)


def _tables(merged: Merged, tables: _Tables) -> Iterator[str]:
    """Yield those of the tables that the layout has, including default values."""
    data = merged.data
    if "sheet" in data:
        defaults = {"places": dict(Places()), "cell": {"shape": CellLook.model_fields["shape"].default}}
        data = merge_tables({"sheet": defaults}, data)
    for name, model, keys in tables:
        if (values := _table_at(data, name.split("."))) is not None:
            yield from _table(name, values, keys, key_docs(model) if model else {})


def _table(name: str, values: dict[str, Any], keys: Iterable[str], docs: dict[str, str]) -> Iterator[str]:
    yield from ("", f"[{name}]")
    for key in keys:
        if key in values:
            about = docs.get(key, "").partition(". ")[0].partition("\n")[0].rstrip(".")
            yield _line(f"# {key} = {_value(values[key])}", about)


def _line(line: str, about: str) -> str:
    """Return a line with a comment behind it, if there is room."""
    return f"{line:<{COMMENT_COLUMN}}# {about}" if about and len(line) < COMMENT_COLUMN else line


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_value(each)}' for key, each in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def _table_at(data: Any, path: Iterable[str]) -> dict[str, Any] | None:
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else None


def _theme(merged: Merged, name: str, stem: str) -> Iterator[str]:
    theme = validate(Theme, merged)
    yield f"# A theme of your own, made from the built-in theme {name!r}."
    yield f"#   sheetgen pdf --variant NAME --theme {shlex.quote(f'{stem}.toml')}"
    yield f"# or write theme = {json.dumps(f'{stem}.toml', ensure_ascii=False)} into a layout beside it."
    yield COMMENTED_OUT
    yield ""
    yield f"extends = {json.dumps(name)}"
    yield f"about = {json.dumps(f'made from {name}')}"
    yield from (_line(f"# {key} = {json.dumps(getattr(theme, key))}", key_docs(Theme)[key]) for key in _THEME_KEYS)
    inks = {**dict(theme.ink), "box_text": theme.ink.on_box, "box_soft": theme.ink.on_box_soft}
    yield from _table("ink", inks, Inks.model_fields, key_docs(Inks))
    yield from ("", "# One colour is enough: cells, frames and numbers follow from it. New names are new colours.")
    yield "[colours]"
    yield from (f"# {colour} = {json.dumps(each.band)}" for colour, each in theme.colours.items())


def _locale(merged: Merged, name: str, stem: str) -> Iterator[str]:
    """Yield a locale with all texts, to be translated."""
    code = stem if re.fullmatch(CODE, stem) else "xx"
    yield f"# A language of your own, made from {merged.data['language']}. Translate what is in quotes;"
    yield "# words in double braces stay as they are, and what you delete stays as it is there."
    yield f"#   sheetgen pdf --variant NAME --lang {shlex.quote(f'{stem}.toml')}"
    yield ""
    yield f"extends = {json.dumps(name)}"
    yield _line(f"code = {json.dumps(code)}", "The code of your language")
    yield f"language = {json.dumps(title_of(stem), ensure_ascii=False)}"
    yield ""
    yield re.sub(r"^(?:code|language|extends) = .*\n", "", merged.sources[0].text, flags=re.MULTILINE).strip()
