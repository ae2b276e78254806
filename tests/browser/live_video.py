"""Videos for a fake camera: frames of sheets as a phone sees them, as files that Chromium plays instead of a camera."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy

from tests.photos.plain_shot import TABLE, Picture

SIZE = WIDTH, HEIGHT = 1280, 720
LARGE = 1920, 1080
RATE = 15  # frames a second


def write_video(file: Path, frames: Iterable[Picture]) -> None:
    """Write RGB frames as an uncompressed video (Y4M), which starts again when it ends."""
    frames = list(frames)
    height, width = frames[0].shape[:2]
    with file.open("wb") as video:
        video.write(f"YUV4MPEG2 W{width} H{height} F{RATE}:1 Ip A1:1 C420jpeg\n".encode())
        for frame in frames:
            planes = cv2.cvtColor(numpy.ascontiguousarray(frame), cv2.COLOR_RGB2YUV_I420)
            video.write(b"FRAME\n" + planes.tobytes())


def table() -> Picture:
    """Return a frame without a sheet."""
    return numpy.full((HEIGHT, WIDTH, 3), TABLE, numpy.uint8)


def on_table(
    sheet: Picture, share: float = 0.9, shift: tuple[float, float] = (0, 0), size: tuple[int, int] = SIZE
) -> Picture:
    """Return a frame of a picture of a sheet, as wide as this share of the frame and shifted by so many pixels."""
    width, height = size
    scale = share * width / sheet.shape[1]
    x = (width - scale * sheet.shape[1]) / 2 + shift[0]
    y = (height - scale * sheet.shape[0]) / 2 + shift[1]
    place = numpy.array([[scale, 0, x], [0, scale, y]])
    return cv2.warpAffine(sheet, place, size, flags=cv2.INTER_AREA, borderValue=(TABLE,) * 3)


def blurred(frame: Picture, sigma: float) -> Picture:
    """Return a frame that is not sharp."""
    return cv2.GaussianBlur(frame, (0, 0), sigma)


def dark(frame: Picture, share: float) -> Picture:
    """Return a frame with this share of its light."""
    return (frame * share).astype(numpy.uint8)


def noisy(frame: Picture, seed: int) -> Picture:
    """Return a frame with the noise of a small sensor."""
    noise = numpy.random.default_rng(seed).normal(0, 3, frame.shape)
    return (frame + noise).clip(0, 255).astype(numpy.uint8)
