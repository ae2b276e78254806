"""Where GitHub serves a branch. What is pushed is tested with the command, tests/cli/commands/test_publishing.py."""

from __future__ import annotations

import pytest

from sheetgen.scorer.pages_branch import github_pages


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://github.com/Anna/games.git", "https://anna.github.io/games"),
        ("https://token@github.com/anna/Games/", "https://anna.github.io/Games"),
        ("git@github.com:anna/games.git", "https://anna.github.io/games"),
        ("ssh://git@github.com/anna/anna.github.io", "https://anna.github.io"),
    ],
)
def test_the_address_of_github_pages(url: str, address: str) -> None:
    assert github_pages(url) == address


@pytest.mark.parametrize(
    "url", ["https://git.example/anna/games.git", "https://github.com.evil.example/a/b", "../remote.git", "C:\\remote"]
)
def test_other_hosts_are_not_github(url: str) -> None:
    assert github_pages(url) is None
