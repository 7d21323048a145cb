"""U-Build in browsers: a whole match with auction, deal, mortgage and bankruptcy; a track built, shared and played;
keys, axe, a phone."""

import re

from playwright.sync_api import expect

from tests.browser.browsing import (
    PHONE,
    glowing,
    my_turn,
    overflow,
    pair_of,
    panel,
    pick,
    plain_move,
    play_a_move,
    put_cash,
    seq,
    set_up,
    sprite,
    tap,
    to_move,
)
from tests.browser.test_keyboard import focused

WAYS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
DEEDS = "[...window.tripolis.stage.sprites.values()].map(({ data }) => data).filter(({ id, owner }) => id.startsWith('deed-') && owner === window.tripolis.you).map(({ id }) => id.slice(5))"
STATUS = "window.tripolis.state.state.status"


def districts(page):
    """The ids of the reader's own districts."""
    return page.evaluate(DEEDS)


class Story:
    """Two people who see to it that everything happens: Ada builds, Ben throws his money about."""

    def __init__(self, ada, ben):
        self.pair = self.ada, self.ben = ada, ben
        self.done = set()

    def play(self, most=400):
        for _ in range(most):
            if self.ada.evaluate(STATUS) != "playing":
                return
            mover = to_move(*self.pair)
            before = seq(mover)
            self.turn(mover, glowing(mover))
            for page in self.pair:
                page.wait_for_function("(seq) => window.tripolis.line.seq > seq && !window.tripolis.busy", arg=before)
        raise AssertionError("this match does not end")

    def turn(self, page, can):
        """One decision."""
        if "do-accept" in can:
            self.done.add("deal")
            pick(page, "do-accept")
        elif "do-bid" in can:
            self.bid(page, can)
        elif "do-bankrupt" in can:
            pick(page, "do-bankrupt")
        elif "do-buy" in can or "do-auction" in can:
            if "auction" in self.done and "do-buy" in can and not (page is self.ben and self.ruined):
                pick(page, "do-buy")
            else:
                self.done.add("auction")
                pick(page, "do-auction")
        elif "tool-deal" in can and "deal" not in self.done and districts(page):
            self.offer(page)
        elif page is self.ben and self.ruined and {"tool-deal", "do-end"} <= set(can) and self.give_away():
            pass
        elif "tool-mortgage" in can and self.must_mortgage(page, can) and self.use(page, "tool-mortgage"):
            self.done.add("mortgage")
        elif page is self.ada and "tool-residential" in can and self.use(page, "tool-residential"):
            pass
        else:
            plain = [name for name in ("do-roll", "do-end", "do-drop", "do-pass") if name in can]
            play_a_move(page, lambda names: (plain or names)[0])

    @property
    def ruined(self):
        """All the rest has happened: Ben may go bankrupt now."""
        return {"auction", "deal", "mortgage"} <= self.done

    def must_mortgage(self, page, can):
        """Once by choice, and by need while there is a debt."""
        return "do-end" not in can or "mortgage" not in self.done

    def bid(self, page, can):
        """A little, or nothing; in the end Ben bids all he has."""
        if page is self.ben and self.ruined:
            page.locator("#amount-field").fill("999M")
            pick(page, "do-bid")
        elif "do-drop" in can:
            pick(page, "do-drop")
        else:
            pick(page, "do-bid")

    def offer(self, page):
        """A district for a little money."""
        partner = f"seat-{1 - page.evaluate('window.tripolis.you')}"
        pick(page, "tool-deal", partner, f"district-{districts(page)[0]}")
        put_cash(page, "You get", "10k")
        pick(page, "do-send")

    def give_away(self):
        """Ben gives Ada all his districts for next to nothing, or all his cash for one of hers; False if there is
        neither."""
        own, hers = districts(self.ben), districts(self.ada)
        if not own and not hers:
            return False
        pick(self.ben, "tool-deal", f"seat-{self.ada.evaluate('window.tripolis.you')}")
        get, give = (self.ben.get_by_label(f"You {side}: Amount").is_enabled() for side in ("get", "give"))
        if own and get:
            pick(self.ben, *(f"district-{name}" for name in own))
            put_cash(self.ben, "You get", "10k")
        elif hers and give:
            pick(self.ben, f"district-{hers[0]}")
            put_cash(self.ben, "You give", "999M")
        if "do-send" not in glowing(self.ben):
            pick(self.ben, "do-cancel")
            return False
        pick(self.ben, "do-send")
        return True

    def use(self, page, tool):
        """A tool on the first district that it can be used on; False if there is none."""
        pick(page, tool)
        found = [name for name in glowing(page) if re.fullmatch(r"district-\w\d", name)]
        if not found:
            page.keyboard.press("Escape")
            return False
        pick(page, found[0])
        return True


