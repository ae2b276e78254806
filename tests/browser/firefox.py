"""Firefox, driven by the protocol that it brings along (WebDriver BiDi), so that any Firefox will do."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.timeouts import TIMEOUT, wait_until

PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "app.update.enabled": False,
    "intl.accept_languages": "en",
}


class Firefox:
    """One window of a running Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.sent = 0
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.call("session.new", capabilities={})
        self.window = self.call("browsingContext.create", type="tab")["context"]
        self.call("browsingContext.setViewport", context=self.window, viewport={"width": 360, "height": 740})
        self.call("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])

    def call(self, method: str, **parameters: Any) -> Any:
        """The result of a command. What happens meanwhile is noted."""
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(timeout=TIMEOUT))
            if message.get("id") == self.sent:
                assert message["type"] == "success", message
                return message["result"]
            self._note(message)

    def _note(self, event: dict[str, Any]) -> None:
        if event.get("method") == "log.entryAdded":
            self.complaints.append(event["params"]["text"])
        if event.get("method") == "network.beforeRequestSent":
            url = event["params"]["request"]["url"].partition("#")[0]
            if not url.startswith("data:"):  # which is no request to anybody
                self.requests.append(url)

    def open(self, url: str) -> None:
        self.call("browsingContext.navigate", context=self.window, url=url, wait="complete")
        wait_until(
            lambda: self.run("document.querySelector('main:not([aria-busy=true]) :is(.view, .transfer)') !== null"),
            "the page",
        )

    def run(self, expression: str) -> Any:
        """The value of an expression, as JSON knows it."""
        answer = self.call(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self.window},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def choose_files(self, selector: str, *files: Path) -> None:
        """Choose files in a field, as the user does in the dialog that it opens."""
        find = f"document.querySelector({json.dumps(selector)})"
        found = self.call("script.evaluate", expression=find, target={"context": self.window}, awaitPromise=False)
        element = {"sharedId": found["result"]["sharedId"]}
        self.call("input.setFiles", context=self.window, element=element, files=[str(file) for file in files])

    def click(self, selector: str) -> None:
        """Click an element without a finger: when this returns, the page has answered."""
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def tap(self, selector: str) -> None:
        """Touch the middle of an element with a finger."""
        find = f"document.querySelector({json.dumps(selector)})"
        x, y = self.run(
            f"(() => {{ const e = {find}; e.scrollIntoView({{block: 'center', behavior: 'instant'}});"
            " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        finger = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        touch = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": finger}
        self.call("input.performActions", context=self.window, actions=[touch])


@contextmanager
def firefox(program: str, folder: Path) -> Iterator[Firefox]:
    """A Firefox with a new profile, headless."""
    lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join(lines))
    command = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    environment = {**os.environ, "HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment) as it:
        try:
            assert it.stderr
            address = next(
                (found[1] for line in it.stderr if (found := re.search(r"BiDi listening on (ws:\S+)", line))), None
            )
            assert address, "Firefox ended before it was ready"
            with connect(f"{address}/session", max_size=None, open_timeout=TIMEOUT, ping_timeout=None) as socket:
                yield Firefox(socket)
        finally:
            it.terminate()
            it.communicate(timeout=TIMEOUT)
