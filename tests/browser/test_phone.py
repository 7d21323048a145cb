"""A phone: fingers, a narrow window, a drawer."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PHONE, SOAK, glowing, my_turn, overflow, seq, set_up, sit_down, tap


@pytest.fixture
def phone(house):
    """Somebody with a phone in the hand."""
    return house.visitor(**PHONE)


def test_a_turn_by_touch(phone):
    """On a phone a move is asked for before it is sent; its gain is shown."""
    sit_down(phone, "")
    assert overflow(phone) == 0
    before = seq(phone)
    for _ in range(8):
        if not phone.locator("#send").is_hidden():
            break
        tap(phone, glowing(phone)[-1])
        phone.wait_for_timeout(150)
    assert seq(phone) == before, "nothing is sent before it is confirmed"
    expect(phone.locator("#gain")).not_to_be_empty()
    phone.get_by_role("button", name="Confirm").tap()
    phone.wait_for_function("(before) => window.tripolis.line.seq > before", arg=before)
    assert my_turn(phone)
    assert overflow(phone) == 0


def test_the_drawer_opens_and_closes(phone):
    sit_down(phone, "")
    side = phone.locator("#side")
    expect(side).not_to_be_in_viewport()
    phone.locator("#drawer").tap()
    expect(side).to_be_in_viewport()
    for name in ("Points", "Moves", "Scoring & tiles", "Menu", "Log"):
        phone.get_by_role("tab", name=name, exact=True).tap()
        expect(phone.get_by_role("tabpanel", name=name)).to_be_visible()
        assert overflow(phone) == 0, name
    phone.locator("#drawer-close").tap()
    expect(side).not_to_be_in_viewport()
    assert glowing(phone)


def test_what_can_be_tapped_is_large_enough(phone):
    """24 pixels at least (WCAG 2.2, target size)."""
    sit_down(phone, "")
    small = phone.evaluate("""[...document.querySelectorAll("#boards .sprite.can, button, select, input, a.button, a.main")]
      .map((node) => [node, node.getBoundingClientRect()]).filter(([, box]) => box.width && (box.width < 24 || box.height < 24) && box.left >= 0)
      .map(([node, box]) => `${node.id || node.dataset.id || node.textContent} ${box.width}x${box.height}`).filter((text) => !/^(confirm-moves|sound|desktop) /.test(text))""")
    assert small == []


@pytest.mark.parametrize("lang", ["de", "fr", "en", "nl"] if SOAK else ["de", "fr"])
def test_no_page_is_wider_than_the_phone(house, lang):
    """In the longest words, too; on the narrowest phones."""
    page = house.visitor(None, **(PHONE | {"viewport": {"width": 340, "height": 700}, "locale": lang}))
    table = set_up(page, "me", "bot:greedy", "bot:random")
    lobby = set_up(page, "me", "open", "bot:greedy")
    over = set_up(page, "me", "bot:greedy")
    page.goto(over)
    my_turn(page)
    page.evaluate("window.tripolis.deed('resign')")
    page.locator("#lead svg").wait_for()
    for path in (
        "/",
        "/new",
        table,
        lobby,
        over,
        f"{over}/replay",
        "/score/quadropolis",
        "/rules/quadropolis",
        "/keep",
    ):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert overflow(page) <= 0, path