def test_a_match_with_auction_deal_mortgage_and_bankruptcy(house):
    """Two people on the Starter track, by clicking, to the end by bankruptcy."""
    options = {"track": "starter", "money": "6M", "round_limit": "off"}
    story = Story(*pair_of(house, game="ubuild", options=options))
    story.play()
    assert story.done == {"auction", "deal", "mortgage"}
    for page in story.pair:
        expect(page.locator("#ending")).to_be_visible()
        told = page.locator("#log").inner_text()
        for what in ("up for auction", "accepts", "mortgages ", "is bankrupt"):
            assert what in told, what
    expect(story.ada.locator("#winner")).to_contain_text("win")
    sheets = [page.locator("#ending-sheet").inner_text() for page in story.pair]
    assert sheets[0] == sheets[1] and "Cash" in sheets[0]
    expect(story.ada.locator("#boards")).to_be_hidden()
    expect(story.ada.locator("#ending-board .sprite").first).to_be_visible()
    replay = house.visitor(f"{story.ada.url}/replay")
    offer = replay.locator("#moves li:not(.step)", has_text=re.compile("Offer (Ada|Ben)")).first
    offer.wait_for()
    sent = replay.locator("#moves li").evaluate_all("(rows, row) => rows.indexOf(row)", offer.element_handle())
    opened = replay.locator("#moves li").nth(sent - 1).get_by_role("button")
    expect(opened).to_be_hidden()
    offer.locator(".steps").click()
    expect(opened).to_be_visible()
    offer.locator(".steps").click()
    replay.locator("#moves li").nth(sent).get_by_role("button").last.click()
    expect(replay.locator("#at")).to_contain_text(f"After move {sent + 1} ")
    replay.locator("#before").click()
    expect(replay.locator("#moves .current")).to_have_count(1)
    steps = int("".join(filter(str.isdigit, offer.locator(".steps").inner_text())))
    expect(replay.locator("#ply"), "steps that are hidden are passed").to_have_value(str(sent - steps))


def lay(page, tiles, ways):
    """Lay tiles on the builder's board by clicking: a tile, then the places of its spaces."""
    places = [(0, 0)]
    for way in ways:
        step = WAYS[int(way)]
        places.append((places[-1][0] + step[0], places[-1][1] + step[1]))
    at = 0
    for tile in tiles:
        size = 2 if len(tile) == 2 and tile != "GO" else 1
        page.locator(f'#hand [data-id="tile-{tile}"]').click()
        for q, r in places[at : at + size]:
            page.locator(f'#own [data-id="place-{q}-{r}"] .face').click()
        expect(page.locator(f'#hand [data-id="tile-{tile}"]')).to_have_count(1 if tile == "BRIDGE" else 0)
        expect(page.locator('#own [data-id^="laid-"]')).to_have_count(at + size)
        at += size


