"""The workflow for continuous integration: the README's two commands, on every Python that the package names."""

from __future__ import annotations

import re

from ruamel.yaml import YAML

from tests.helpers import PROJECT
from tests.test_distribution import METADATA, PYTHONS

WORKFLOW = YAML(typ="safe", pure=True).load(PROJECT / ".github" / "workflows" / "tests.yml")
JOB = WORKFLOW["jobs"]["tests"]


def test_it_runs_on_every_system_and_python() -> None:
    matrix = JOB["strategy"]["matrix"]
    assert matrix["python"] == PYTHONS
    assert f">={PYTHONS[0]}" == METADATA["requires-python"]
    assert {system.partition("-")[0] for system in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert JOB["runs-on"] == "${{ matrix.os }}"


def test_it_runs_the_two_commands_of_the_readme() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    commands = [block.strip() for block in re.findall(r"```sh\n(.*?)```", readme, re.DOTALL)[:2]]
    assert [step["run"] for step in JOB["steps"] if "run" in step] == commands


def test_it_may_only_read_and_uses_official_actions_of_a_fixed_version() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert "permissions" not in JOB
    actions = [step["uses"] for step in JOB["steps"] if "uses" in step]
    assert len(actions) == 2
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", action) for action in actions)
