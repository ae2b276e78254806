"""A script that reads a PDF from standard input and prints its attached files as JSON, with limited memory."""

from __future__ import annotations

import ctypes
import json
import re
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import md5
from typing import Any

import pypdfium2
from pypdfium2 import raw

MAX_FILES = 32  # a PDF with more attached files is refused
MAX_FILE_BYTES = 64 * 1024  # larger files are left out
MAX_TEXT = 500  # longer names and descriptions are left out
MAX_MEMORY = 512 * 1024 * 1024  # bytes


class AttachmentError(Exception):
    """The attached files cannot be read. The argument is a keyword for the reason."""


def main() -> None:
    """Print the attached files, or a keyword for the reason why they cannot be read."""
    _limit_memory()
    problem, files = "", []
    try:
        with pypdfium2.PdfDocument(sys.stdin.buffer.read()) as document:
            files = list(_files(document))
    except pypdfium2.PdfiumError:
        problem = "password" if raw.FPDF_GetLastError() == raw.FPDF_ERR_PASSWORD else "format"
    except AttachmentError as error:
        problem = str(error)
    json.dump({"problem": problem, "files": files}, sys.stdout)


def _limit_memory() -> None:
    """Let the system end this process, without a core dump, if it needs too much memory.

    Where the system has no such limits, pdfium itself stops at about a gigabyte.
    """
    with suppress(ImportError, OSError, ValueError):
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


def _files(document: Any) -> Iterator[tuple[str, str, str]]:
    count = raw.FPDFDoc_GetAttachmentCount(document)
    if count > MAX_FILES:
        raise AttachmentError("many")
    for index in range(count):
        attachment = raw.FPDFDoc_GetAttachment(document, index)
        if not attachment:
            continue
        name, data = _text(raw.FPDFAttachment_GetName, attachment), _data(attachment)
        if name and data is not None:
            yield name, b64encode(data).decode("ascii"), _text(raw.FPDFAttachment_GetDescription, attachment)


def _data(attachment: Any) -> bytes | None:
    size = ctypes.c_ulong()
    if not raw.FPDFAttachment_GetFile(attachment, None, 0, size) or size.value > MAX_FILE_BYTES:
        return None
    buffer = ctypes.create_string_buffer(size.value)
    raw.FPDFAttachment_GetFile(attachment, buffer, size.value, size)
    stated = re.fullmatch("<([0-9A-Fa-f]{32})>", _text(raw.FPDFAttachment_GetStringValue, attachment, b"CheckSum"))
    # pdfium returns data that unpacks to nothing still packed, so an empty file is known only by its checksum.
    for data in (buffer.raw, b""):
        if stated is None or stated[1].lower() == md5(data, usedforsecurity=False).hexdigest():
            return data
    raise AttachmentError("checksum")


def _text(getter: Callable[..., int], *arguments: Any) -> str:
    """Return a text from pdfium, or an empty one if it is too long. Its size in bytes includes the final 0."""
    size = getter(*arguments, None, 0)
    if size > 2 * MAX_TEXT:
        return ""
    buffer = (raw.FPDF_WCHAR * MAX_TEXT)()
    getter(*arguments, buffer, size)
    return bytes(buffer)[: max(0, size - 2)].decode("utf-16-le", "replace")


if __name__ == "__main__":
    main()
