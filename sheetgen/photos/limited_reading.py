"""Read photo files, which are untrusted, in a separate process with limited memory and time.

One process reads all photos of a scan: it takes half a second to start, and it keeps the drawings of sheets. V8 and the
decoders are loaded in that process alone.
"""

from functools import partial
from pathlib import Path

from sheetgen.bounded_reading import ReadHints, read_bounded
from sheetgen.errors import InputError
from sheetgen.limited_process import LimitedProcess, ProcessError, ProcessTimeoutError
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.sheet_reading import PhotoReading

MAX_MEMORY = 512 * 1024 * 1024  # bytes beyond those of a process that has loaded everything


_READ_HINTS = ReadHints(
    "Give a photo: a JPEG, PNG, WebP or HEIC file.", smaller="Photos have a few megabytes.", other="Give another photo."
)


class PhotoReader:
    """Reads photos of known sheets in a separate process, which ends when it is closed."""

    def __init__(self, known_sheets: KnownSheets) -> None:
        self._process = LimitedProcess(
            partial(read_file, known_sheets), (InputError, PhotoError), MAX_MEMORY, load_reader
        )

    def read(self, file: Path) -> PhotoReading:
        """Return what is on a photo. Raises an InputError or PhotoError if there is no sheet."""
        try:
            reading: PhotoReading = self._process.call(file)
        except ProcessTimeoutError:
            raise PhotoError("too_slow") from None
        except ProcessError:
            raise PhotoError("unreadable") from None
        return reading

    def close(self) -> None:
        """End the process."""
        self._process.close()


def read_file(known_sheets: KnownSheets, file: Path) -> PhotoReading:
    """Read a photo in this process, which should be a limited one."""
    from sheetgen.photos.image import MAX_BYTES, open_photo
    from sheetgen.photos.page_reader import page_reader

    return page_reader().read(open_photo(read_bounded(file, str(file), MAX_BYTES, _READ_HINTS)), known_sheets)


def load_reader() -> None:
    """Load decoders and V8, which reserves more address space than it will use."""
    from sheetgen.photos.page_reader import page_reader

    page_reader()
