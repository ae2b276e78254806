"""A record, a log and links of each version of their formats, as they were written, and what they hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent / "versions"
VERSIONS = [1]
TOTALS = {"Anna": 77, "Ben": 87}  # of both the record and the log
LATER = "written by a newer sheetgen (version {found} of the format; this one reads version 1): update sheetgen"


class OldLink(NamedTuple):
    """A link, and in words what it holds: players and totals of a shared game, or number, code and name of a sheet."""

    link: str
    content: str

    @property
    def layout(self) -> str:
        return self.link.partition("#")[0].split("/")[-2]

    @property
    def fragment(self) -> str:
        return self.link.partition("#")[2]

    @property
    def is_printed(self) -> bool:
        return "." in self.fragment

    def with_version(self, version: str) -> str:
        """Return the same link with the name of a version."""
        return self.link.replace("#", f"#{version}.")


def record_of(version: int) -> dict[str, Any]:
    return dict(json.loads((FOLDER / f"record-{version}.json").read_text(encoding="utf-8")))


def links_of(version: int) -> list[OldLink]:
    lines = (FOLDER / f"links-{version}.txt").read_text(encoding="utf-8").splitlines()
    return [OldLink(*line.split(" ", 1)) for line in lines]
