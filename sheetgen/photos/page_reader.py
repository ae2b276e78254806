"""The reader of the scorer page, in V8: `sheetgen scan` reads photos with the very script that phones run."""

import json
from functools import cache
from typing import Any

from PIL import Image
from py_mini_racer import MiniRacer

from sheetgen.drawing.edition import Edition
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.sheet_reading import CellReading, PhotoReading, SheetOnPhoto
from sheetgen.scorer.page.data import reader_content
from sheetgen.scorer.page.html_page import reader_script

# The script is that of a worker, which answers messages. Their pixels are shared memory; all else travels as JSON.
_HOST = """
const self = {postMessage: (answer) => { self.answer = answer; }};
const ask = ({size, ...message}) => {
  const pixels = size && {width: size[0], height: size[1], data: self.pixels};
  self.pixels = null;
  self.onmessage({data: {...message, pixels}});
  const {picture, readings, ...answer} = self.answer;
  self.picture = picture?.data;
  const cells = [...readings ?? []].map(([id, {answer, isCrossed}]) => [id, answer, isCrossed]);
  return {...answer, cells, size: picture && [picture.width, picture.height]};
};
"""


class PageReader:
    """A V8 engine with the page's reader. It takes 30 MB, and can do nothing but compute."""

    def __init__(self) -> None:
        self._engine = MiniRacer()
        self._engine.eval(_HOST + reader_script())
        self._shown: Edition | None = None  # the sheet that photos are compared with

    def read(self, photo: Image.Image, known_sheets: KnownSheets) -> PhotoReading:
        """Return what is on an RGB photo, or raise a PhotoError if there is no sheet."""
        width, height = photo.size
        self._memory(f"self.pixels = new Uint8ClampedArray({4 * width * height})")[:] = photo.convert("RGBA").tobytes()
        found = self._ask({"task": "find", "codePlaces": known_sheets.code_places(), "size": photo.size})
        sheets = [self._read_sheet(index, link, known_sheets) for index, link in enumerate(found["links"])]
        return PhotoReading(sheets, found["cutOff"])

    def _read_sheet(self, index: int, link: str | None, known_sheets: KnownSheets) -> SheetOnPhoto | PhotoError:
        """Return the cells of a sheet that was found on the photo, or why they cannot be read."""
        try:
            self._show(known_sheets.find(link).edition)
            answer = self._ask({"task": "read", "index": index})
        except PhotoError as error:
            return error
        picture = Image.frombytes("RGBA", answer["size"], bytes(self._memory("self.picture"))).convert("RGB")
        cells = {id: CellReading(word, is_crossed) for id, word, is_crossed in answer["cells"]}
        return SheetOnPhoto(link, cells, picture, answer["scale"])

    def _show(self, edition: Edition) -> None:
        """Let photos be compared with the sheet of an edition."""
        if self._shown is not edition:
            self._ask({"task": "template", **reader_content(edition)})
            self._shown = edition

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the reader's answer to a message, or raise the PhotoError that it stands for."""
        # Layouts come from strangers. In a script, their keys could have a meaning, such as `__proto__`.
        answer: dict[str, Any] = self._engine.execute(f"ask(JSON.parse({json.dumps(json.dumps(message))}))")
        if "problem" in answer:
            raise PhotoError(answer["problem"], **answer.get("values", {}))
        return answer

    def _memory(self, expression: str) -> memoryview:
        """Return the bytes of a typed array of the engine."""
        memory = self._engine.eval(expression)
        assert isinstance(memory, memoryview)
        return memory


@cache
def page_reader() -> PageReader:
    """Return the only reader of this process."""
    return PageReader()
