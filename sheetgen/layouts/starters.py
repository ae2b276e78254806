"""Starter files for `sheetgen new`: the keys that users are likely to change, commented out, with their values.

Their templates are in the folder `templates/starters`.
"""

import re
import shlex
import unicodedata
from collections.abc import Iterable
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from sheetgen.file_model import Model
from sheetgen.layouts.files.merge import Kind, built_in_names, inline_toml, load_built_in, merge_tables
from sheetgen.layouts.layout import CellLook, Layout, Places
from sheetgen.layouts.validation import schema_at, validate
from sheetgen.locales.locale import CODE_PATTERN
from sheetgen.locales.texts import ENGLISH
from sheetgen.resources import folder
from sheetgen.rules.features import FEATURES
from sheetgen.themes.theme import Theme

SCHEMA_FILE = "sheetgen-{kind}.schema.json"  # name of the JSON Schema beside a new file, for editors
DEFAULT_TITLE = "My Sheet"  # title of files whose names consist only of hyphens, underscores and spaces
COMMENT_COLUMN = 34  # column at which trailing comments begin
_OWN_KEYS = r"^(?:code|language|same|extends) = .*\n"  # keys of a locale that a new one does not take over

# Tables of a layout with the keys that users are likely to change.
_LOOK_TABLES = {
    "sheet": ("width", "height", "margin", "mark", "text", "code"),
    "sheet.places": tuple(Places.model_fields),
    "sheet.cell": ("width", "height", "gap", "radius", "shape"),
    "board": ("width", "height", "text"),
    "board.cell": ("width", "height", "gap", "radius"),
}


def starter_text(kind: Kind, name: str, stem: str, title: str) -> str:
    """Return the text of a new file, `stem`.toml, that extends the built-in file of this name."""
    merged = load_built_in(kind, name)
    match kind:
        case "layouts":
            values = {"title": title, "slug": slug_of(stem), **_layout_values(merged.data)}
        case "themes":
            values = _theme_values(validate(Theme, merged))
        case "locales":
            text = re.sub(_OWN_KEYS, "", merged.sources[0].text, flags=re.MULTILINE).strip()
            code = stem if re.fullmatch(CODE_PATTERN, stem) else "xx"
            values = {"origin": merged.data["language"], "code": code, "language": title_of(stem), "texts": text}
    loader = FileSystemLoader(folder("templates") / "starters")
    environment = Environment(loader=loader, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True)
    environment.filters |= {"toml": inline_toml, "with_comment": _with_comment}
    values |= {"schema": schema_file(kind), "name": name, "stem": stem, "file": shlex.quote(f"{stem}.toml")}
    return environment.get_template(f"{kind}.toml.j2").render(values)


def schema_file(kind: Kind) -> str:
    """Return the name of the JSON Schema beside new files of this kind."""
    return SCHEMA_FILE.format(kind=kind.removesuffix("s"))


def slug_of(stem: str) -> str:
    """Return a slug that is derived from a file's name and that no built-in layout has."""
    letters = "".join(c for c in unicodedata.normalize("NFKD", stem.casefold()) if not unicodedata.combining(c))
    slug = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:28].strip("-") or "my-sheet"
    return f"my-{slug}" if slug in built_in_names("layouts") else slug


def title_of(stem: str) -> str:
    """Return a title that is derived from a file's name."""
    words = re.sub(r"[-_\s]+", " ", unicodedata.normalize("NFC", stem)).strip()
    return words[:40].title().strip() or DEFAULT_TITLE


def _layout_values(data: dict[str, Any]) -> dict[str, Any]:
    if "sheet" in data:
        defaults = {"places": dict(Places()), "cell": {"shape": CellLook.model_fields["shape"].default}}
        data = merge_tables({"sheet": defaults}, data)
    return {
        "other_themes": ", ".join(name for name in built_in_names("themes") if name != "color"),
        "other_languages": ", ".join(name for name in built_in_names("locales") if name != "en"),
        "game_tables": _table_lines(data, _game_tables(data["game"])),
        "rows": data["game"]["rows"],
        "look_tables": _table_lines(data, _LOOK_TABLES),
        "labels": {**ENGLISH["labels"], **data.get("labels", {})},
    }


def _theme_values(theme: Theme) -> dict[str, Any]:
    inks = {**dict(theme.ink), "box_text": theme.ink.on_box, "box_soft": theme.ink.on_box_soft}
    return {
        "settings": _lines(dict(theme), Theme, (), ("symbols", "outline", "ring")),
        "inks": _lines({"ink": inks}, Theme, ("ink",), inks),
        "colours": theme.colours,
    }


def _game_tables(game: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return the tables and keys of a game that users are likely to change, without tables of tables."""
    values = {feature.key: game[feature.key] for feature in FEATURES if feature.key in game}
    simple = [key for key, value in values.items() if isinstance(value, str | list) and not _has_tables(value)]
    tables = [key for key, value in values.items() if isinstance(value, dict) and not _has_tables(value.values())]
    return {
        "game": ("players", "points", "end", "order", *simple, "shuffle"),
        **{f"game.{key}": tuple(values[key]) for key in tables},
        "game.penalties": ("boxes", "points"),
    }


def _has_tables(values: Iterable[Any]) -> bool:
    return any(isinstance(value, dict) for value in values)


def _table_lines(data: dict[str, Any], tables: dict[str, tuple[str, ...]]) -> dict[str, list[str]]:
    """Return the lines of each of these tables that the layout has."""
    found = {name: _lines(data, Layout, tuple(name.split(".")), keys) for name, keys in tables.items()}
    return {name: lines for name, lines in found.items() if lines}


def _lines(data: dict[str, Any], model: type[Model], path: tuple[str, ...], keys: Iterable[str]) -> list[str]:
    """Return a line for each of these keys that the table has, with the first sentence of its documentation."""
    for part in path:
        data = data.get(part, {})
    lines = []
    for key in keys:
        if key in data:
            about = schema_at(model, (*path, key))["description"].partition(". ")[0].partition("\n")[0].rstrip(".")
            lines.append(_with_comment(f"# {key} = {inline_toml(data[key])}", about))
    return lines


def _with_comment(line: str, about: str) -> str:
    """Return a line with a trailing comment, if there is room."""
    return f"{line:<{COMMENT_COLUMN}}# {about}" if about and len(line) < COMMENT_COLUMN else line
