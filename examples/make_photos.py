"""Make the photos in this folder, of the sheets of a finished game: `python -m examples.make_photos [FOLDER]`.

No camera was used. Besides the photos there is what `sheetgen scan --overlay` draws for the first of them.
"""

from __future__ import annotations

import json
import sys
from io import BytesIO
from pathlib import Path

import numpy
from PIL import Image

from sheetgen.layouts.catalog import load_locale
from sheetgen.photos.overlay import overlay
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.records import Record
from tests.game_helpers import read
from tests.helpers import edition
from tests.photos.reading import read as read_photo
from tests.photos.studio.game import Finished
from tests.photos.studio.shot import take_sheet

EXAMPLES = Path(__file__).parent
GAME = EXAMPLES / "games" / "classic.json"
SEEDS = (349, 303)
"""Photos in ordinary light, with different pens."""
WIDTH = 1000
"""Pixels of the overlay, which is only looked at."""


def make(folder: Path) -> None:
    """Write all pictures."""
    folder.mkdir(exist_ok=True)
    sheets = read("classic", json.loads(GAME.read_text(encoding="utf-8"))).sheets
    for serial, (sheet, seed) in enumerate(zip(sheets, SEEDS, strict=True), 1):
        score = audit(edition("classic").rulebook, Record((sheet,))).scores[0]
        sums = [*(row.points for row in score.rows.values()), score.penalties, score.total]
        finished = Finished(edition("classic"), sheet, serial, [sheet.name, *map(str, sums)])
        shot = take_sheet(finished, numpy.random.default_rng(seed))
        (folder / f"{sheet.name.lower()}.jpg").write_bytes(shot.jpeg)
    first = f"{sheets[0].name.lower()}.jpg"
    reading = read_photo((folder / first).read_bytes())
    drawn = Image.open(BytesIO(overlay(reading, first, load_locale("en"), {}, {})))
    small = drawn.resize((WIDTH, round(WIDTH * drawn.height / drawn.width)), Image.Resampling.LANCZOS)
    small.convert("RGB").save(folder / "read.jpg", quality=85)


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else EXAMPLES / "photos")
