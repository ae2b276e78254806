"""The site: complete, the same for the same input, and never in the way of anything else."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import numpy
import pytest
from PIL import Image

from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_locale
from sheetgen.scorer.site import MARKER, Files, site_files, write_site
from tests.helpers import EXAMPLES, LANGUAGES, VARIANTS, contrast, edition, page_of


def made(root: str = "/", theme: str = "color") -> Files:
    pages = {name: page_of(name, theme, on_site=True) for name in VARIANTS}
    return site_files([edition(name, theme) for name in VARIANTS], pages, root)


@pytest.fixture(scope="module")
def files() -> Files:
    return made()


def test_all_that_belongs_to_it(files: Files) -> None:
    assert set(files) == {
        *("index.html", "404.html", "manifest.webmanifest", "sw.js", "icon.svg", "icon-192.png", "icon-512.png"),
        *("icon-maskable-512.png", "apple-touch-icon.png", "camera.js", "reader.js", MARKER),
        ".nojekyll",
        *(f"{name}/index.html" for name in [*VARIANTS, "book"]),
        *(f"{name}/picture.svg" for name in VARIANTS),
    }


def test_the_camera_speaks_the_languages_of_all_pages() -> None:
    french = load_locale(str(EXAMPLES / "locales" / "fr.toml"))
    script = site_files([edition("classic")], {}, "/", [french])["camera.js"].decode()
    texts, _ = json.JSONDecoder().raw_decode(script.removeprefix("const PHOTO_TEXTS="))
    assert list(texts) == [*LANGUAGES, "fr"]
    assert texts["fr"]["photo_reading"] == french.scorer.photo_reading


def test_the_same_input_gives_the_same_bytes(files: Files) -> None:
    assert made() == files


def test_links_to_the_sites_own_files_are_relative_but_for_unknown_paths(files: Files) -> None:
    def linked(name: str, files: Files = files) -> set[str]:
        return set(re.findall(r'(?:href|src)="([^"#:]+)"', files[name].decode()))

    ends = [f"{name}/{file}" for name in VARIANTS for file in ("", "picture.svg")]
    assert set(ends) <= linked("index.html")
    assert not [link for link in linked("index.html") | linked("classic/index.html") if link.startswith("/")]
    assert {f"/{end}" for end in ends} <= linked("404.html")
    assert {f"/games/scorer/{end}" for end in ends} <= linked("404.html", made("/games/scorer/"))
    for name in ("index.html", "classic/index.html", "book/index.html"):
        for link in linked(name):
            path = (Path("/site") / name).parent.joinpath(link).resolve().relative_to("/site")
            assert str(path) in files or f"{path}/index.html" in files, link


def test_the_manifest(files: Files) -> None:
    manifest = json.loads(files["manifest.webmanifest"])
    assert manifest["name"] and manifest["short_name"] and len(manifest["short_name"]) <= 12
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("./", "./", "standalone")
    for colour in ("background_color", "theme_color"):
        assert re.fullmatch("#[0-9a-f]{6}", manifest[colour])
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    drawn, *pictures = manifest["icons"]
    assert (drawn["sizes"], drawn["type"]) == ("any", "image/svg+xml")
    assert files[drawn["src"]].startswith(b"<svg")
    for icon in pictures:
        picture = Image.open(BytesIO(files[icon["src"]]))
        assert f"{picture.width}x{picture.height}" == icon["sizes"]


def test_the_icons(files: Files) -> None:
    touch = Image.open(BytesIO(files["apple-touch-icon.png"]))
    assert touch.size == (180, 180)
    for name, is_full in (("icon-512.png", False), ("icon-maskable-512.png", True), ("apple-touch-icon.png", True)):
        opacity = numpy.asarray(Image.open(BytesIO(files[name])).convert("RGBA"))[:, :, 3]
        assert bool((opacity == 255).all()) == is_full
        assert opacity[0, 0] == (255 if is_full else 0)
    drawing = ElementTree.fromstring(files["icon.svg"])
    assert drawing.get("viewBox") == "0 0 48 48"
    assert not [shape for shape in drawing.iter() if shape.get("fill") == "#ffffff" and not shape.get("r")]


def test_a_maskable_icon_keeps_to_the_safe_circle(files: Files) -> None:
    """Phones may cut off all that is farther than 40 % of its width from its middle."""
    pixels = numpy.asarray(Image.open(BytesIO(files["icon-maskable-512.png"])).convert("RGB")).astype(int)
    drawn = numpy.abs(pixels - pixels[0, 0]).sum(axis=2) > 30
    ys, xs = numpy.nonzero(drawn)
    assert drawn.any()
    assert numpy.hypot(xs - 255.5, ys - 255.5).max() <= 0.4 * 512


def test_the_icon_has_contrast(files: Files) -> None:
    ground, *cells = re.findall(r'<rect [^>]*fill="(#\w+)"', files["icon.svg"].decode())
    assert len(cells) == 4 and all(contrast(cell, ground) > 1.5 for cell in cells)
    assert contrast(cells[3], "#ffffff") > 3


def test_the_service_worker_keeps_all_that_pages_need(files: Files) -> None:
    code = files["sw.js"].decode()
    kept = json.loads(re.findall(r"const FILES = (.*);\n", code)[0])
    assert {name.removesuffix("index.html") or "./" for name in files} - set(kept) == {
        "sw.js",
        "404.html",
        ".nojekyll",
        MARKER,
    }
    assert len(kept) == len(set(kept))


def test_its_cache_is_named_after_all_content(files: Files) -> None:
    def version(of: Files) -> str:
        return str(re.findall(r'const VERSION = "(\w+)"', of["sw.js"].decode())[0])

    assert version(made("/elsewhere/")) == version(files)
    assert version(made(theme="grey")) != version(files)


SOME: Files = {"index.html": b"new", "game/index.html": b"new"}


def with_marker(files: Files) -> Files:
    hashes = {name: sha256(data).hexdigest() for name, data in files.items()}
    return {**files, MARKER: json.dumps({"files": hashes}).encode()}


def content(folder: Path) -> Files:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_new_an_empty_and_an_old_site(tmp_path: Path) -> None:
    site, old, new = tmp_path / "site", with_marker({"index.html": b"1", "gone/index.html": b"1"}), with_marker(SOME)
    site.mkdir()
    write_site(site, old)
    assert content(site) == old
    (site / ".DS_Store").write_bytes(b"litter")
    write_site(site, new)
    assert content(site) == new
    write_site(tmp_path / "other", new)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "site"]


@pytest.mark.parametrize("own", ["CNAME", "game/notes.txt", "index.html"])
def test_nothing_of_the_users_is_lost(tmp_path: Path, own: str) -> None:
    site = tmp_path / "site"
    write_site(site, with_marker(SOME))
    (site / own).write_bytes(b"mine")
    before = content(site)
    with pytest.raises(InputError, match=f"did not make.*{own}"):
        write_site(site, with_marker(SOME))
    assert content(site) == before and [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize(
    "marker", [b"", b"[]", b"\xff", b'{"files": 3}', b'{"files": {"index.html": 3}}', b"[" * 100_000]
)
def test_a_broken_marker_is_no_permission(tmp_path: Path, marker: bytes) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / MARKER).write_bytes(marker)
    (site / "index.html").write_bytes(b"mine")
    with pytest.raises(InputError, match="did not make"):
        write_site(site, SOME)
    assert (site / "index.html").read_bytes() == b"mine"


def test_links_are_left_alone(tmp_path: Path) -> None:
    write_site(tmp_path / "site", with_marker(SOME))
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "file").write_text("mine")
    (tmp_path / "site" / "link").symlink_to(tmp_path / "real")
    with pytest.raises(InputError, match=r"did not make.*link"):
        write_site(tmp_path / "site", with_marker(SOME))
    (tmp_path / "site" / "link").unlink()
    (tmp_path / "way").symlink_to(tmp_path / "site")
    write_site(tmp_path / "way", with_marker({"index.html": b"newer"}))
    assert (tmp_path / "way").is_symlink()
    assert (tmp_path / "site" / "index.html").read_bytes() == b"newer"


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError("disk full")])
def test_after_an_error_the_old_site_is_still_there(
    tmp_path: Path, error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, old = tmp_path / "site", with_marker(SOME)
    write_site(site, old)
    rename, calls = Path.rename, []

    def fail_once(self: Path, target: Path) -> Path:
        calls.append(self)
        if len(calls) == 2:
            raise error
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fail_once)
    with pytest.raises((KeyboardInterrupt, InputError)):
        write_site(site, with_marker({"index.html": b"newer"}))
    assert content(site) == old
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_the_folder_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="the folder you are in"):
        write_site(Path(), SOME)
    with pytest.raises(InputError, match="the folder you are in"):
        write_site(tmp_path.parent, SOME)