def test_a_track_is_built_shared_and_played(house):
    """Tile by tile with a live verdict; by its link it opens elsewhere, and a table is set up on it."""
    ada = house.visitor("/build/ubuild", permissions=["clipboard-read", "clipboard-write"])
    start = ada.get_by_role("button", name="Set up a table with it")
    expect(start).to_be_disabled()
    tiles = ["GO", "YY", "BRIDGE", "JAIL", "OO", "FREE_PARKING", "GG", "BRIDGE", "GO_TO_JAIL", "LL"]
    ways = "0011222334455"
    lay(ada, tiles[:4], ways)
    expect(ada.locator("#points .verdict.error").first).to_be_visible()
    ada.locator("#undo").click()
    expect(ada.locator('#own [data-id^="laid-"]')).to_have_count(4)
    ada.reload()
    ada.locator('#own [data-id="laid-3"]').wait_for()
    ada.goto("/build/ubuild")
    ada.reload()
    ada.locator("#points .verdict").first.wait_for()
    lay(ada, tiles, ways)
    expect(ada.locator("#winner")).to_have_text("You can play on this track.")
    expect(ada.locator("#points .verdict.error")).to_have_count(0)
    ada.locator('#own [data-id="laid-2"] .face').click()
    expect(ada.locator('#own [data-id="laid-2"]')).to_contain_text("y2")
    ada.locator("#copy-link").click()
    link = ada.evaluate("navigator.clipboard.readText()")
    assert "YY" in link

    ben = house.visitor(link)
    expect(ben.locator("#winner")).to_have_text("You can play on this track.")
    expect(ben.locator('#own [data-id^="laid-"]')).to_have_count(14)
    ben.get_by_role("button", name="Set up a table with it").click()
    ben.wait_for_url(re.compile("/new"))
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("radio", name="2", exact=True).check()
    ben.get_by_label("Player 2").select_option("bot:greedy")
    ben.locator("#create").click()
    ben.wait_for_url(re.compile("/table/"))
    if ben.locator("#lobby").is_visible():
        ben.get_by_role("button", name="I am ready").click()
    for _ in range(8):
        assert my_turn(ben)
        plain_move(ben, plain=("do-roll", "do-buy", "do-end", "do-drop"))
    for name in ("y1", "y2", "o1", "g2", "l1"):
        expect(sprite(ben, f"district-{name}")).to_have_count(1)
    expect(sprite(ben, "district-b1")).to_have_count(0)


def test_some_turns_by_keyboard_alone(house):
    """Tab walks, Enter clicks, a tool is put back with Escape, an offer is put together and thrown away."""
    page = house.visitor(None)
    page.goto(set_up(page, "me", "bot:greedy", game="ubuild", options={"track": "starter"}))

    def press(page, name):
        page.keyboard.press("g")
        for _ in range(60):
            if focused(page) == name:
                break
            page.keyboard.press("Tab")
        assert focused(page) == name
        page.keyboard.press("Enter")

    tried = False
    for _ in range(14):
        assert my_turn(page)
        before, can = seq(page), glowing(page)
        if not tried and "tool-deal" in can and "do-end" in can:
            press(page, "tool-deal")
            page.keyboard.press("Escape")
            assert glowing(page) == can
            press(page, "tool-deal")
            press(page, "seat-1")
            field = page.get_by_label("You give: Amount")
            field.focus()
            page.keyboard.type("10k")
            page.keyboard.press("Tab")
            page.wait_for_function("() => window.tripolis.draft.moves.length === 2")
            for left in (1, 0):
                page.keyboard.press("Escape")
                page.wait_for_function("(left) => window.tripolis.draft.moves.length === left", arg=left)
            assert seq(page) == before
            tried = True
        plain = [name for name in ("do-roll", "do-buy", "do-end", "do-drop") if name in can]
        play_a_move(page, lambda names, plain=plain: (plain or names)[0], hand=press)
    assert tried


def test_rings_lie_below_the_pieces_that_stand_there(house):
    """A piece is seen as a whole on a space that may be clicked or was last moved to."""
    page = house.visitor(None)
    page.goto(set_up(page, "me", "bot:greedy", game="ubuild", options={"track": "classic"}))
    my_turn(page)
    ringed = "[data-area=board] .sprite.target:has(~ .rings) ~ .rings ~ [data-id='token-0']"
    expect(page.locator(ringed)).to_have_count(1)


def test_on_a_phone_ones_own_piece_is_in_sight_when_one_is_to_roll(house):
    """Where the track is wider than the screen, and has no room for a card."""
    page = house.visitor(None, **PHONE)
    page.goto(set_up(page, "me", "bot:greedy", game="ubuild", options={"track": "starter"}))
    assert my_turn(page)
    expect(sprite(page, "token-0").locator(".face")).to_be_in_viewport(ratio=1)
    expect(page.locator(".area[data-role=own]")).to_be_in_viewport(ratio=1)
    expect(page.locator("#minimap.beside")).to_be_in_viewport(ratio=1)


