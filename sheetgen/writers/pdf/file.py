"""A PDF file that is written while its pages are drawn, so that memory hardly grows with the number of pages.

Pages and their contents are written at once, and only their offsets are kept. What reportlab makes is written last.
"""

import zlib
from array import array
from collections.abc import Sequence
from hashlib import md5
from typing import BinaryIO, NamedTuple

from sheetgen.writers.pdf.reportlab_document import ReportlabDocument

# The first version with all the viewer preferences used, and a comment of binary bytes, as PDF recommends.
HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
PAGE_COMPRESSION = 4  # zlib level for the many pages; 9 would take five times as long and save nothing
KIDS = 64  # most children of a node in the page tree


class _PageTreeNode(NamedTuple):
    number: int
    kids: Sequence[int]  # object numbers of the nodes or pages directly below
    pages: int  # pages below, on all levels


class PdfFile:
    """Writes the numbered objects of a PDF one after the other."""

    def __init__(self, file: BinaryIO, document: ReportlabDocument) -> None:
        self._file = file
        self._document = document
        self._digest = md5(usedforsecurity=False)
        self._end = 0
        self._offsets = array("Q", [0])  # by object number
        self._pages = array("I")  # object numbers
        self._leaves: list[int] = []  # object numbers of the nodes whose kids are pages
        self._write(HEADER)

    def write_stream(self, entries: str, content: bytes, compression: int = 9) -> int:
        """Write a stream with these entries in its dictionary, and return its object number."""
        data = zlib.compress(content, compression)
        head = f"<<{entries}/Filter/FlateDecode/Length {len(data)}>>\nstream\n".encode("ascii")
        return self._write_object(self._document.reserve_number(), head + data + b"\nendstream")

    def write_page(self, entries: str, content: bytes) -> None:
        """Write the next page, with these entries in its dictionary."""
        if len(self._pages) % KIDS == 0:
            self._leaves.append(self._document.reserve_number())
        contents = self.write_stream("", content, PAGE_COMPRESSION)
        page = f"<</Type/Page/Parent {self._leaves[-1]} 0 R/Contents {contents} 0 R{entries}>>"
        self._pages.append(self._write_object(self._document.reserve_number(), page.encode("ascii")))

    def finish(self, resources: str) -> None:
        """Write the rest of the file. All pages share the given dictionary of resources."""
        catalog, metadata = self._document.finish(self._write_page_tree(resources))
        for number, content in self._document.objects():
            self._write_at(number, content)
        start, size, id = self._end, len(self._offsets), self._digest.hexdigest()
        self._write(b"xref\n0 %d\n0000000000 65535 f \n" % size)
        for number in range(1, size):
            self._write(b"%010d 00000 n \n" % self._offsets[number])
        trailer = f"<</Size {size}/Root {catalog}/Info {metadata}/ID[<{id}><{id}>]>>"
        self._write(f"trailer\n{trailer}\nstartxref\n{start}\n%%EOF\n".encode("ascii"))

    def _write_page_tree(self, resources: str) -> int:
        """Write the nodes of the page tree, from the leaves up, and return the object number of its root."""
        starts = range(0, len(self._pages), KIDS)
        pages = [self._pages[start : start + KIDS] for start in starts]
        level = [_PageTreeNode(number, kids, len(kids)) for number, kids in zip(self._leaves, pages, strict=True)]
        while len(level) > 1:
            above = []
            for start in range(0, len(level), KIDS):
                parent, children = self._document.reserve_number(), level[start : start + KIDS]
                for child in children:
                    self._write_node(child, f"/Parent {parent} 0 R")
                kids = [child.number for child in children]
                above.append(_PageTreeNode(parent, kids, sum(child.pages for child in children)))
            level = above
        (root,) = level
        self._write_node(root, f"/Resources{resources}")
        return root.number

    def _write_node(self, node: _PageTreeNode, entry: str) -> None:
        kids = " ".join(f"{kid} 0 R" for kid in node.kids)
        content = f"<</Type/Pages/Count {node.pages}/Kids[{kids}]{entry}>>"
        self._write_object(node.number, content.encode("ascii"))

    def _write_object(self, number: int, content: bytes) -> int:
        self._write_at(number, b"%d 0 obj\n%b\nendobj\n" % (number, content))
        return number

    def _write_at(self, number: int, data: bytes) -> None:
        if number >= len(self._offsets):
            self._offsets.extend([0] * (number + 1 - len(self._offsets)))
        self._offsets[number] = self._end
        self._write(data)

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._digest.update(data)
        self._end += len(data)
