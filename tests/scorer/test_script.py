"""The modules can be put together into one script."""

from __future__ import annotations

import re

import pytest

from sheetgen.locales.texts import text_values
from sheetgen.rules.audit.findings import MESSAGE_NAMES
from sheetgen.scorer.page.bundle import OUR_WORDS, bundle, script_folder
from tests.games import rulebook
from tests.helpers import VARIANTS, page_of

MODULES = sorted(path.stem for path in script_folder().glob("*.js"))
PAGES = ("main", "start")
SHORTENED = re.compile(r"\w*[a-z][A-Z]\w*|[A-Z_]{3,}")
TOP = re.compile(r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)


def source(module: str) -> str:
    return (script_folder() / f"{module}.js").read_text(encoding="utf-8")


def imports(module: str) -> dict[str, list[str]]:
    """What a module imports, by the module it comes from."""
    found = re.findall(r'^import \{([^}]*)\} from "\./(\w+)\.js";$', source(module), re.MULTILINE)
    return {origin: names.split(", ") for names, origin in found}


def test_no_two_modules_use_the_same_name() -> None:
    names = [name for module in MODULES for name in TOP.findall(source(module))]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("module", MODULES)
def test_imports_are_of_the_kind_that_can_be_left_out(module: str) -> None:
    lines = [line for line in source(module).splitlines() if line.startswith("import")]
    assert len(lines) == len(imports(module))
    assert "export default" not in source(module) and "export {" not in source(module)
    for origin, names in imports(module).items():
        for name in names:
            assert re.search(rf"^export (async )?(function\*?|const|class) {name}\b", source(origin), re.MULTILINE)
            assert len(re.findall(rf"\b{name}\b", source(module))) > 1, f"{name} is not used"


def test_what_is_exported_is_used() -> None:
    used = {(origin, name) for module in MODULES for origin, names in imports(module).items() for name in names}
    exported = {
        (module, name)
        for module in MODULES
        for name in re.findall(r"^export (?:async )?(?:function\*?|const|class) (\w+)", source(module), re.MULTILINE)
    }
    assert exported == used


@pytest.mark.parametrize("page", PAGES)
def test_a_script_has_no_imports_left(page: str) -> None:
    assert not re.search(r"(^|[;}])(import|export)\b", bundle(page), re.MULTILINE)


def test_names_of_several_words_stand_in_no_text() -> None:
    """They are shortened wherever they stand, so nothing but the script itself may know them."""
    several = [name for module in MODULES for name in TOP.findall(source(module)) if SHORTENED.fullmatch(name)]
    names = [*several, *OUR_WORDS]
    code = re.sub(r"^import [^\n]*|/\*\*.*?\*/|// [^\n]*", "", "\n".join(map(source, MODULES)), flags=re.M | re.S)
    texts = "\n".join(re.findall(r"\"[^\"\n]*\"|`[^`]*`", code))
    literal = re.sub(r"\$\{[^}]*\}", "", texts)
    assert len(names) > 100
    assert [name for name in names if re.search(rf"\b{name}\b", literal)] == []


def test_our_words_are_ours_alone() -> None:
    """Neither the data of any page, nor its texts, nor what a phone keeps, nor the server's answers have them."""
    pages = [page_of(variant, has_camera=True).html for variant in VARIANTS]
    data = {key for html in pages for key in re.findall(r'"(\w+)":', html.partition('id="page">')[2])}
    values = {
        name
        for each in (*map(text_values, ("labels", "scoring", "scorer")), MESSAGE_NAMES)
        for names in each.values()
        for name in names
    }
    [packed] = re.findall(r"#packed = \(game\) => \(\{\n(.*?)\n  \}\)", source("store"), re.DOTALL)
    kept = set(re.findall(r"^    (\w+):", packed, re.MULTILINE))
    answers = {"serial", "sheet", "crossed", "ask", "cell", "finding", "picture", "message"}
    assert {"names", "record"} <= kept and {"book", "cells"} <= data and {"name", "cell"} <= values
    assert not set(OUR_WORDS) & (data | values | kept | answers)


def test_a_script_has_short_names_and_no_others() -> None:
    script = bundle("main")
    assert not set(re.findall(r"\b\w+\b", script)) & {"readRecord", "bonusWithoutNeighbour", "MOST_PROBLEMS"}
    here = [module for module in MODULES if module != "start"]
    names = {name for module in here for name in TOP.findall(source(module)) if SHORTENED.fullmatch(name)}
    short = re.findall(r"(?:function\*?|let|class) ?(\$[a-z]+)\b", script)
    assert len(short) >= len(names)
    assert len(set(re.findall(r"(?<!\w)\$[a-z]+\b", script))) == len(names)
    of_game = set(re.findall(r"\b\w+\b", bundle("main", rulebook("gemixxt-a"), has_camera=True)))
    assert not set(OUR_WORDS) & of_game and "cells" in of_game


def test_a_game_gets_what_it_needs() -> None:
    """Each of these texts stands in a module that says which games it is for."""
    needed = {
        "too-many-tokens": {"duel"},
        "space-shared": {"onboard"},
        "link-broken": {"connected-chain"},
        "swap-without-number": {"xchange"},
        "order-passed": {*VARIANTS} - {"duel"},
        "0123456789ABCDEFGHJKMNPQRSTVWXYZ": {variant for variant in VARIANTS if rulebook(variant).shuffle},
    }
    pages = {variant: bundle("main", rulebook(variant)) for variant in VARIANTS}
    for text, variants in needed.items():
        assert {variant for variant, script in pages.items() if text in script} == variants


def test_only_a_camera_needs_what_photos_need() -> None:
    for variant in VARIANTS:
        plain, camera = bundle("main", rulebook(variant)), bundle("main", rulebook(variant), has_camera=True)
        assert "fetch(" not in plain and "data-doubt" not in plain
        assert "fetch(" in camera and "data-doubt" in camera
