"""An offer or an amount is put together on one's own page and sent as one list of moves."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import (
    CALM,
    PLAIN,
    draft,
    glowing,
    pair_of,
    panel,
    pick,
    plain_move,
    put_cash,
    seq,
    sprite,
    to_move,
)


@pytest.fixture
def pair(house):
    """Two people at a table of U-Build."""
    return pair_of(house, game="ubuild", options={"track": "starter"})


def until(pair, wanted, avoid=(), most=60):
    """Play on until the one to move may click this; returns that one's page and the other's."""
    for _ in range(most):
        mover = to_move(*pair)
        if wanted in glowing(mover):
            return mover, next(page for page in pair if page is not mover)
        plain_move(mover, plain=tuple(name for name in ("do-buy", *PLAIN) if name not in avoid))
    raise AssertionError(f"it never came to {wanted}")


def owner_of(page):
    """The districts of the one who looks."""
    return page.evaluate(
        "[...window.tripolis.stage.sprites.values()].map(({ data }) => data).filter(({ id, owner }) => "
        "id.startsWith('deed-') && owner === window.tripolis.you).map(({ id }) => id.slice(5))"
    )


def test_an_offer_is_put_together_unseen_and_sent_as_one_list(pair):
    """Parts of an offer stay on one's own page, go back one by one or all at once, and are sent together."""
    mover, other = until(pair, "do-buy")
    pick(mover, "do-buy")
    assert "tool-deal" in glowing(mover)
    partner = f"seat-{1 - mover.evaluate('window.tripolis.you')}"
    before = seq(other)
    pick(mover, "tool-deal", partner)
    assert len(draft(mover)) == 1
    [own] = owner_of(mover)
    mover.get_by_label("You give", exact=True).and_(mover.locator("select")).select_option(f"district-{own}")
    mover.wait_for_function(CALM)
    for _ in range(2):
        mover.get_by_role("button", name="You get: More").click()
        mover.wait_for_function(CALM)
    assert draft(mover)[1:] == [f"give:{own}", "ask:100k", "ask:100k"]
    mover.get_by_role("button", name="You get: Less").click()
    mover.wait_for_function(CALM)
    assert draft(mover)[4:] == ["remove:cash", "ask:100k"]
    for _ in range(2):
        mover.keyboard.press("Escape")
        mover.wait_for_function(CALM)
    sizes = mover.viewport_size
    for size in ({"width": 390, "height": 844}, {"width": 1280, "height": 720}, sizes):
        mover.set_viewport_size(size)
        mover.evaluate("window.tripolis.cards.hide()")  # as when the pointer leaves what a card was about
        expect(mover.locator("#deal .sides")).to_be_in_viewport(ratio=0.99)
        expect(mover.locator("#deal .cash").first).to_be_in_viewport(ratio=0.99)
    expect(sprite(mover, "offer-cash-1")).to_contain_text("200k")
    panel(other, "Chat")
    other.get_by_label("Say something to the table").fill("what are you doing?")
    other.get_by_role("button", name="Send").click()
    expect(mover.locator("#chat .chat")).to_contain_text("what are you doing?")
    assert len(draft(mover)) == 4, "a word in between takes nothing out of one's hands"
    expect(sprite(other, "offer-0")).to_have_count(0)

    asked = mover.get_by_label("You get: Amount")
    expect(asked).to_have_value("200k")
    asked.fill("360k")
    asked.blur()
    expect(sprite(mover, "offer-cash-1")).to_contain_text("360k")
    assert draft(mover)[4:] == ["ask:100k", "ask:50k", "ask:10k"]
    expect(asked).to_have_value("360k")
    for _ in range(3):
        mover.keyboard.press("Escape")
        mover.wait_for_function(CALM)

    mover.keyboard.press("Escape")
    expect(asked).to_have_value("100k")
    pick(mover, "do-cancel")
    assert draft(mover) == [] and "tool-deal" in glowing(mover)
    expect(sprite(mover, "offer-0")).to_have_count(0)
    assert seq(other) == before + 1, "only the chat was heard of"

    pick(mover, "tool-deal", partner, f"district-{own}")
    put_cash(mover, "You get", "100k")
    pick(mover, "do-send")
    other.wait_for_function("(seq) => window.tripolis.line.seq > seq", arg=before + 1)
    assert to_move(*pair) is other and seq(other) == before + 2, "all of it is one entry of the journal"
    assert sorted(glowing(other)) == ["do-accept", "do-refuse"]
    expect(sprite(other, "offer-cash-1")).to_contain_text("100k")
    pick(other, "do-refuse")

    assert to_move(*pair) is mover
    put_cash(mover, "You get", "150k")
    assert draft(mover) == ["ask:50k"], "a refused offer stays on the table, and changes of it are a draft again"
    pick(mover, "do-cancel")
    other.wait_for_function("(seq) => window.tripolis.line.seq >= seq", arg=before + 4)
    expect(sprite(other, "offer-0")).to_have_count(0)
    assert to_move(*pair) is mover and "do-end" in glowing(mover)


def test_any_amount_is_asked_for_with_a_field_and_a_stepper(pair):
    """Steps of a bid add up on one's own page; one move is sent."""
    mover, other = until(pair, "do-auction", avoid=("do-buy",))
    pick(mover, "do-auction")
    mover = to_move(*pair)
    other = next(page for page in pair if page is not mover)
    before = seq(other)
    mover.get_by_role("button", name="+500k", exact=True).click()
    expect(sprite(mover, "do-bid")).to_contain_text("Bid 510k")
    mover.get_by_role("button", name="More", exact=True).click()
    expect(sprite(mover, "do-bid")).to_contain_text("Bid 520k")
    mover.locator("#amount-field").fill("2.2M")
    mover.locator("#amount-field").blur()
    expect(sprite(mover, "do-bid")).to_contain_text("Bid 2.2M")
    assert seq(other) == before
    pick(mover, "do-bid")
    other.wait_for_function("(seq) => window.tripolis.line.seq > seq", arg=before)
    assert to_move(*pair) is other
    expect(sprite(other, "open-1")).to_contain_text("2.2M")
    before = seq(mover)
    other.locator("#amount-field").fill("3.3M")
    other.locator("#amount-field").press("Enter")
    mover.wait_for_function("(seq) => window.tripolis.line.seq > seq", arg=before)
    assert to_move(*pair) is mover
    expect(sprite(mover, "open-1")).to_contain_text("3.3M")
    pick(mover, "do-drop")


def test_a_list_that_is_refused_changes_nothing_and_says_why(pair):
    """The draft stays in one's hands; the table is as it was."""
    mover, other = until(pair, "do-buy")
    pick(mover, "do-buy")
    partner = f"seat-{1 - mover.evaluate('window.tripolis.you')}"
    [own] = owner_of(mover)
    pick(mover, "tool-deal", partner, f"district-{own}")
    put_cash(mover, "You get", "100k")
    panel(other, "Menu").get_by_role("button", name="Ask for a pause").click()
    before = mover.evaluate("window.tripolis.state.position.digest")
    # A wrong move at the end of the list, as if the rules had been misunderstood.
    mover.evaluate("window.tripolis.send({ move: 'send:all' })")
    expect(mover.locator("#says .say.bad")).to_contain_text("send:all")
    assert len(draft(mover)) == 3 and "do-send" in glowing(mover)
    for page in pair:
        assert page.evaluate("window.tripolis.state.position.digest") == before
    mover.locator("#offer").get_by_role("button", name="No").click()
    pick(mover, "do-send")
    assert to_move(*pair) is other
