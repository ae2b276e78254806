"""The scorer's JavaScript modules, bundled into one minified script.

A self-contained page cannot import modules. `bundle` therefore joins them in dependency order and drops the keywords
`import` and `export`. This works because imports stand at the top of a module, one per line, and because no two modules
use the same top-level name.

A module that starts with `// Only with track.` is left out of a page whose rulebook has no `track`, and a module that
starts with `// Only with camera.` out of a page without a camera. Code that calls such a module checks the rulebook.
"""

import re
from functools import cache
from pathlib import Path

from rjsmin import jsmin

from sheetgen.resources import folder
from sheetgen.rules.rulebook import Rulebook

_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[\w./]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=function|const|class|async)", re.MULTILINE)
_CONDITION = re.compile(r"// Only (with|without) (\w+)\.\n")


def script_folder() -> Path:
    """Return the folder of the scorer's modules."""
    return folder("templates") / "scorer" / "js"


def bundle(entry: Path, rulebook: Rulebook | None = None, has_camera: bool = False) -> str:
    """Return a module and everything that it imports as one script.

    With a rulebook, modules that its game does not need are left out.
    """
    return _bundle(entry.resolve(), _features(rulebook, has_camera) if rulebook else None)


@cache
def _bundle(entry: Path, features: frozenset[str] | None) -> str:
    modules: dict[Path, str] = {}
    _collect(entry, modules, features)
    return str(jsmin("".join(modules.values())))


def _collect(file: Path, modules: dict[Path, str], features: frozenset[str] | None) -> None:
    """Add the source of a module to `modules`, after the modules that it imports."""
    source = file.read_text(encoding="utf-8")
    condition = _CONDITION.match(source)
    if condition and features is not None and (condition[2] in features) != (condition[1] == "with"):
        return
    for name in _IMPORT.findall(source):
        imported = (file.parent / name).resolve()
        if imported not in modules:
            _collect(imported, modules, features)
    modules[file] = _EXPORT.sub("", _IMPORT.sub("", source))


def _features(rulebook: Rulebook, has_camera: bool) -> frozenset[str]:
    """Return the keys of the rulebook's data, and of its rows, that have a value; and `camera`."""
    data = {**rulebook.to_data(), "camera": has_camera}
    return frozenset(key for part in (data, *data["rows"]) for key, value in part.items() if value)
