"""A PDF that is written while its pages are made, so that it takes hardly any memory however many there are.

reportlab keeps what there is little of: typefaces, attached files, what the file says about itself. Pages and what is
drawn on them go to the file at once; only their places are kept.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Sequence
from hashlib import md5
from typing import BinaryIO, NamedTuple

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFIndirectObject

HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
"""The version that knows all the viewer preferences, and a comment that tells programs that the file is not text."""
EFFORT = 4
"""How hard pages are compressed, of which there are many: more would take five times as long for nothing."""
KIDS = 64
"""Pages hang on a tree whose nodes have so many branches."""


class _Node(NamedTuple):
    """A node of the tree: its number, those of what hangs on it, and how many pages there are below it."""

    number: int
    kids: Sequence[int]
    pages: int


class PdfFile:
    """Numbered objects, written one after the other."""

    def __init__(self, file: BinaryIO, language: str) -> None:
        self.kept = PDFDocument(dummyoutline=1, compression=1, invariant=1, lang=language)
        """What reportlab keeps until the end. It counts all objects, the others as well."""
        del self.kept.Catalog.Outlines  # there are no chapters
        self._file = file
        self._digest = md5(usedforsecurity=False)
        self._places = array("Q", [0])
        self._end = 0
        self._pages = array("I")
        self._leaves: list[int] = []
        self._write(HEADER)

    @property
    def fonts(self) -> str:
        """A reference to the typefaces, which are written last, when all characters are known."""
        return self._reference("BasicFonts")

    def put(self, content: bytes, number: int | None = None) -> int:
        """Write an object, perhaps with a number that is reserved for it; tells its number."""
        number = number or self._reserve()
        self._begin(number)
        self._write(b"%d 0 obj\n%b\nendobj\n" % (number, content))
        return number

    def put_stream(self, entries: str, content: bytes, effort: int = 9) -> int:
        """Write a stream; tells its number."""
        data = zlib.compress(content, effort)
        head = f"<<{entries}/Filter/FlateDecode/Length {len(data)}>>\nstream\n".encode("ascii")
        return self.put(head + data + b"\nendstream")

    def put_page(self, entries: str, content: bytes) -> None:
        """Write a page, which comes behind all that are there."""
        if len(self._pages) % KIDS == 0:
            self._leaves.append(self._reserve())
        drawn = self.put_stream("", content, EFFORT)
        page = f"<</Type/Page/Parent {self._leaves[-1]} 0 R/Contents {drawn} 0 R{entries}>>"
        self._pages.append(self.put(page.encode("ascii")))

    def finish(self, resources: str) -> None:
        """Write all that is left. The resources are for all pages."""
        self.kept.Catalog.Pages = f"{self._put_tree(resources)} 0 R"
        for font in self.kept.delayedFonts:
            font.addObjects(self.kept)
        root, info = (self._reference(self.kept.Reference(each).name) for each in (self.kept.Catalog, self.kept.info))
        self._put_kept()
        start, size, id = self._end, len(self._places), self._digest.hexdigest()
        self._write(b"xref\n0 %d\n0000000000 65535 f \n" % size)
        for number in range(1, size):
            self._write(b"%010d 00000 n \n" % self._places[number])
        trailer = f"trailer\n<</Size {size}/Root {root}/Info {info}/ID[<{id}><{id}>]>>\nstartxref\n{start}\n%%EOF\n"
        self._write(trailer.encode("ascii"))

    def _put_kept(self) -> None:
        """While reportlab tells one object, it may think of others."""
        kept, number = self.kept, 0
        while number < kept.objectcounter:
            number += 1
            if name := kept.numberToId.get(number):
                self._begin(number)
                self._write(PDFIndirectObject(name, kept.idToObject[name]).format(kept))

    def _put_tree(self, resources: str) -> int:
        """The nodes from those that have pages to the root, which all others hang on; tells the root's number."""
        starts = range(0, len(self._pages), KIDS)
        pages = [self._pages[start : start + KIDS] for start in starts]
        level = [_Node(number, kids, len(kids)) for number, kids in zip(self._leaves, pages, strict=True)]
        while len(level) > 1:
            above = []
            for start in range(0, len(level), KIDS):
                parent, children = self._reserve(), level[start : start + KIDS]
                for child in children:
                    self._put_node(child, f"/Parent {parent} 0 R")
                kids = [child.number for child in children]
                above.append(_Node(parent, kids, sum(child.pages for child in children)))
            level = above
        (root,) = level
        self._put_node(root, f"/Resources{resources}")
        return root.number

    def _put_node(self, node: _Node, entry: str) -> None:
        kids = " ".join(f"{kid} 0 R" for kid in node.kids)
        self.put(f"<</Type/Pages/Count {node.pages}/Kids[{kids}]{entry}>>".encode("ascii"), node.number)

    def _reserve(self) -> int:
        """The number of an object that is written later."""
        self.kept.objectcounter += 1
        return int(self.kept.objectcounter)

    def _reference(self, name: str) -> str:
        return f"{self.kept.idToObjectNumberAndVersion[name][0]} 0 R"

    def _begin(self, number: int) -> None:
        """The object with this number begins here."""
        if number >= len(self._places):
            self._places.extend([0] * (number + 1 - len(self._places)))
        self._places[number] = self._end

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._digest.update(data)
        self._end += len(data)
