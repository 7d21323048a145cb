"""A real server and real browsers. Whatever a page complains about fails the test that opened it."""

import os
import random
import shutil

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.browsing import AXE, AXE_COLOURS, AXE_RULES, CHROMIUM, SOAK, House, Watch, axe_script, launch
from tests.server.servers import SteadyServer

RUN_AXE = "([part, rules]) => axe.run(part === 'html' ? document : part, rules)"


def missing(what):
    """Skip loudly; where nothing may be skipped, fail."""
    message = f"{what} is not installed: `make services` installs it where it may"
    if os.environ.get("TRIPOLIS_REQUIRE_ALL"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="package")
def browser():
    """A browser; it ends with this folder, since its loop would be in the way of other tests' loops."""
    if not CHROMIUM.is_file():
        missing("Chromium")
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server on SQLite, for all tests that do not harm it."""
    patient = {"TRIPOLIS_SERVER_BOT_SECONDS": "60"}
    found = SteadyServer(tmp_path_factory.mktemp("pages"), **patient).start()
    yield found
    found.stop()


@pytest.fixture
def watch(server):
    """Every page is watched; complaints fail the test."""
    found = Watch(server.base)
    yield found
    assert not found.verdict(), "\n".join(found.verdict())


@pytest.fixture
def house(browser, server, watch):
    """Where visitors come to."""
    found = House(browser, server.base, watch)
    yield found
    found.close()


@pytest.fixture
def page(house):
    """Somebody new, who has not opened a page yet."""
    return house.visitor(None)


@pytest.fixture
def choose():
    """A hand that takes any of what glows, in an order that is the same every time."""
    return random.Random(7).choice


@pytest.fixture(scope="session")
def axe():
    """The script of axe-core."""
    if not (AXE / "node_modules").is_dir() and shutil.which("npm") is None:
        missing("npm")
    return axe_script()


@pytest.fixture
def clean_page(axe):
    """A function that puts a page as it stands before axe, or the part of it that is new: by day, and in the dark,
    where only colours are other ones. In a long run it is always the whole page, with all rules."""

    def check(page, state, dark=True, part="html"):
        told, grounds = [], set()
        for scheme, rules in (("light", AXE_RULES), ("dark", AXE_RULES if SOAK else AXE_COLOURS))[: 1 + dark]:
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(150)
            grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            if not page.evaluate("'axe' in window"):
                page.evaluate(axe)
            told += [
                f"{state}, {scheme}: {one['id']} ({one['impact']}): {one['help']}\n    "
                + "\n    ".join(node["html"][:200] + " " + node["failureSummary"][:300] for node in one["nodes"][:3])
                for one in page.evaluate(RUN_AXE, ["html" if SOAK else part, rules])["violations"]
            ]
        assert not told, "\n".join(told)
        assert len(grounds) == 1 + dark, f"{state}: it is the same by day and in the dark"

    return check
