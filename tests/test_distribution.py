"""The wheel and the sdist: what is in them, and that they install and print outside the source tree."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from email import message_from_bytes
from email.message import Message
from itertools import product
from pathlib import Path

import pytest

from tests.helpers import PROJECT
from tests.profiles import selection

METADATA = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = [each.rpartition(" ")[2] for each in METADATA["classifiers"] if each.startswith("Programming Language")]
PROGRAMS = Path("Scripts" if os.name == "nt" else "bin")
CACHES = {"__pycache__", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".venv", ".git"}
OFFLINE = ("wheel", "pip without network")
COMBINATIONS = selection([OFFLINE, *product(("wheel", "sdist"), ("pip", "pipx", "uv"))], [OFFLINE])


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", PROJECT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", PROJECT, tmp_path_factory.mktemp("sdist"))


def build(kind: str, project: Path, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name))


def test_the_wheel_carries_the_package_with_templates_and_fonts_and_their_licences(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    expected = {file.relative_to(PROJECT).as_posix() for file in (PROJECT / "sheetgen").rglob("*.py")}
    for kind in ("templates", "fonts"):
        expected |= {f"sheetgen/{file.relative_to(PROJECT).as_posix()}" for file in files_below(PROJECT / kind)}
    expected.add("sheetgen/py.typed")
    assert {name for name in names if name.startswith("sheetgen/")} == expected
    licences = {"LICENSE", *(f"fonts/{file.name}" for file in (PROJECT / "fonts").glob("*-OFL.txt"))}
    assert len(licences) > 2
    assert {name.partition("/licenses/")[2] for name in names if "/licenses/" in name} == licences


def test_the_wheel_installs_the_manual_page_and_nothing_else_beside_the_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [name.partition("/") for name in archive.namelist()]
        folders = {top.rpartition(".")[2] for top, _, _ in names if top.startswith("sheetgen_qwixx-")}
        assert {top for top, _, _ in names if not top.startswith("sheetgen_qwixx-")} == {"sheetgen"}
        assert folders == {"dist-info", "data"}
        ((top, _, page),) = (name for name in names if name[0].endswith(".data"))
        assert page == "data/share/man/man1/sheetgen.1"
        assert archive.read(f"{top}/{page}") == (PROJECT / "docs" / "sheetgen.1").read_bytes()


def test_the_distribution_has_another_name_than_the_package(wheel: Path) -> None:
    """`sheetgen` on the package index belongs to somebody else, so nothing may depend on it."""
    data = metadata(wheel)
    assert data["Name"] == "sheetgen-qwixx"
    required = {re.split(r"[^\w-]", line)[0] for line in data.get_all("Requires-Dist", [])}
    assert {"typer", "zxing-cpp"} <= required
    assert "sheetgen" not in required


def test_no_text_tells_to_install_what_belongs_to_somebody_else() -> None:
    """Installing `sheetgen` or `sheetgen[scan]` by name would do so."""
    command = re.compile(r"""(?:pip|pipx|tool) install [^`\n&;]*(?<![\w./-])sheetgen(?![\w.-])""")
    assert all(
        map(command.search, ("pip install sheetgen", "uv tool install 'sheetgen[scan]'", "pipx install sheetgen"))
    )
    assert not any(map(command.search, ("pip install . && sheetgen pdf", "pip install sheetgen-qwixx")))
    kinds = (
        "*.md",
        "docs/*.md",
        "docs/*.1",
        "Containerfile",
        "sheetgen/**/*.py",
        "benchmarks/**/*.py",
    )
    texts = [file for kind in kinds for file in PROJECT.glob(kind) if file.is_file()]
    assert len(texts) > 200
    assert not [file for file in texts if command.search(file.read_text(encoding="utf-8"))]


def test_the_sdist_carries_the_source_tree_without_caches(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert not [name for name in names if CACHES.intersection(name.split("/"))]
    assert not [name for name in names if name.endswith((".pyc", ".pdf", ".whl"))]
    folders = ("sheetgen", "templates", "fonts", "tests", "docs", "examples", "benchmarks", ".github")
    expected = {file.relative_to(PROJECT).as_posix() for each in folders for file in files_below(PROJECT / each)}
    assert expected <= names


def files_below(folder: Path) -> list[Path]:
    files = [file for file in folder.rglob("*") if file.is_file() and not CACHES.intersection(file.parts)]
    assert files, folder
    return files


def test_the_wheel_from_the_sdist_is_that_from_the_source_tree(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    again = build("wheel", source, tmp_path / "wheel")
    assert again.name == wheel.name
    assert contents(again) == contents(wheel)


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize(("kind", "installer"), COMBINATIONS)
def test_it_installs_and_prints_outside_the_source_tree(
    kind: str, installer: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Without network, this environment lends its dependencies; otherwise they come from the package index."""
    installed = install(request.getfixturevalue(kind), installer, tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [installed, "pdf", "classic"], cwd=elsewhere, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (elsewhere / "classic.pdf").read_bytes().startswith(b"%PDF")


def install(distribution: Path, installer: str, folder: Path) -> Path:
    """Install a wheel or an sdist into a new environment, and return the program `sheetgen` in it."""
    environment = folder / "environment"
    if installer == OFFLINE[1]:
        venv.create(environment, symlinks=os.name != "nt")
        run(sys.executable, "-m", "pip", "--python", environment, "install", "--no-deps", "--no-index", distribution)
        (site,) = environment.glob("**/site-packages")
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
        return environment / PROGRAMS / "sheetgen"
    venv.create(environment, symlinks=os.name != "nt", with_pip=True)
    programs = environment / PROGRAMS
    if installer == "pip":
        run(programs / "pip", "install", distribution)
        return programs / "sheetgen"
    run(programs / "pip", "install", installer)
    own = folder / "programs"
    places = {"PIPX_HOME": folder / "home", "PIPX_BIN_DIR": own, "UV_TOOL_DIR": folder / "home", "UV_TOOL_BIN_DIR": own}
    command = ("tool", "install", "--python", sys.executable) if installer == "uv" else ("install",)
    run(programs / installer, *command, distribution, **places)
    return own / "sheetgen"


def run(*command: str | Path, **variables: Path) -> None:
    environment = {**os.environ, **{name: str(value) for name, value in variables.items()}}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