def test_a_space_that_has_nothing_to_weigh_up_shows_no_card(house):
    """GO says what it pays; that covers no board. A district that is for sale lies open."""
    page = house.visitor(None)
    page.goto(set_up(page, "me", "bot:greedy", game="ubuild", options={"track": "classic"}))
    assert my_turn(page)
    again = "async () => { const { cards, asked } = window.tripolis; cards.decided = ''; await cards.decide(asked.open_card); return asked.open_card; }"
    assert page.evaluate(again) == "space-0"
    assert page.locator("#decision").is_hidden()
    for _ in range(30):
        if "do-buy" in glowing(page):
            break
        before = seq(page)
        plain_move(page)
        page.wait_for_function("(before) => window.tripolis.line.seq > before", arg=before)
        assert my_turn(page)
    expect(page.locator("#decision")).to_be_visible()


def test_deeds_bank_and_aid_are_there(house):
    """What the cards say with how sure it is, what the bank has, the turn and the spaces in short."""
    page = house.visitor(None)
    page.goto(set_up(page, "me", "bot:greedy", game="ubuild", options={"track": "classic"}))
    my_turn(page)
    titles = "[...document.querySelectorAll('#boards [data-id]')].filter((node) => /^title-[a-z][0-9]$/.test(node.dataset.id)).length"
    assert page.evaluate(titles) == 14
    expect(sprite(page, "title-l1")).to_contain_text("Base rent")
    page.get_by_role("button", name="Magnify: Deeds").click()
    expect(sprite(page, "title-l1")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sprite(page, "title-l1")).to_be_hidden()
    aid = panel(page, "Scoring & tiles")
    for title in ("What everyone has", "What is left in the bank", "Your turn", "Where did you land?"):
        expect(aid.get_by_role("heading", name=title, level=2)).to_be_visible()
    expect(aid).to_contain_text("Passing GO or landing on it pays")


def test_a_phone_rolls_and_builds_a_bid(house):
    """Nothing wider than the window, the track can be moved about, buttons are large enough, a number has a field."""
    page = house.visitor(None, **PHONE)
    page.goto(set_up(page, "me", "bot:greedy", game="ubuild", options={"track": "starter"}))
    assert my_turn(page) and overflow(page) == 0
    for _ in range(30):
        assert my_turn(page)
        if "do-auction" in glowing(page):
            break
        before = seq(page)
        plain_move(page, hand=tap)
        page.wait_for_function("(before) => window.tripolis.line.seq > before", arg=before)
    small = page.evaluate(
        "[...document.querySelectorAll('#choices .can')].map((node) => node.getBoundingClientRect()).filter(({ "
        "width, height }) => width < 44 || height < 44).length"
    )
    assert small == 0
    assert page.locator('.area[data-role="main"]').get_attribute("data-how") == "panned"
    before = seq(page)
    tap(page, "do-auction")
    page.wait_for_function("(before) => window.tripolis.line.seq > before", arg=before)
    assert my_turn(page)
    page.locator("#amount-field").fill("120k")
    page.locator("#more").tap()
    expect(sprite(page, "do-bid")).to_contain_text("Bid 130k")
    assert overflow(page) == 0


def test_axe_finds_nothing(house, clean_page):
    """Table, an offer on its way, aid, end, builder, helper, rules."""
    reader = house.visitor(None)
    reader.goto(set_up(reader, "me", "bot:greedy", game="ubuild", options={"track": "starter"}))
    my_turn(reader)
    clean_page(reader, "table")
    for _ in range(40):
        assert my_turn(reader)
        if "tool-deal" in glowing(reader):
            break
        plain_move(reader)
    pick(reader, "tool-deal", "seat-1")
    put_cash(reader, "You give", "1M")
    clean_page(reader, "an offer")
    pick(reader, "do-cancel")
    panel(reader, "Scoring & tiles")
    reader.locator("#aid table").first.wait_for()
    clean_page(reader, "aid", part="#side")
    reader.evaluate("window.tripolis.deed('resign')")
    reader.locator("#lead svg").wait_for()
    clean_page(reader, "the end")
    for path in ("/build/ubuild", "/score/ubuild", "/rules/ubuild"):
        reader.goto(path)
        reader.wait_for_load_state("networkidle")
        clean_page(reader, path)
    reader.goto("/build/ubuild")
    reader.locator('#hand [data-id="template-classic"]').click()
    reader.locator('#own [data-id="laid-4"]').wait_for()
    clean_page(reader, "a track")
