"""What a player meets on the way of a turn: the thing in hand, what slots catch, cards, confirmations, the log, what the
others did."""

import re

from playwright.sync_api import expect

from tests.browser.browsing import (
    PHONE,
    TOUR,
    click,
    glowing,
    middle,
    my_turn,
    picks,
    play_a_move,
    seq,
    set_up,
    sit_down,
    tap,
)


def lay_an_architect(page):
    """Click on an architect; returns the slots that glow then."""
    click(page, next(name for name in glowing(page) if name.startswith("architect-")))
    page.wait_for_function("() => Object.keys(window.tripolis.stage.catches).length > 0")
    return [name for name in glowing(page) if name.startswith("slot-")]


def catching(page, slots):
    """A slot at which there is something to take."""
    caught = page.evaluate("window.tripolis.stage.catches")
    return next(name for name in slots if caught[name]["symbol"])


def test_a_turn_shows_what_is_in_hand_what_slots_catch_and_what_it_brings(house):
    page = house.visitor(None, careful=True)
    sit_down(page, "")
    expect(page.locator("#status")).to_have_text(re.compile("architect", re.IGNORECASE))
    assert page.locator("header.head, .head").first.bounding_box()["height"] == 48
    expect(page.locator("#in-hand svg")).to_have_count(0)
    slots = lay_an_architect(page)
    expect(page.locator("#in-hand svg")).to_have_count(1)
    caught = page.evaluate("window.tripolis.stage.catches")
    dim = page.evaluate("[...document.querySelectorAll('#boards .in-vain')].map((node) => node.dataset.id)")
    assert set(dim) == {name for name in slots if not caught[name]["symbol"]}

    send = page.locator("#send")
    places = page.locator("#back").bounding_box()
    click(page, catching(page, slots))
    if send.is_visible():  # a move that cannot be taken back is asked for
        assert page.locator("#back").bounding_box() == places, "buttons stay where they are"
        send.click()
    page.wait_for_function("() => window.tripolis.myTurn && Object.keys(window.tripolis.stage.gains).length > 0")
    before = seq(page)
    cell = next(name for name in glowing(page) if name.startswith("cell-"))
    page.mouse.move(*middle(page, cell))
    expect(page.locator("#gain .out")).to_be_visible()
    assert page.locator("#boards .ghost").count() == 1
    click(page, cell)
    expect(send).to_be_visible()
    assert seq(page) == before, "the end of a turn is asked for by default"
    send.click()
    page.wait_for_function("(before) => window.tripolis.line.seq > before", arg=before)


def test_a_loss_has_the_colour_of_losses(page):
    """What slots would bring, as the server could say it: each sign has a colour of its own."""
    sit_down(page, "")
    slots = lay_an_architect(page)[:3]
    signs = {"−1": -1, "±0": 0, "+2": 1}
    gains = {slot: {"shown": shown, "sign": sign} for slot, (shown, sign) in zip(slots, signs.items(), strict=True)}
    page.evaluate("(gains) => window.tripolis.stage.promise(gains)", gains)
    drawn = page.evaluate("""[...document.querySelectorAll("#boards .gain")].map((node) =>
      [node.textContent, node.classList[1], getComputedStyle(node.querySelector("rect")).fill])""")
    assert {shown: kind for shown, kind, _ in drawn} == {"−1": "down", "±0": "even", "+2": "up"}
    assert len({colour for _, _, colour in drawn}) == 3


def test_a_card_opens_by_pointer_focus_and_key_and_can_be_reached(page):
    sit_down(page, "")
    info = page.locator("#info")
    tile = page.evaluate("[...window.tripolis.stage.sprites.keys()].find((id) => id.startsWith('tile-'))")
    page.mouse.move(*middle(page, tile))
    expect(info).to_be_visible()
    title = info.locator("h2").inner_text()
    box = info.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(600)
    expect(info.locator("h2")).to_have_text(title)
    page.mouse.move(3, 400)
    expect(info).to_be_hidden()

    page.keyboard.press("g")
    expect(info).to_be_visible()
    page.keyboard.press("Escape")
    expect(info).to_be_hidden()
    page.keyboard.press("i")
    expect(info).to_be_visible()


def test_focus_goes_to_where_the_next_choice_is(page):
    """After an architect was chosen by key the focus is on a slot."""
    sit_down(page, "")
    page.keyboard.press("g")
    kind = "document.activeElement.closest('[data-id]')?.dataset.id.split('-')[0] ?? null"
    first = page.evaluate(kind)
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.tripolis.picker.picks.length === 1")
    assert {first, page.evaluate(kind)} == {"architect", "slot"}


def look_away(page):
    """The pointer rests on nothing, and the card of what it rested on is gone."""
    page.mouse.move(3, 400)
    expect(page.locator("#info")).to_be_hidden()


