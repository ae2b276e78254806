"""Picture files from anybody: all kinds that cameras make, and all kinds of nonsense."""

from __future__ import annotations

from io import BytesIO

import cv2
import numpy
import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image
from pillow_heif import register_heif_opener

from sheetgen.photos import image
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.image import (
    MAX_BYTES,
    MAX_DECODED_PIXELS,
    MAX_JPEG_SCANS,
    MAX_PIXELS,
    MAX_WEBP_PIXELS,
    MAX_WORKING_SIDE,
    MIN_SIDE,
    open_photo,
)
from tests.helpers import edition
from tests.photos.hostile_files import jpeg_with_scans, png, png_chunk
from tests.photos.plain_shot import plain_shot
from tests.photos.reading import read
from tests.profiles import examples, selection

CROSSED = ("red 2", "yellow 3", "green 12", "penalty 1")
KINDS = ["JPEG", "PNG", "WEBP", "HEIF"]
PNG_CHUNKS = [b"PLTE", b"tRNS", b"iCCP", b"acTL", b"eXIf", b"zTXt"]


def picture() -> Image.Image:
    return Image.open(BytesIO(plain_shot(edition("classic"), 7, CROSSED)))


def saved(picture: Image.Image, kind: str, orientation: int = 1) -> bytes:
    register_heif_opener()
    exif, file = Image.Exif(), BytesIO()
    exif[0x0112] = orientation
    picture.save(file, kind, exif=exif.tobytes())
    return file.getvalue()


def refused(content: bytes) -> str:
    with pytest.raises(PhotoError) as caught:
        open_photo(content)
    return caught.value.reason


def crossed(content: bytes) -> set[str]:
    return {id for id, cell in read(content).cells.items() if cell.answer == "cross"}


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_pictures(kind: str) -> None:
    assert crossed(saved(picture(), kind)) == set(CROSSED)


@pytest.mark.parametrize("orientation", selection(range(1, 9), [3, 5, 6]))
def test_however_the_camera_was_held(orientation: int) -> None:
    """EXIF says how the pixels must be turned, and four times also that they are mirrored."""
    undo = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # what brings the pixels into that state
    stored = picture() if orientation == 1 else picture().transpose(Image.Transpose(undo[orientation]))
    assert crossed(saved(stored, "JPEG", orientation)) == set(CROSSED)


MODES = [("L", "PNG"), ("LA", "PNG"), ("RGBA", "PNG"), ("P", "PNG"), ("CMYK", "JPEG"), ("L", "JPEG"), ("RGBA", "WEBP")]


@pytest.mark.parametrize(("mode", "kind"), selection(MODES, [MODES[1], MODES[3], MODES[4], MODES[6]]))
def test_pictures_in_other_modes(mode: str, kind: str) -> None:
    file = BytesIO()
    picture().convert(mode).save(file, kind, compress_level=1)
    assert crossed(file.getvalue()) == set(CROSSED)


@pytest.mark.parametrize("colour", selection([cv2.COLOR_RGB2GRAY, cv2.COLOR_RGB2BGR], [cv2.COLOR_RGB2GRAY]))
def test_pictures_with_16_bits(colour: int) -> None:
    levels = cv2.cvtColor(numpy.asarray(picture()), colour).astype(numpy.uint16) * 257
    done, content = cv2.imencode(".png", levels)
    assert done and crossed(content.tobytes()) == set(CROSSED)


def test_progressive_pictures() -> None:
    file = BytesIO()
    picture().save(file, "JPEG", progressive=True)
    assert crossed(file.getvalue()) == set(CROSSED)


def test_several_pictures_in_a_file_count_as_the_first_of_them() -> None:
    """As cameras write them: a smaller copy for other screens comes after the photo."""
    file = BytesIO()
    picture().save(file, "MPO", save_all=True, append_images=[picture().reduce(4)])
    assert crossed(file.getvalue()) == set(CROSSED)


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "HEIF"])
def test_what_is_transparent_is_white(kind: str) -> None:
    content = saved(Image.new("RGBA", (MIN_SIDE, MIN_SIDE), (0, 0, 0, 0)), kind)
    assert open_photo(content).getcolors() == [(MIN_SIDE**2, (255, 255, 255))]


def test_large_pictures_are_made_smaller() -> None:
    file = BytesIO()
    Image.new("RGB", (8000, 6000), "white").save(file, "PNG")
    assert open_photo(file.getvalue()).size == (2000, 1500)


