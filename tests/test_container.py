"""The Containerfile: what it copies is enough to install the package, and its command serves the port that it names.

No test can pull an image, so the steps are followed without one.
"""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from typing import Any

from sheetgen.drawing.sheet_links import PORT
from tests.helpers import PROJECT, run
from tests.test_distribution import PYTHONS, build, contents

INSTRUCTIONS = [
    line.split(maxsplit=1)
    for line in (PROJECT / "Containerfile").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def arguments(instruction: str) -> list[str]:
    return [rest for name, rest in INSTRUCTIONS if name == instruction]


def test_the_copied_files_make_the_same_wheel_as_the_source_tree(tmp_path: Path) -> None:
    source = tmp_path / "source"
    copies = [shlex.split(copy) for copy in arguments("COPY") if not copy.startswith("--from")]
    assert len(copies) > 3
    for *files, target in copies:
        for file in files:
            if (PROJECT / file).is_dir():
                shutil.copytree(PROJECT / file, source / target)
            else:
                (source / target).mkdir(parents=True, exist_ok=True)
                shutil.copy(PROJECT / file, source / target)
    copied = build("wheel", source, tmp_path / "copied")
    assert contents(copied) == contents(build("wheel", PROJECT, tmp_path / "original"))


def test_the_image_has_a_supported_python_in_both_stages() -> None:
    images = {image.split()[0] for image in arguments("FROM")}
    assert len(arguments("FROM")) == 2 and len(images) == 1
    assert images <= {f"python:{python}-slim" for python in PYTHONS}


def test_the_container_serves_the_port_of_printed_codes_and_not_as_root(capsys: Any) -> None:
    assert arguments("EXPOSE") == [str(PORT)]
    assert arguments("USER") == ["player"]
    (command,) = map(json.loads, arguments("CMD"))
    assert command == ["sheetgen", "serve"]
    assert f"[default: {PORT}" in " ".join(run(capsys, *command[1:], "--help").output.split())
