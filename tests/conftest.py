"""Which core is tested: the compiled one, whole, or the interpreted one, by the tests marked `both_modes`."""

import signal
import sys
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import settings

from engine.compilation import build_mode, stale_sources
from engine.imports import interpreted_on_request

ROOT = Path(__file__).resolve().parent.parent
LONGEST = ("test_py_draughts_hub.py", "test_build.py")
"""What installs and compiles for minutes: taken up last, it would leave one of two workers alone with it. The first
installs for all the files of its folder, which had better not wait for it together."""
COMPILE = "`python setup.py build_ext --inplace` compiles it, and scripts/test.py does so by itself"


def have_signals_reach_children() -> None:
    """A shell that starts us in the background has Ctrl+C ignored, and `nohup` the end of the terminal; by all that we
    start as well, where tests would send them in vain. What we take and do nothing about, they do not inherit."""
    for name in ("SIGINT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def pytest_configure(config: pytest.Config) -> None:
    have_signals_reach_children()
    # How long one example takes says more of what else the machine does.
    settings.register_profile("unhurried", deadline=None)
    settings.load_profile("unhurried")
    if interpreted_on_request():
        # As for a user without Cython, even where it is installed.
        sys.modules["cython"] = import_module("engine.cython_standin")
        return
    if build_mode() != "compiled":
        raise pytest.UsageError(f"the core is not compiled; {COMPILE}; or test it as it is with DAMIERA_INTERPRETED=1")
    stale = stale_sources(ROOT)
    if stale:
        more = f" and {len(stale) - 1} more" if len(stale) > 1 else ""
        raise pytest.UsageError(f"the compiled core is not that of {stale[0]}{more}; {COMPILE}")


def pytest_report_header(config: pytest.Config) -> str:
    return f"damiera: {build_mode()} core"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):  # one of several workers of pytest-xdist
        items.sort(key=lambda item: item.path.name not in LONGEST)
    if not interpreted_on_request():
        return
    skipped = [item for item in items if item.get_closest_marker("both_modes") is None]
    items[:] = [item for item in items if item.get_closest_marker("both_modes") is not None]
    config.hook.pytest_deselected(items=skipped)
