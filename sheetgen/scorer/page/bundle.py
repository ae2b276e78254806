"""The scorer's JavaScript: modules on disk, one script in the page.

A page that is a single file cannot import anything. So its modules are put one after the other, each behind those it
imports, without the words `import` and `export`. For that, imports stand at the top, one in a line, and no two modules
use the same name at their top level.

Pages are small: names at the top level that are made of several words are shortened, and so are the private ones of
classes, and a few that stand everywhere. Being unique, they can be replaced wherever they stand, and no text, style or
interface of the browser has such words.

A module that only some games need says so in its first line: `// Only with track.` Pages of other games are made
without it, so whoever calls it asks the rulebook first. In the same way `// Only with camera.` is left out of pages
that have none.
"""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from string import ascii_lowercase

from rjsmin import jsmin

from sheetgen.resources import folder
from sheetgen.rules.rulebook import Rulebook

_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[\w./]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=function|const|class|async)", re.MULTILINE)
_NAME = re.compile(r"^(?:async )?(?:function\*?|const|class) (\w*[a-z][A-Z]\w*|[A-Z_]{3,})\b", re.MULTILINE)
_WORD = re.compile(r"#?\b[A-Za-z]\w+")
_PRIVATE = re.compile(r"^  (?:async )?(#\w+)(?= ?[(=])", re.MULTILINE)
OUR_WORDS = (
    *("rulebook", "sheets", "arrangement", "timeline", "element", "words", "closers", "counts", "given", "buttons"),
    *("problem", "requirement", "render", "refill", "pictures"),
)
"""Names that stand in the script of a game again and again, and that nobody else knows: neither the browser, nor the
data of the page, nor the server, nor what is kept or shared."""
_SHORTER = (
    (r"\bconst\b", "let"),
    (r";(?=})|,(?=[)\]}])|(?<=})\n", ""),
    (r"(?<=[(,=:?])\((\w+)\)=>", r"\1=>"),
)
"""What does the same with a letter or two less, of which there are hundreds."""
_ONLY = re.compile(r"// Only (with|without) (\w+)\.\n")


def script_folder() -> Path:
    """Where the modules are."""
    return folder("templates") / "scorer" / "js"


def bundle(entry: str, rulebook: Rulebook | None = None, has_camera: bool = False) -> str:
    """The scorer's module of this name and all that it imports as one script; or what one game needs of it."""
    return bundle_file(script_folder() / f"{entry}.js", rulebook, has_camera)


def bundle_file(entry: Path, rulebook: Rulebook | None = None, has_camera: bool = False) -> str:
    """A module and all that it imports as one script. Comments and spaces stay on disk."""
    return _bundled(entry.resolve(), _features(rulebook, has_camera) if rulebook else None)


@cache
def _bundled(entry: Path, features: frozenset[str] | None) -> str:
    """Return the minified script of a module with what these features need; with everything if they are None."""
    parts: dict[Path, str] = {}
    _collect(entry, parts, features)
    script = jsmin(_with_short_names("".join(parts.values()), () if features is None else OUR_WORDS))
    for pattern, shorter in _SHORTER:
        script = re.sub(pattern, shorter, script)
    return str(script)


def _with_short_names(script: str, more: Iterable[str]) -> str:
    """The script with names like `$ab`, which nothing else in it has: the shortest for those that stand most often."""
    names = {*_NAME.findall(script), *more}
    words = [word for word, _ in Counter(_WORD.findall(script)).most_common()]
    short = {name: f"${_letters(at)}" for at, name in enumerate(word for word in words if word in names)}
    short |= {name: f"#{_letters(at)}" for at, name in enumerate(dict.fromkeys(_PRIVATE.findall(script)))}
    return _WORD.sub(lambda word: short.get(word[0], word[0]), script)


def _letters(number: int) -> str:
    """One letter or two."""
    first, last = divmod(number, len(ascii_lowercase))
    return (ascii_lowercase[first - 1] if first else "") + ascii_lowercase[last]


def _collect(file: Path, parts: dict[Path, str], features: frozenset[str] | None) -> None:
    source = file.read_text(encoding="utf-8")
    only = _ONLY.match(source)
    if only and features is not None and (only[2] in features) != (only[1] == "with"):
        return
    for name in _IMPORT.findall(source):
        imported = (file.parent / name).resolve()
        if imported not in parts:
            _collect(imported, parts, features)
    parts[file] = _EXPORT.sub("", _IMPORT.sub("", source))


def _features(rulebook: Rulebook, has_camera: bool) -> frozenset[str]:
    """What there is in a game, by the names that its data has for it; and the camera."""
    data = {**rulebook.to_data(), "camera": has_camera}
    return frozenset(key for part in (data, *data["rows"]) for key, value in part.items() if value)
