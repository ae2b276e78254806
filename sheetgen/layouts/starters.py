"""Small files to begin with: what people are likely to change, switched off, with the values that hold now."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from sheetgen.layouts.extend import Kind, Merged, load_built_in
from sheetgen.layouts.models import CellLook, Game, Penalties, SheetLook
from sheetgen.layouts.schema import key_docs
from sheetgen.layouts.themes import Inks, checked_theme

SCHEMA_FILE = "sheetgen-{kind}.schema.json"
"""What the schema beside a new file is called, for editors."""

_LIKELY: tuple[tuple[str, type[Any] | None, tuple[str, ...]], ...] = (
    ("game", Game, ("points", "order")),
    ("game.penalties", Penalties, ("boxes", "points")),
    ("sheet", SheetLook, ("width", "height", "text", "code")),
    ("sheet.cell", CellLook, ("width", "height", "gap", "radius", "shape")),
    ("board", None, ("width", "height", "text")),
    ("board.cell", CellLook, ("width", "height", "gap", "radius")),
)
"""Tables and keys that are likely to be changed, and the models that describe them."""

SWITCHED_OFF = (
    "# Lines that begin with # are switched off, and show what holds now: take the # away, and change the value."
)

_LABELS = ("name", "date", "scan", "cross")


def starter(kind: Kind, name: str, stem: str) -> str:
    """The text of a new file that extends the built-in one of this name. `stem` is what the file is called."""
    merged = load_built_in(kind, name)
    body = {"layouts": _layout, "themes": _theme, "locales": _locale}[kind](merged, name, stem)
    return "\n".join([f"#:schema ./{schema_file(kind)}", *body]) + "\n"


def schema_file(kind: Kind) -> str:
    """The name of the schema beside new files of this kind."""
    return SCHEMA_FILE.format(kind=kind.removesuffix("s"))


def slug_of(stem: str) -> str:
    """A slug made of a file's name."""
    return re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")[:32].strip("-") or "my-sheet"


def _title_of(stem: str) -> str:
    words = re.sub(r"[-_\s]+", " ", "".join(c if c.isprintable() else " " for c in stem)).strip()
    return words[:40].title() or "My Sheet"


def _layout(merged: Merged, name: str, stem: str) -> Iterator[str]:
    file = f"{stem}.toml"
    yield f"# A sheet of your own, made from the built-in layout {name!r}."
    yield f"#   sheetgen preview {file} --open      look at it while you change it"
    yield f"#   sheetgen check {file}               is anything wrong, or unwise?"
    yield f"#   sheetgen pdf --layout {file}        print it"
    yield f"#   sheetgen serve --layout {file}      score it with the phone"
    yield SWITCHED_OFF
    yield ""
    yield f"extends = {json.dumps(name)}"
    yield f"slug = {json.dumps(slug_of(stem))}          # its name in addresses and of files: a-z, 0-9 and -"
    yield f"title = {json.dumps(_title_of(stem), ensure_ascii=False)}"
    yield f"about = {json.dumps(f'made from {name}')}"
    yield '# theme = "cvd"           # or a theme of your own, a file beside this one'
    for table, model, keys in _LIKELY:
        yield from _table(table, _at(merged.data, table.split(".")), keys, key_docs(model) if model else {})
    for row, each in merged.data["game"]["rows"].items():
        if "lock" in each:
            yield from ("", f"[game.rows.{row}]")
            yield f"# cells = {json.dumps(each['cells'])}"
            yield f"# lock.needs = {each['lock']['needs']}        # crosses before the last number"
    english = load_built_in("locales", "en").data["labels"]
    own = {**english, **merged.data.get("labels", {})}
    yield from ("", "# Every text can be replaced; see docs/keys.md for all of them.")
    yield "[labels]"
    yield from (f"# {key} = {json.dumps(own[key], ensure_ascii=False)}" for key in _LABELS)


def _table(name: str, values: dict[str, Any] | None, keys: Iterable[str], docs: dict[str, str]) -> Iterator[str]:
    """A table with some of its keys switched off, if the layout has it."""
    if values is None:
        return
    yield from ("", f"[{name}]")
    for key in keys:
        if key in values:
            about = docs.get(key, "").partition(". ")[0].partition("\n")[0].rstrip(".")
            line = f"# {key} = {json.dumps(values[key])}"
            yield f"{line:<34}# {about}" if about and len(line) < 34 else line


def _at(data: Any, path: Iterable[str]) -> dict[str, Any] | None:
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else None


def _theme(merged: Merged, name: str, stem: str) -> Iterator[str]:
    theme = checked_theme(merged)
    yield f"# A theme of your own, made from the built-in theme {name!r}."
    yield f"#   sheetgen pdf --variant classic --theme {stem}.toml"
    yield f'# or write theme = "{stem}.toml" into a layout beside it.'
    yield SWITCHED_OFF
    yield ""
    yield f"extends = {json.dumps(name)}"
    yield f"about = {json.dumps(f'made from {name}')}"
    yield f"# symbols = {json.dumps(theme.symbols)}     # a sign for each colour"
    yield from _table("ink", merged.data["ink"], merged.data["ink"], key_docs(Inks))
    yield from ("", "# One colour is enough: cells, frames and numbers follow from it. New names are new colours.")
    yield "[colours]"
    yield from (f"# {colour} = {json.dumps(each.band)}" for colour, each in theme.colours.items())


def _locale(merged: Merged, name: str, stem: str) -> Iterator[str]:
    """All texts, for who translates wants to see them."""
    code = stem if re.fullmatch(r"[a-z]{2,3}", stem) else "xx"
    yield f"# A language of your own, made from {merged.data['language']}. Translate what is in quotes;"
    yield "# words in double braces stay as they are, and what you delete stays as it is there."
    yield f"#   sheetgen pdf --variant classic --lang {stem}.toml"
    yield ""
    yield f"extends = {json.dumps(name)}"
    yield f"code = {json.dumps(code)}               # the code of your language"
    yield f"language = {json.dumps(_title_of(stem), ensure_ascii=False)}"
    yield re.sub(r"^(?:code|language|extends) = .*\n", "", merged.sources[0].text, flags=re.MULTILINE).strip()
