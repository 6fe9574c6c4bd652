"""Helpers: a page in headless Chromium, driven by the DevTools protocol over two pipes."""

import base64
import fcntl
import json
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
PATIENCE = 240
"""Seconds after which the browser is ended."""
_KEY_CODES = {
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
    "Home": 36,
    "End": 35,
    " ": 32,
    "Tab": 9,
    "f": 70,
    "n": 78,
}


def chromium() -> str:
    """The program; without one the test is skipped, but not where CI has to have it."""
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    if os.environ.get("CI") == "true":
        pytest.fail("there is no Chromium, and CI installs one: see .ci/run")
    pytest.skip(f"needs Chromium: one of {', '.join(NAMES)} on the path")


class Browser:
    """One tab."""

    def __init__(self, process: subprocess.Popen[bytes], to: int, from_: int) -> None:
        self._process = process
        self._to = to
        self._from = os.fdopen(from_, "rb", buffering=0)
        self._data = b""
        self._number = 0
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []
        """All that the browser has told without being asked."""

    def attach(self) -> None:
        """Opens the tab."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command and its answer."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self.events.append(answer)

    def open(self, path: Path, fragment: str = "") -> None:
        """Loads a file, and returns when it is there."""
        for address in ("about:blank", path.as_uri() + fragment):  # so that it is loaded anew in any case
            self.events.clear()
            self.call("Page.navigate", url=address)
            while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
                self.events.append(self._read())

    def run(self, expression: str) -> Any:
        """The value of a JavaScript expression."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """A key, where the focus is."""
        common = {"key": key, "windowsVirtualKeyCode": _KEY_CODES[key]}
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **common, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def click(self, selector: str) -> None:
        """The mouse in the middle of an element."""
        box = self.run(
            f"(() => {{ const element = document.querySelector({json.dumps(selector)});"
            " element.scrollIntoView({block: 'center'}); const box = element.getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def size(self, width: int, height: int) -> None:
        """Of the window, in pixels."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def scheme(self, name: str) -> None:
        """`light` or `dark`."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def screenshot(self, path: Path, *, whole: bool = False) -> None:
        """A PNG of the window, or of the whole page."""
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))

    def complaints(self) -> list[str]:
        """Errors of scripts, and of what the page was not allowed to do."""
        return [
            json.dumps(event["params"])
            for event in self.events
            if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")
        ]

    def requests(self) -> list[str]:
        """The addresses that the page has asked for."""
        return [
            event["params"]["request"]["url"]
            for event in self.events
            if event.get("method") == "Network.requestWillBeSent"
        ]

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._data:
            piece = self._from.read(1 << 16)
            assert piece, f"Chromium has ended, with status {self._process.wait(10)}"
            self._data += piece
        message, _, self._data = self._data.partition(b"\0")
        return json.loads(message)


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """Chromium with an empty profile in that folder; its whole process group is ended afterwards."""
    program = chromium()
    there, to = os.pipe()
    from_, back = os.pipe()
    # Chromium wants the pipes at 3 and 4; from high numbers a shell can bring them there without overlap.
    ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (there, back)]
    os.close(there)
    os.close(back)
    words = [program, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
    script = f'exec 3<&{ends[0]} 4>&{ends[1]} {ends[0]}<&- {ends[1]}>&-; exec "$@"'
    process = subprocess.Popen(
        ["bash", "-c", script, "chromium", *words],
        pass_fds=ends,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    for end in ends:
        os.close(end)
    watchdog = threading.Timer(PATIENCE, _end, [process.pid])  # a browser that hangs must not hang the tests
    watchdog.start()
    try:
        tab = Browser(process, to, from_)
        tab.attach()
        yield tab
    finally:
        watchdog.cancel()
        os.close(to)
        _end(process.pid)
        process.wait(10)


def _end(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
