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

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=function|const|class|async)", re.MULTILINE)


def script_folder() -> Path:
    """Where the modules are."""
    return folder("templates") / "scorer" / "js"


def bundle(entry: str) -> str:
    """The named module and all that it imports as one script. Comments and spaces stay on disk."""
    parts: dict[str, str] = {}
    _collect(entry, parts)
    # `let` does the same in two letters less, and there are hundreds.
    return re.sub(r"\bconst ", "let ", jsmin("".join(parts.values())))


def _collect(name: str, parts: dict[str, str]) -> None:
    source = (script_folder() / f"{name}.js").read_text(encoding="utf-8")
    for imported in _IMPORT.findall(source):
        if imported not in parts:
            _collect(imported, parts)
    parts[name] = _EXPORT.sub("", _IMPORT.sub("", source))
