"""Metropolys in browsers: whole matches by mouse and keyboard, goals that stay secret and can be read again, a
phone."""

import random

from playwright.sync_api import expect

from tests.browser.browsing import (
    BY_HAND,
    PHONE,
    click,
    glowing,
    my_turn,
    overflow,
    pair_of,
    picks,
    play_a_move,
    play_by_program,
    play_to_the_end,
    seq,
    set_up,
    sprite,
    tap,
    to_move,
)

GOALS = "[...window.tripolis.stage.sprites.values()].map(({ data }) => data).filter(({ id }) => /^goal-\\d-(area|kind)$/.test(id)).map(({ id, symbol }) => [id, symbol])"
RINGS = "[...document.querySelectorAll('#boards .ring-about')].length"


def goals(page):
    """The goal cards that a page has got, by what they show."""
    return dict(page.evaluate(GOALS))


def eager(rng):
    """A hand that passes seldom."""

    def choose(names):
        more = [name for name in names if name != "pass"]
        return rng.choice(more if more and (rng.random() < 0.7 or "pass" not in names) else names)

    return choose


def hasty(names):
    """A hand that lets others have it: auctions are short, and so is the match."""
    return "-" if "-" in names else names[0]


def test_two_people_play_a_whole_expert_match(house):
    """By clicking what glows, to the score sheet; neither page ever gets the other's goals before the end."""
    pair = ada, ben = pair_of(house, game="metropolys", options={"mode": "expert"})
    choose, made = eager(random.Random(4)), 0
    own = {page: {name: card for name, card in goals(page).items() if card != "goal-back"} for page in pair}
    assert all(len(cards) == 2 for cards in own.values()), "each sees its own area and neighbourhood"
    while ada.evaluate("window.tripolis.state.state.status") == "playing" and made < 400:
        mover = to_move(ada, ben)
        if made < BY_HAND:
            play_a_move(mover, choose)
        else:
            play_by_program(mover, hasty)
        made += 1
        if made % 10 == 1:
            for page in pair:
                assert all(card == "goal-back" for name, card in goals(page).items() if name not in own[page])
                assert {name: goals(page)[name] for name in own[page]} == own[page]
        for page in pair:
            page.wait_for_function("(seq) => window.tripolis.line.seq >= seq && !window.tripolis.busy", arg=seq(mover))
    for page in pair:
        expect(page.locator("#ending")).to_be_visible()
        shown = goals(page)
        assert len(shown) == 4 and "goal-back" not in shown.values(), "all goals lie open at the end"
        assert shown == own[ada] | own[ben]
        assert not glowing(page)
    assert ada.locator("#ending-sheet").inner_text() == ben.locator("#ending-sheet").inner_text()


def test_one_against_three_bots(house):
    page = house.visitor(None)
    page.goto(set_up(page, "me", "bot:greedy", "bot:greedy", "bot:random", game="metropolys"))
    assert my_turn(page)
    assert sum(card == "goal-back" for card in goals(page).values()) >= 3
    assert play_to_the_end(page, eager(random.Random(9)), then=hasty) >= 10
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator("#ending-sheet thead th")).to_have_count(4)
    assert "?" not in page.locator("#ending-sheet").inner_text(), "nothing is unknown at the end"


def test_the_own_goals_can_be_read_again_and_light_their_fields(house):
    """By pointer, by click, by keyboard; at any time, also at another's turn."""
    pair = pair_of(house, game="metropolys", options={"mode": "expert"})
    mover = to_move(*pair)
    for page in pair:
        goal = sprite(page, f"goal-{page.evaluate('window.tripolis.you')}-kind")
        wanted = goal.evaluate("(node) => window.tripolis.stage.sprites.get(node.dataset.id).data.about.length")
        assert wanted >= 5
        goal.hover()
        assert page.evaluate(RINGS) == wanted
        page.mouse.move(5, 5)
        assert page.evaluate(RINGS) == 0
        goal.click()
        expect(page.locator("#info")).to_be_visible()
        page.mouse.move(5, 5)
        assert page.evaluate(RINGS) == wanted, "a click keeps them lit"
        face = goal.locator(".face")
        expect(face).to_have_attribute("aria-pressed", "true")
        goal.click()
        page.mouse.move(5, 5)
        assert page.evaluate(RINGS) == 0
        page.evaluate("document.activeElement.blur()")
        face.focus()
        assert page.evaluate(RINGS) == wanted
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate(RINGS) == wanted
    assert picks(mover) == [] and glowing(mover), "reading is no move"
    play_a_move(mover, random.Random(2).choice)
    to_move(*pair)
    assert mover.evaluate(RINGS) >= 5, "it stays lit over a move"


def test_a_phone_shows_a_map_that_can_be_moved_about(house):
    """The map is larger than the window then, fingers move it, and the small fields are large enough to be hit."""
    page = house.visitor(None, **PHONE)
    page.goto(set_up(page, "me", "bot:greedy", game="metropolys"))
    assert my_turn(page) and overflow(page) == 0
    width = "document.querySelector('.area[data-role=main] .frame > svg').getBoundingClientRect().width"
    assert page.evaluate(width) > 390 and overflow(page) == 0
    small = page.evaluate(
        "[...document.querySelectorAll('.area[data-role=main] .sprite.can')].map((node) => node.getBoundingClientRect()).filter(({ "
        "width, height }) => width < 24 || height < 24).length"
    )
    assert small == 0
    fields = [name for name in glowing(page) if name.startswith("field-")]
    assert fields
    journal = seq(page)
    tap(page, fields[0])
    page.wait_for_function("() => window.tripolis.picker.picks.length === 1")
    assert picks(page) == [fields[0]]
    tap(page, next(name for name in glowing(page) if name.startswith("building-")))
    page.wait_for_function("(before) => window.tripolis.line.seq > before", arg=journal)


def test_the_score_helper_is_filled_in_by_clicking(house):
    """A building on a field, and the account follows; the address holds it all."""
    page = house.visitor("/score/metropolys")
    page.locator("#points table").wait_for()
    totals = page.locator("#points .sum td")
    expect(totals).to_have_text(["0"])
    page.locator('[data-tool="height-0-3"]').click()
    page.locator('#own [data-id="field-c1"] .face').click(force=True)
    for name in ("trendy neighbourhood", "subway station", "archaeological site"):
        page.get_by_label(name).fill("1")
    expect(totals).to_have_text(
        ["4"]
    )  # a trendy neighbourhood 3, a station with its card 1 and 3, a site with its card -1 and -2
    expect(page.locator('#own [data-id^="building"]')).to_have_count(1)
    other = house.visitor(page.url)
    expect(other.locator("#points .sum td")).to_have_text(["4"])


def test_axe_finds_nothing(house, clean_page):
    """Table, aid, end, rules, helper."""
    reader = house.visitor(None)
    reader.goto(set_up(reader, "me", "bot:greedy", game="metropolys"))
    my_turn(reader)
    clean_page(reader, "table")
    click(reader, next(name for name in glowing(reader) if name.startswith("field-")))
    reader.evaluate("window.tripolis.panels.open('aid')")
    reader.locator("#aid table").first.wait_for()
    clean_page(reader, "aid, something picked")
    reader.evaluate("window.tripolis.deed('resign')")
    reader.locator("#lead svg").wait_for()
    clean_page(reader, "the end")
    for path in ("/rules/metropolys", "/score/metropolys"):
        reader.goto(path)
        reader.wait_for_load_state("networkidle")
        clean_page(reader, path)
