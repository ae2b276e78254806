"""Marks for tests of what only some systems have. Elsewhere they are skipped, with the reason in the summary."""

from __future__ import annotations

import os
import sys

import pytest

posix_only = pytest.mark.skipif(os.name != "posix", reason="Windows has other signals, pipes and permissions")
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this device, folder or limit")
