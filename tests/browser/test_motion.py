"""What a player sees and hears of what happens: only moves without a click, dice, money, sounds, and nothing that
shifts or covers."""

import pytest

from tests.browser.browsing import draft, glowing, my_turn, pair_of, pick, plain_move, play_a_move, put_cash, set_up

WATCH = """() => {
  window.moved = { dice: 0, money: 0, all: 0 };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.moved.all += 1;
    if (this.classList.contains("die")) window.moved.dice += 1;
    if (this.classList.contains("flight")) window.moved.money += 1;
    return animate.apply(this, how);
  };
  window.heard = [];
  const { speaker } = window.tripolis.notices;
  const play = speaker.play.bind(speaker);
  speaker.play = (name) => {
    window.heard.push(name);
    play(name);
  };
}"""
SHIFTS = """window.shift = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true })"""
COVERED = """() => [...document.querySelectorAll("#panels [role=tab]")].filter((tab) => {
  const box = tab.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !tab.contains(top) && top !== tab;
}).map((tab) => tab.id)"""
CHOICE = """() => {
  const page = window.tripolis;
  if (!page.myTurn || page.busy || page.queue.length || page.line.waiting.size || !page.state.legal.length) return false;
  return page.state.legal.length > 1 || page.state.you.undo === "now" || page.state.legal[0].move === "roll";
}"""
"""It is one's turn, and nothing that the page would play by itself is left."""


def sit_at_ubuild(house, **how):
    """U-Build against a bot, at one's own turn, with everything watched that moves and sounds."""
    page = house.visitor(None, **how)
    page.goto(set_up(page, "me", "bot:random", game="ubuild"))
    assert my_turn(page)
    page.evaluate(WATCH)
    return page


def buy_something(page):
    """Roll and buy until something was bought; one's own moves are seen, the bot's are not waited for."""
    for _ in range(40):
        assert my_turn(page)
        can = glowing(page)
        page.evaluate(f"window.tripolis.pace = '{'quick' if {'do-roll', 'do-buy'} & set(can) else 'instant'}'")
        if "do-buy" in can:
            pick(page, "do-buy")
            return
        plain_move(page)
    raise AssertionError("nothing could be bought")


def test_dice_roll_money_flies_and_both_are_heard(house):
    page = sit_at_ubuild(house, reduced_motion="no-preference")
    buy_something(page)
    moved = page.evaluate("window.moved")
    assert moved["dice"] > 0
    assert moved["money"] > 0
    assert {"dice", "money"} <= set(page.evaluate("window.heard"))
    page.wait_for_function("() => !document.querySelector('.flight')")


def test_nothing_moves_for_somebody_who_wants_no_motion(house):
    page = sit_at_ubuild(house)
    buy_something(page)
    assert page.evaluate("window.moved.all") == 0
    assert {"dice", "money"} <= set(page.evaluate("window.heard")), "sounds are no motion"


def test_an_only_move_is_played_without_a_click_and_the_bar_says_so(house):
    """Dice are thrown by hand, a purchase can be taken back: neither is an only move that is played by itself."""
    page = sit_at_ubuild(house)
    page.evaluate("""() => {
      const page = window.tripolis;
      window.sent = [];
      const send = page.send.bind(page);
      page.send = (move) => {
        window.sent.push({ move: move.move, only: page.state.legal.length === 1, said: page.forcedText });
        return send(move);
      };
      page.forced = true;
    }""")
    for _ in range(60):
        page.wait_for_function(CHOICE)
        played = [move for move in page.evaluate("window.sent") if move["said"]]
        if played:
            break
        plain_move(page)
    assert played and all(move["only"] for move in played)
    assert not [move for move in played if move["move"] == "roll"]
    assert "no choice" in page.locator("#who").inner_text() or not page.evaluate("window.tripolis.forcedText")


def test_the_summary_of_a_rival_opens_while_it_is_told_what_happens_there(house):
    page = house.visitor(None, reduced_motion="no-preference", viewport={"width": 1280, "height": 720})
    page.goto(set_up(page, "me", "bot:greedy", "bot:greedy"))
    assert my_turn(page)
    page.evaluate("""() => {
      const { stage } = window.tripolis;
      window.opened = [];
      const enlarge = stage.enlarge.bind(stage);
      stage.enlarge = (name, large) => {
        if (large) window.opened.push(name);
        return enlarge(name, large);
      };
      window.tripolis.pace = "quick";
    }""")
    for _ in range(6):
        play_a_move(page, lambda names: names[-1])
        assert my_turn(page)
        if page.evaluate("window.opened").count("panel:city-1"):
            break
    assert "panel:city-1" in page.evaluate("window.opened")
    page.wait_for_function("() => !document.querySelector('#boards .large')")


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1920, 1080), (1100, 640)], ids=lambda size: f"{size[0]}")
def test_the_form_of_a_deal_leaves_the_tabs_free(house, size):
    page = house.visitor(None, viewport={"width": size[0], "height": size[1]})
    page.goto(set_up(page, "me", "bot:random", game="ubuild"))
    for _ in range(40):
        assert my_turn(page)
        if "tool-deal" in glowing(page):
            break
        can = glowing(page)
        pick(page, "do-buy") if "do-buy" in can else plain_move(page)
    pick(page, "tool-deal", "seat-1")
    put_cash(page, "You give", "1M")
    assert draft(page)
    assert page.locator("#deal").is_visible()
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("game", ["quadropolis", "metropolys", "ubuild"])
def test_nothing_shifts_after_the_first_paint(house, game):
    """At a table where nobody moves, and once the bar is as it stays."""
    ada, _ = pair_of(house, game=game)
    ada.add_init_script(SHIFTS)
    ada.reload()
    ada.wait_for_function(
        "() => window.tripolis?.state?.state.status === 'playing' && document.querySelector('#status').textContent"
    )
    ada.wait_for_load_state("networkidle")
    assert ada.evaluate("window.shift") == 0


def test_one_key_turns_the_sound_off_and_on(house):
    page = sit_at_ubuild(house)
    assert page.evaluate("window.tripolis.notices.speaker.volume") == 5
    page.keyboard.press("s")
    assert page.evaluate("window.tripolis.notices.speaker.volume") == 0
    page.keyboard.press("s")
    assert page.evaluate("window.tripolis.notices.speaker.volume") == 5
