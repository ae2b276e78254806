"""The scorer's JavaScript: modules on disk, one script in the page.

A page that is a single file cannot import anything. So its modules are put one after the other, each behind those it
imports, without the words `import` and `export`. For that, imports stand at the top, one in a line, and no two modules
use the same name at their top level.
"""

from __future__ import annotations

import re
from pathlib import Path

from rjsmin import jsmin

from sheetgen.resources import folder

_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[\w./]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=function|const|class|async)", re.MULTILINE)


def script_folder() -> Path:
    """Where the modules are."""
    return folder("templates") / "scorer" / "js"


def bundle(entry: str) -> str:
    """The scorer's module of this name and all that it imports as one script."""
    return bundle_file(script_folder() / f"{entry}.js")


def bundle_file(entry: Path) -> str:
    """A module and all that it imports as one script. Comments and spaces stay on disk."""
    parts: dict[Path, str] = {}
    _collect(entry.resolve(), parts)
    # `let` does the same in two letters less, and there are hundreds.
    return re.sub(r"\bconst ", "let ", jsmin("".join(parts.values())))


def _collect(file: Path, parts: dict[Path, str]) -> None:
    source = file.read_text(encoding="utf-8")
    for name in _IMPORT.findall(source):
        imported = (file.parent / name).resolve()
        if imported not in parts:
            _collect(imported, parts)
    parts[file] = _EXPORT.sub("", _IMPORT.sub("", source))
