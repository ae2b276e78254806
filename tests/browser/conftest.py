"""Phones, and the pages they open: from a real server, and as files."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.hosting import hosted
from tests.browser.phone import Phone, Tabs
from tests.helpers import VARIANTS, page_of
from tests.scorer.commands import serving


@pytest.fixture(autouse=True)
def no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands find no settings of whoever runs the tests."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running `sheetgen serve`."""
    with serving(tmp_path_factory.mktemp("served"), "--no-mdns") as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of what `sheetgen site` made, on any host."""
    folder = tmp_path_factory.mktemp("site")
    environment = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [sys.executable, "-m", "sheetgen", "site", "scorer", "--quiet"]
    subprocess.run(command, cwd=folder, env=environment, check=True)
    with hosted(folder) as port:
        yield f"http://127.0.0.1:{port}/scorer"


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with each variant's page as a file."""
    folder = tmp_path_factory.mktemp("pages")
    for variant in VARIANTS:
        (folder / f"{variant}.html").write_text(page_of(variant).html, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Tabs:
    return Tabs(browser)


@pytest.fixture
def new_phone(tabs: Tabs) -> Iterator[Callable[..., Phone]]:
    """Makes phones, and makes sure that none complains."""
    phones: list[Phone] = []

    def make(**options: Any) -> Phone:
        phones.append(Phone(tabs, **options))
        return phones[-1]

    yield make
    for phone in phones:
        phone.close()


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    return new_phone()
