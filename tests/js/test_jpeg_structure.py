"""What a JPEG file says about its scans, which tell how long it takes to decode."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from typing import Any

from PIL import Image

from tests.js.modules import Modules
from tests.photos.hostile_files import grey_jpeg, white_png


def saved(**options: Any) -> bytes:
    file = BytesIO()
    Image.new("RGB", (900, 900), "white").save(file, "JPEG", **options)
    return file.getvalue()


def structure(modules: Modules, content: bytes) -> Any:
    return modules.call("tests/photo_answers", "structureOf", b64encode(content).decode())


def test_the_scans_of_a_jpeg_are_counted(modules: Modules) -> None:
    preview = Image.Exif()
    preview[0x927C] = grey_jpeg(64, 64, scans=7)
    whole = saved(exif=preview)
    assert structure(modules, whole) == {"scans": 1, "isProgressive": False}
    assert structure(modules, whole + grey_jpeg(64, 64, scans=7)) == {"scans": 1, "isProgressive": False}
    assert structure(modules, saved(progressive=True))["isProgressive"]
    assert structure(modules, grey_jpeg(900, 900, scans=30)) == {"scans": 30, "isProgressive": True}
    assert structure(modules, white_png(900, 900)) is None
    assert structure(modules, b"") is None
    assert structure(modules, b"\xff\xd8\xff") == {"scans": 0, "isProgressive": False}