def test_pictures_are_reduced_in_bands_as_in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = numpy.random.default_rng(1).integers(0, 256, (3001, 3005), numpy.uint8)
    whole = Image.fromarray(levels)
    content = saved(whole, "PNG")
    monkeypatch.setattr(image, "BAND_PIXELS", 500_000)
    assert open_photo(content).getchannel(0).tobytes() == whole.reduce(2).tobytes()


def test_long_pictures_are_made_as_short_as_others() -> None:
    for size in ((30_000, 600), (600, 30_000)):
        assert max(open_photo(saved(Image.new("L", size), "PNG")).size) == 3750
    assert max(open_photo(saved(Image.new("L", (30_000, 1600)), "JPEG")).size) <= MAX_WORKING_SIDE


def test_only_a_file_that_is_decoded_in_part_may_have_more_pixels() -> None:
    side = 1 + int(MAX_DECODED_PIXELS**0.5)
    assert refused(png(side, side, 8, 2, full=False)) == "too_many_pixels"
    assert refused(jpeg_claiming(side, "progressive")) == "too_many_pixels"
    assert open_photo(jpeg_claiming(side, "baseline")).size == (1786, 1786)
    assert refused(jpeg_claiming(1 + int(MAX_PIXELS**0.5), "baseline")) == "too_many_pixels"


def test_webp_files_may_have_fewer_pixels() -> None:
    side = 1 + int(MAX_WEBP_PIXELS**0.5)
    assert refused(saved(Image.new("RGB", (side, side)), "WEBP")) == "too_many_pixels"


def jpeg_claiming(side: int, kind: str) -> bytes:
    """A small JPEG file whose header claims that it is a square of this size."""
    file = BytesIO()
    Image.new("RGB", (MIN_SIDE, MIN_SIDE)).save(file, "JPEG", progressive=kind == "progressive")
    small, claimed = (each.to_bytes(2) * 2 for each in (MIN_SIDE, side))
    return file.getvalue().replace(small, claimed, 1)


def test_a_picture_of_many_scans_is_damaged() -> None:
    assert open_photo(jpeg_with_scans(MIN_SIDE, MIN_SIDE, MAX_JPEG_SCANS)).size == (MIN_SIDE, MIN_SIDE)
    assert refused(jpeg_with_scans(MIN_SIDE, MIN_SIDE, MAX_JPEG_SCANS + 1)) == "damaged"


def test_an_animation_is_no_photo() -> None:
    file = BytesIO()
    frames = [Image.new("RGB", (MIN_SIDE, MIN_SIDE), colour) for colour in ("red", "blue")]
    frames[0].save(file, "WEBP", save_all=True, append_images=frames[1:])
    assert refused(file.getvalue()) == "animated"
    file = BytesIO()
    frames[0].save(file, "PNG", save_all=True, append_images=frames[1:])
    # What a program shows that knows no animations.
    assert open_photo(file.getvalue()).getcolors() == [(MIN_SIDE**2, (255, 0, 0))]


@pytest.mark.parametrize(
    "chunks",
    [(), (png_chunk(b"PLTE", b""),), (png_chunk(b"PLTE", b"abc"),), (png_chunk(b"tRNS", b"\0\1"),)],
    ids=["no palette", "an empty palette", "a short palette", "transparency alone"],
)
def test_a_palette_may_be_missing(chunks: tuple[bytes, ...]) -> None:
    assert open_photo(png(MIN_SIDE, MIN_SIDE, 8, 3, *chunks)).size == (MIN_SIDE, MIN_SIDE)


@settings(max_examples=examples(200))
@given(
    st.sampled_from([1, 2, 4, 8, 16, 3]),
    st.integers(0, 7),
    st.lists(st.tuples(st.sampled_from(PNG_CHUNKS), st.binary(max_size=30))),
    st.integers(0, 1),
)
def test_any_kind_of_png_is_read_or_refused(
    depth: int, kind: int, chunks: list[tuple[bytes, bytes]], interlace: int
) -> None:
    content = png(MIN_SIDE, MIN_SIDE, depth, kind, *(png_chunk(*each) for each in chunks), interlace=interlace)
    try:
        assert open_photo(content).size == (MIN_SIDE, MIN_SIDE)
    except PhotoError as error:
        assert error.reason in ("no_picture", "damaged", "cut_short")


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
    content = bytearray(saved(Image.new("RGB", (600, 500), "#8a5"), data.draw(st.sampled_from(KINDS))))
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        assert open_photo(bytes(content)).mode == "RGB"
    except PhotoError as error:
        assert error.reason in ("no_picture", "damaged", "cut_short", "too_small", "too_many_pixels", "animated")


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
    assert caught.value.reason in ("no_marks", "few_marks", "dark", "code_unread")