def test_the_log_follows_unless_one_has_scrolled_up(page, choose):
    sit_down(page, "")
    for _ in range(3):
        play_a_move(page, choose)
        my_turn(page)
    at_end = "(() => { const box = document.querySelector('#panel-log'); return box.scrollHeight - box.scrollTop - box.clientHeight < 60; })()"
    look_away(page)
    page.get_by_role("tab", name="Points", exact=True).click()
    play_a_move(page, choose)
    my_turn(page)
    look_away(page)
    page.locator("#tab-log").click()
    page.wait_for_function(at_end)
    page.evaluate("document.querySelector('#panel-log').scrollTop = 0")
    page.wait_for_function("() => !window.tripolis.panels.following")
    play_a_move(page, choose)
    my_turn(page)
    look_away(page)
    new = page.locator("#log-new")
    expect(new).to_have_text(re.compile(r"\d+ new"))
    new.click()
    page.wait_for_function(at_end)
    expect(new).to_be_hidden()
    page.locator("#panel-log").focus()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('#log .said')")
    assert page.evaluate("document.querySelectorAll('#boards .lit').length") > 0


def test_what_others_did_is_marked_until_one_moves_and_shown_again(page, choose):
    sit_down(page, "")
    play_a_move(page, choose)
    while not page.evaluate("window.tripolis.since.story"):
        my_turn(page)
        play_a_move(page, choose)
    my_turn(page)
    since = page.evaluate("[...window.tripolis.since.marks]")
    assert since
    expect(page.locator("#again")).to_be_visible()
    page.reload()
    my_turn(page)
    assert set(page.evaluate("[...window.tripolis.since.marks]")) == set(since), "marks outlive a reload"
    slots = lay_an_architect(page) if any(name.startswith("architect-") for name in glowing(page)) else []
    click(page, slots[0] if slots else glowing(page)[0])
    page.wait_for_function("() => window.tripolis.since.marks.size === 0 || window.tripolis.since.story")


def test_coordinates_are_off_until_asked_for(page):
    sit_down(page, "")
    assert page.evaluate("window.tripolis.stage.coordinates") is False
    before = page.evaluate("document.querySelector('#boards').textContent.length")
    page.keyboard.press("c")
    assert page.evaluate("window.tripolis.stage.coordinates") is True
    assert page.evaluate("document.querySelector('#boards').textContent.length") > before


def test_who_leaves_the_tour_has_a_table_like_any_other(page):
    page.goto("/")
    page.locator(TOUR).click()
    page.wait_for_url(re.compile("/table/.*tour"))
    my_turn(page)
    page.locator("#tour-end").click()
    expect(page.locator("#tour")).to_be_hidden()
    assert page.locator(".tour-mark").count() == 0
    lay_an_architect(page)  # slots say what they would catch again


def test_the_tour_brings_its_target_into_view_on_a_phone(house):
    page = house.visitor(careful=True, **PHONE)
    page.locator(TOUR).tap()
    page.wait_for_url(re.compile("/table/.*tour"))
    my_turn(page)
    for _ in range(30):
        if not page.locator("#tour-next").is_visible():
            break
        if page.evaluate("window.tripolis.tour.step.sprites.length > 0 && !document.querySelector('#side:not(.away)')"):
            seen = page.evaluate(
                "[...document.querySelectorAll('.tour-mark')].some((node) => node.getClientRects().length)"
            )
            assert seen, page.locator("#tour-text").inner_text()
        page.locator("#tour-next").tap()


def test_a_phone_shows_cards_above_the_bar(house):
    page = house.visitor(None, careful=True, **PHONE)
    sit_down(page, "")
    tile = page.evaluate("[...window.tripolis.stage.sprites.keys()].find((id) => id.startsWith('tile-'))")
    tap(page, tile)
    expect(page.locator("#info h2")).to_be_in_viewport()
    page.locator("#info").get_by_role("button", name="Close").tap()
    expect(page.locator("#info")).to_be_hidden()


def test_an_error_stays_until_it_is_closed(page):
    sit_down(page, "")
    page.evaluate("window.tripolis.told({ type: 'problem', detail: 'This went wrong.' })")
    note = page.locator("#says .bad")
    expect(note).to_contain_text("This went wrong.")
    note.get_by_role("button", name="Close").click()
    expect(note).to_have_count(0)


def test_a_phone_says_how_much_of_the_chat_is_unread(house):
    ada = house.visitor(None, **PHONE)
    link = set_up(ada, "me", "bot:greedy")
    ada.goto(link)
    my_turn(ada)
    badge = ada.locator("#sheets button:last-child .badge")
    ada.evaluate("window.tripolis.panels.unread.chat = 2; window.tripolis.panels.read()")
    expect(badge).to_have_text("2")
    ada.set_viewport_size({"width": 400, "height": 840})
    ada.wait_for_timeout(200)
    expect(badge).to_have_text("2")
    ada.locator("#sheets button:last-child").tap()
    ada.locator("#tab-chat").tap()
    expect(badge).to_be_hidden()
    assert picks(ada) == []


def test_a_move_is_drawn_before_the_server_has_answered_and_taken_back_if_it_refuses(page):
    sit_down(page, "")
    slot = lay_an_architect(page)[0]
    page.wait_for_function("(slot) => window.tripolis.stage.gains[slot]?.ghost", arg=slot)
    page.evaluate("""() => {
      window.tripolis.line.ask = () => new Promise((answer) => (window.answer = answer));
    }""")
    click(page, slot)
    expect(page.locator("#boards .ghost.sent")).to_have_count(1)
    assert glowing(page) == []
    page.evaluate("window.answer({ type: 'problem', detail: 'No, thank you.' })")
    expect(page.locator("#boards .ghost")).to_have_count(0)
    expect(page.locator("#says")).to_contain_text("No, thank you.")
    assert glowing(page), "one may choose again"
