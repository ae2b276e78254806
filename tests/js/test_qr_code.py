"""QR codes: what the library draws, the page reads, also if it is damaged or photographed badly, and nothing else."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple

import cv2
import numpy
import pytest
from numpy.typing import NDArray
from qrcode.base import rs_blocks
from qrcode.constants import ERROR_CORRECT_H, ERROR_CORRECT_L, ERROR_CORRECT_M, ERROR_CORRECT_Q
from qrcode.main import QRCode
from qrcode.util import MODE_8BIT_BYTE, MODE_NUMBER, QRData

from tests.js.modules import Modules
from tests.profiles import SEED, Counted, amount, selection

VERSIONS = range(2, 16)
UNLIKE_VERSIONS = (2, 4, 7, 10, 14)
"""With one block and several, equal and unequal ones, version information, long counts, many alignment patterns."""
MASKS = range(8)
CHARACTERS = "abcxyzABCXYZ0123456789:/.#-_äß€🎲"
SPARE = 4
"""Error correction codewords that erasures leave, so that a false correction is noticed."""

MARGIN = 30
"""Pixels around a code in a picture: 3 mm."""
CODE_PIXELS = 246

Floats = NDArray[Any]


class Blur(NamedTuple):
    """What a camera does, in modules of the code."""

    sigma: float
    motion: float = 0
    degrees: float = 0


class WrongCount(QRData):  # type: ignore[misc]
    """Text that claims to be shorter than it is."""

    def __len__(self) -> int:
        return len(self.data) - 5


def code(
    text: str | bytes, version: int, mask: int, level: int = ERROR_CORRECT_M, data: type[QRData] = QRData, **kind: int
) -> QRCode:
    made = QRCode(version=version, error_correction=level, border=0, mask_pattern=mask)
    content = text.encode() if isinstance(text, str) else text
    made.add_data(data(content, **{"mode": MODE_8BIT_BYTE, **kind}))
    made.make(fit=False)
    return made


def modules_of(made: QRCode) -> str:
    return "".join("1" if dark else "0" for row in made.get_matrix() for dark in row)


def capacity(version: int) -> int:
    """Bytes of the longest text."""
    header = 2 if version < 10 else 3
    return sum(int(block.data_count) for block in rs_blocks(version, ERROR_CORRECT_M)) - header


def some_text(random: Random, most: int) -> str:
    """A text of up to so many bytes, often of exactly so many."""
    text = "".join(random.choices(CHARACTERS, k=random.choice([1, random.randint(1, most), most])))
    while len(text.encode()) > most:
        text = text[:-1]
    return text + "x" * (most - len(text.encode()) if random.random() < 0.3 else 0)


def blocks_of(version: int) -> list[list[int]]:
    """Where the codewords of each block are, data before error correction, among all of a code."""
    blocks = rs_blocks(version, ERROR_CORRECT_M)
    data = [[number] * block.data_count for number, block in enumerate(blocks)]
    checks = [[number] * (block.total_count - block.data_count) for number, block in enumerate(blocks)]
    owners = [owner for part in (data, checks) for turn in zip_longest(*part) for owner in turn if owner is not None]
    return [[at for at, owner in enumerate(owners) if owner == number] for number in range(len(blocks))]


def check_count(version: int) -> int:
    """Error correction codewords of each block."""
    block = rs_blocks(version, ERROR_CORRECT_M)[0]
    return int(block.total_count - block.data_count)


def damaged(made: QRCode, codewords: Sequence[int], random: Random) -> str:
    """The modules of a code with other values of these codewords."""
    before = list(made.data_cache)
    for at in codewords:
        made.data_cache[at] ^= random.randint(1, 255)
    made.make(fit=False)
    modules = modules_of(made)
    made.data_cache = before
    return modules


def flipped(modules: str, places: Sequence[int]) -> str:
    return "".join(str(1 - int(module)) if at in places else module for at, module in enumerate(modules))


def decode_all(modules: Modules, codes: Sequence[tuple[str, str | None]]) -> list[str | None]:
    return list(modules.call("tests/qr_answers", "decodeAll", codes))


@pytest.mark.parametrize("version", VERSIONS)
def test_any_text_is_read_with_each_mask(version: int, modules: Modules, record_property: Counted) -> None:
    random = Random(f"{SEED}/qr/{version}")
    texts = [some_text(random, capacity(version)) for _ in MASKS for _ in range(amount(1, 20))]
    codes = [code(text, version, at % len(MASKS)) for at, text in enumerate(texts)]
    assert decode_all(modules, [(modules_of(made), None) for made in codes]) == texts
    record_property("QR codes decoded", len(codes))


@pytest.mark.parametrize("version", selection(VERSIONS, UNLIKE_VERSIONS))
def test_half_as_many_wrong_codewords_as_there_are_for_correction_are_corrected(version: int, modules: Modules) -> None:
    random = Random(f"{SEED}/qr/{version}")
    most = check_count(version) // 2
    texts = [some_text(random, capacity(version)) for _ in range(amount(4, 40))]
    codes = []
    for text in texts:
        wrong = [at for block in blocks_of(version) for at in random.sample(block, most)]
        codes.append((damaged(code(text, version, random.choice(MASKS)), wrong, random), None))
    assert decode_all(modules, codes) == texts


@pytest.mark.parametrize("version", selection(VERSIONS, UNLIKE_VERSIONS))
def test_twice_as_many_are_corrected_if_they_are_known_to_be_uncertain(version: int, modules: Modules) -> None:
    random = Random(f"{SEED}/qr/{version}")
    texts = [some_text(random, capacity(version)) for _ in range(amount(2, 20))]
    codes = []
    for text in texts:
        made = code(text, version, random.choice(MASKS))
        most = check_count(version) - SPARE
        wrong = [at for block in blocks_of(version) for at in random.sample(block, most)]
        right, seen = modules_of(made), damaged(made, wrong, random)
        certainties = "".join("9" if one == other else "0" for one, other in zip(right, seen, strict=True))
        codes.append((seen, certainties))
    assert decode_all(modules, codes) == texts
    assert not any(decode_all(modules, [(seen, None) for seen, _ in codes]))


def test_more_damage_never_gives_another_text(modules: Modules, record_property: Counted) -> None:
    """One codeword too many in one block, or any number in all; uncertain is what is wrong, or anything."""
    random = Random(f"{SEED}/qr")
    texts, codes = [], []
    for _ in range(amount(150, 5000)):
        version = random.choice(VERSIONS[:6])
        made = code(some_text(random, capacity(version)), version, random.choice(MASKS))
        blocks = blocks_of(version)
        most = check_count(version) // 2
        wrong = random.sample(random.choice(blocks), most + 1)
        if random.random() < 0.5:
            wrong = [at for block in blocks for at in random.sample(block, random.randint(most, len(block)))]
        seen = damaged(made, wrong, random)
        certainties = "".join(random.choices("0123456789", k=len(seen)))
        texts.append(made.data_list[0].data.decode())
        codes.append((seen, random.choice([None, certainties])))
    answers = decode_all(modules, codes)
    assert all(answer in (None, text) for answer, text in zip(answers, texts, strict=True))
    assert answers.count(None) > len(answers) * 0.8
    record_property("QR codes with too much damage", len(codes))


def test_each_copy_of_the_format_information_may_have_three_wrong_modules(modules: Modules) -> None:
    random = Random(f"{SEED}/qr")
    size = 17 + 4 * 4
    near = [0, 1, 2, 3, 4, 5, 7, 8]
    first = [*(row * size + 8 for row in near), *(8 * size + column for column in near[:-1])]
    second = [*(8 * size + size - 1 - at for at in range(8)), *((size - 7 + at) * size + 8 for at in range(7))]
    texts = [some_text(random, capacity(4)) for _ in MASKS]
    codes = []
    for text, mask in zip(texts, MASKS, strict=True):
        wrong = [*random.sample(first, 3), *random.sample(second, 3)]
        codes.append((flipped(modules_of(code(text, 4, mask)), wrong), None))
    assert decode_all(modules, codes) == texts


def test_other_codes_and_what_is_no_code_have_no_text(modules: Modules, record_property: Counted) -> None:
    random = Random(f"{SEED}/qr")
    others = [code("Qwixx", 3, 0, level) for level in (ERROR_CORRECT_L, ERROR_CORRECT_Q, ERROR_CORRECT_H)]
    others += [code("1234567", 3, 0, mode=MODE_NUMBER), code("Qwixx", 1, 0), code("Qwixx", 16, 0)]
    pictures = [modules_of(made) for made in others]
    for version in VERSIONS:
        count = (17 + 4 * version) ** 2
        pictures += ["0" * count, "1" * count]
        pictures += ["".join(random.choices("01", k=count)) for _ in range(amount(2, 50))]
    codes = [(each, certainties) for each in pictures for certainties in (None, "1" * len(each))]
    assert decode_all(modules, codes) == [None] * len(codes)
    record_property("QR codes that are none", len(codes))


def test_a_text_that_is_not_utf_8_or_longer_than_it_claims_is_refused(modules: Modules) -> None:
    codes = [code(b"Qwi\xffx", 2, 0), code("Qwixx and more", 2, 0, data=WrongCount)]
    assert decode_all(modules, [(modules_of(made), None) for made in codes]) == [None, None]


BLURS = {
    "sharp": Blur(0.1),
    "out of focus": Blur(0.55),
    "moved across": Blur(0.3, 1.6, 0),
    "moved askew": Blur(0.35, 1.3, 50),
}


@pytest.mark.parametrize("blur", BLURS)
def test_a_bent_noisy_code_in_a_shadow_is_read(blur: str, modules: Modules, record_property: Counted) -> None:
    random = Random(f"{SEED}/qr/{blur}")
    for number in range(amount(3, 30)):
        version = random.choice([2, 3, 4, 5, 6, 7])
        text = some_text(random, capacity(version))
        picture = photographed(code(text, version, random.choice(MASKS)), BLURS[blur], random)
        assert read(modules, picture) == text, f"code {number} of version {version}"
    record_property("pictures of QR codes read", amount(3, 30))


def test_many_codes_that_moved_by_two_modules_are_read(modules: Modules, record_property: Counted) -> None:
    """Such a motion hides which way round alternating modules are."""
    random = Random(f"{SEED}/qr/two modules")
    made = [code(some_text(random, capacity(4)), 4, random.choice(MASKS)) for _ in range(amount(6, 30))]
    texts = [read(modules, photographed(each, Blur(0.3, 2.2, 0), random)) for each in made]
    record_property("pictures of QR codes read", len(texts))
    assert sum(text is not None for text in texts) > 0.3 * len(texts)


def test_a_picture_without_a_code_gives_nothing(modules: Modules) -> None:
    side = CODE_PIXELS + 2 * MARGIN
    noise = numpy.random.default_rng(1).uniform(0, 255, (side, side))
    slope = numpy.linspace(0, 255, side) * numpy.ones((side, 1))
    stripes = 255.0 * (numpy.arange(side) // 8 % 2) * numpy.ones((side, 1))
    for picture in (noise, slope, stripes, numpy.zeros((side, side)), numpy.full((side, side), 255.0)):
        assert read(modules, picture) is None


def read(modules: Modules, picture: Floats) -> str | None:
    levels = b64encode(picture.clip(0, 255).astype(numpy.uint8).tobytes()).decode()
    text: str | None = modules.call("tests/qr_answers", "readPicture", levels, MARGIN)
    return text


def photographed(made: QRCode, blur: Blur, random: Random) -> Floats:
    """A picture of a code that is moved by up to 1.5 mm, turned, stretched, in perspective, shaded, and noisy."""
    scale, border = 12, 4
    drawn = numpy.pad(
        numpy.where(numpy.array(made.get_matrix()), 35, 225).astype(numpy.uint8),
        border,
        mode="constant",
        constant_values=225,
    )
    large = cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
    size = len(drawn) - 2 * border
    side = CODE_PIXELS + 2 * MARGIN
    square = numpy.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    angle, stretch = numpy.radians(random.uniform(-2, 2)), random.uniform(0.97, 1.03)
    turn = stretch * numpy.array([[numpy.cos(angle), -numpy.sin(angle)], [numpy.sin(angle), numpy.cos(angle)]])
    shift = [random.uniform(-12, 12) for _ in range(2)]
    perspective = [[random.uniform(-3, 3) for _ in range(2)] for _ in square]
    there = (square - 0.5) * CODE_PIXELS @ turn + side / 2 + shift + perspective
    here = square * size * scale + border * scale
    homography = cv2.getPerspectiveTransform((here - 0.5).astype(numpy.float32), (there - 0.5).astype(numpy.float32))
    picture = cv2.warpPerspective(large, homography, (side, side), flags=cv2.INTER_AREA, borderValue=225)
    picture = blurred(picture.astype(numpy.float32), blur, CODE_PIXELS / size)
    shade = numpy.linspace(1, random.uniform(0.5, 0.9), side)
    noise = numpy.random.default_rng(random.getrandbits(32)).normal(0, 4, picture.shape)
    return numpy.asarray(picture * shade + noise)


def blurred(picture: Floats, blur: Blur, module: float) -> Floats:
    soft: Floats = cv2.GaussianBlur(picture, (0, 0), blur.sigma * module)
    if not blur.motion:
        return soft
    reach = round(blur.motion * module / 2)
    kernel = numpy.zeros((2 * reach + 1, 2 * reach + 1), numpy.float32)
    kernel[reach] = 1
    turned = cv2.warpAffine(kernel, cv2.getRotationMatrix2D((reach, reach), blur.degrees, 1), kernel.shape)
    moved: Floats = cv2.filter2D(soft, -1, turned / turned.sum())
    return moved
