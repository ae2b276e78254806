"""The modules can be bundled into one script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sheetgen.scorer.page.html_page import bundle, camera_script, script_folder
from tests.game_helpers import rulebook
from tests.helpers import VARIANTS

MODULES = sorted(script_folder().rglob("*.js"))
MAIN, START, BOOK = (script_folder() / f"{name}.js" for name in ("main", "start", "book"))
CAMERA, READER = script_folder() / "camera" / "camera.js", script_folder() / "photos" / "worker.js"
ENTRIES = (MAIN, START, BOOK, CAMERA, READER)
LARGEST_FOLDER = 15
TOP = re.compile(r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:function\*?|const|class) (\w+)", re.MULTILINE)


def name_of(module: Path) -> str:
    return module.relative_to(script_folder()).as_posix()


def source(module: Path) -> str:
    return module.read_text(encoding="utf-8")


def imports(module: Path) -> dict[Path, list[str]]:
    """What a module imports, by the module it comes from."""
    found = re.findall(r'^import \{([^}]*)\} from "(\.[\w./]+\.js)";$', source(module), re.MULTILINE)
    return {(module.parent / origin).resolve(): names.split(", ") for names, origin in found}


def test_no_two_modules_use_the_same_name() -> None:
    names = [name for module in MODULES for name in TOP.findall(source(module))]
    assert len(names) == len(set(names))


def test_no_folder_has_too_many_modules() -> None:
    assert all(len(list(folder.glob("*.js"))) <= LARGEST_FOLDER for folder in {module.parent for module in MODULES})


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_imports_are_of_the_kind_that_can_be_left_out(module: Path) -> None:
    lines = [line for line in source(module).splitlines() if line.startswith("import")]
    assert len(lines) == len(imports(module))
    assert "export default" not in source(module) and "export {" not in source(module)
    for origin, names in imports(module).items():
        for name in names:
            assert name in EXPORT.findall(source(origin))
            assert len(re.findall(rf"\b{name}\b", source(module))) > 1, f"{name} is not used"


def test_what_is_exported_is_used() -> None:
    used = {(origin, name) for module in MODULES for origin, names in imports(module).items() for name in names}
    exported = {(module.resolve(), name) for module in MODULES for name in EXPORT.findall(source(module))}
    assert exported == used | {(CAMERA.resolve(), "Camera")}, "which the page imports when it needs it"


@pytest.mark.parametrize("entry", ENTRIES, ids=name_of)
def test_a_script_has_no_imports_left(entry: Path) -> None:
    assert not re.search(r"(^|[;}])(import|export)\b", bundle(entry), re.MULTILINE)


def test_every_module_is_part_of_a_script() -> None:
    """Pages have all modules but those for photos, which are in two scripts of their own."""
    found: dict[Path, set[Path]] = {}
    for entry in ENTRIES:
        reached = {entry.resolve()}
        while more := {origin for module in reached for origin in imports(module)} - reached:
            reached |= more
        found[entry] = reached
    assert set().union(*found.values()) == {module.resolve() for module in MODULES}
    for_photos = {module.resolve() for module in MODULES if module.parent.name in ("camera", "photos", "qr")}
    assert not (found[MAIN] | found[START]) & for_photos


def test_a_script_is_readable_in_a_browser() -> None:
    """Comments are left out, names are not shortened."""
    script = bundle(MAIN)
    assert "/**" not in script and "Return the" not in script
    assert {"readRecord", "checkBonus", "MAX_PROBLEMS"} <= set(re.findall(r"\b\w+\b", script))


def test_a_game_gets_what_it_needs() -> None:
    """Each of these texts stands in a module that says which games it is for."""
    needed = {
        "too-many-tokens": {"duel"},
        "space-shared": {"onboard"},
        "link-broken": {"connected-chain"},
        "swap-without-number": {"xchange"},
        "bonus-without-neighbour": {"bigpoints"},
        "order-passed": {*VARIANTS} - {"duel"},
        "0123456789ABCDEFGHJKMNPQRSTVWXYZ": {variant for variant in VARIANTS if rulebook(variant).shuffle},
    }
    pages = {variant: bundle(MAIN, rulebook(variant)) for variant in VARIANTS}
    for text, variants in needed.items():
        assert {variant for variant, script in pages.items() if text in script} == variants


def test_only_a_camera_needs_what_photos_need() -> None:
    """A page with a camera has just the button for it."""
    for variant in VARIANTS:
        plain, camera = bundle(MAIN, rulebook(variant)), bundle(MAIN, rulebook(variant), has_camera=True)
        assert "image/jpeg" not in plain and "import(" not in plain
        assert "image/jpeg" in camera and "import(" in camera
        for script in (plain, camera):
            assert "new Worker(" not in script and "data-doubt" not in script
    script = camera_script([])
    assert "new Worker(" in script and "data-doubt" in script and script.endswith("export{Camera};")


def test_only_a_page_alone_and_the_books_own_page_contain_the_book() -> None:
    for variant in VARIANTS:
        assert "sheetgen_book" not in bundle(MAIN, rulebook(variant))
        assert "sheetgen_book" in bundle(MAIN, rulebook(variant), has_book=True)
    assert "sheetgen_book" in bundle(BOOK) and "readRecord" not in bundle(BOOK)
