"""Picture files from anybody: all kinds that cameras make, and all kinds of nonsense."""

from __future__ import annotations

from io import BytesIO

import numpy
import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image
from pillow_heif import register_heif_opener

from sheetgen.photos.errors import PhotoError
from sheetgen.photos.image import MAX_BYTES, MIN_SIDE, open_photo
from tests.helpers import edition
from tests.photos.plain_shot import plain_shot
from tests.photos.reading import read
from tests.profiles import examples, selection

CROSSED = ("red 2", "yellow 3", "green 12", "penalty 1")


def picture() -> Image.Image:
    return Image.open(BytesIO(plain_shot(edition("classic"), 7, CROSSED)))


def saved(image: Image.Image, kind: str, orientation: int = 1) -> bytes:
    register_heif_opener()
    exif, file = Image.Exif(), BytesIO()
    exif[0x0112] = orientation
    image.save(file, kind, exif=exif.tobytes())
    return file.getvalue()


def refused(content: bytes) -> str:
    with pytest.raises(PhotoError) as caught:
        open_photo(content)
    return caught.value.reason


def crossed(content: bytes) -> set[str]:
    return {id for id, cell in read(content).cells.items() if cell.answer == "cross"}


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_kinds_of_pictures(kind: str) -> None:
    assert crossed(saved(picture(), kind)) == set(CROSSED)


@pytest.mark.parametrize("orientation", selection(range(1, 9), [3, 5, 6]))
def test_however_the_camera_was_held(orientation: int) -> None:
    """EXIF says how the pixels must be turned, and four times also that they are mirrored."""
    undo = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # what brings the pixels into that state
    stored = picture() if orientation == 1 else picture().transpose(Image.Transpose(undo[orientation]))
    assert crossed(saved(stored, "JPEG", orientation)) == set(CROSSED)


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "CMYK"])
def test_pictures_in_other_modes(mode: str) -> None:
    file = BytesIO()
    picture().convert(mode).save(file, "JPEG" if mode == "CMYK" else "PNG", compress_level=1)
    assert crossed(file.getvalue()) == set(CROSSED)


def test_what_is_transparent_is_white() -> None:
    file = BytesIO()
    Image.new("RGBA", (MIN_SIDE, MIN_SIDE), (0, 0, 0, 0)).save(file, "PNG")
    assert (open_photo(file.getvalue()) == 255).all()


def test_large_pictures_are_made_smaller() -> None:
    file = BytesIO()
    Image.new("RGB", (8000, 6000), "white").save(file, "PNG")
    assert open_photo(file.getvalue()).shape == (1500, 2000, 3)


def test_bad_files_are_told_apart() -> None:
    good = plain_shot(edition("classic"), 7, CROSSED)
    small = BytesIO()
    Image.new("RGB", (1, 1)).save(small, "PNG")
    assert refused(b"") == refused(b"a photo") == refused(b"GIF89a" + bytes(100)) == "no_picture"
    assert refused(good[: len(good) // 2]) == "cut_short"
    assert refused(small.getvalue()) == "too_small"
    assert refused(bytes(MAX_BYTES + 1)) == "too_large"


@settings(max_examples=examples(150))
@given(st.data())
def test_damaged_files_are_refused_or_read(data: st.DataObject) -> None:
    """Whatever changes on its way, there is a picture or a reason."""
    content = bytearray(
        saved(Image.new("RGB", (600, 500), "#8a5"), data.draw(st.sampled_from(["JPEG", "PNG", "WEBP"])))
    )
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        assert open_photo(bytes(content)).shape[2] == 3
    except PhotoError as error:
        assert error.reason in ("no_picture", "damaged", "cut_short", "too_small", "too_many_pixels")


@settings(max_examples=examples(40))
@given(st.binary(max_size=400), st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP"]))
def test_nonsense_is_refused(nonsense: bytes, start: bytes) -> None:
    assert refused(start + nonsense)


@settings(max_examples=examples(25))
@given(st.integers(0, 10**6), st.integers(2, 60))
def test_pictures_without_a_sheet_are_refused(seed: int, coarse: int) -> None:
    random = numpy.random.default_rng(seed)
    rough = Image.fromarray(random.integers(0, 256, (coarse, coarse, 3)).astype(numpy.uint8))
    with pytest.raises(PhotoError) as caught:
        read(saved(rough.resize((700, 600), Image.Resampling.NEAREST), "PNG"))
    assert caught.value.reason in ("no_marks", "few_marks", "two_sheets", "dark", "code_unread")
