"""The line to the table: reloaded, broken, and back at the exact position."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import (
    AWAY,
    House,
    Watch,
    click,
    glowing,
    my_turn,
    picks,
    play_a_move,
    position,
    sit_down,
    status,
)
from tests.server.servers import Server


def test_a_reload_shows_the_same_position(page, choose):
    """In mid-game, even with half a move clicked together."""
    sit_down(page, "")
    play_a_move(page, choose)
    while my_turn(page) and page.evaluate("window.tripolis.state.legal[0].path.length") < 2:
        play_a_move(page, choose)
    before = position(page)
    click(page, glowing(page)[0])
    assert picks(page)
    page.reload()
    assert my_turn(page)
    assert position(page) == before and picks(page) == []


KNOWN = """() => {
  const { draft, state } = window.tripolis;
  const { areas, sprites } = draft.scene();
  sprites.sort((a, b) => (a.id < b.id ? -1 : 1));
  const [{ width, label, marks, about }] = sprites;
  if ([width, label, marks, about].includes(undefined)) throw Error("a sprite lacks what is usual");
  return JSON.stringify([areas, sprites, state.position.accounts, state.state.seats], (_, value) =>
    value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value);
}"""


@pytest.mark.parametrize("game", ["quadropolis", "metropolys", "ubuild"])
def test_what_changes_have_added_up_to_is_what_a_reload_brings(page, choose, game):
    """Messages leave out what is usual, and what is as it was; the page fills it in."""
    sit_down(page, "", game=game)
    for _ in range(4):
        play_a_move(page, choose)
        assert my_turn(page)
    before = page.evaluate(KNOWN)
    page.reload()
    assert my_turn(page)
    assert page.evaluate(KNOWN) == before


@pytest.fixture
def fragile(tmp_path):
    """A server that may be killed."""
    found = Server(tmp_path).start()
    yield found
    if found.process is not None:
        found.stop()


def test_a_killed_server_comes_back_by_itself(browser, fragile, choose):
    """The page says that the connection is lost, keeps trying, and goes on where it was."""
    watch = Watch(fragile.base)
    watch.allow(AWAY)
    house = House(browser, fragile.base, watch)
    page = house.visitor()
    sit_down(page, "")
    for _ in range(3):
        play_a_move(page, choose)
        assert my_turn(page)
    before = position(page)
    fragile.kill()
    expect(page.locator("#link")).to_contain_text("Connection lost")
    fragile.start()
    expect(page.locator("#link")).to_be_empty()
    assert my_turn(page)
    after = position(page)
    lines = before.pop("lines")
    assert after.pop("lines")[: len(lines)] == lines
    assert after == before
    expect(status(page)).not_to_be_empty()
    play_a_move(page, choose)
    assert my_turn(page)
    house.close()
    assert not watch.verdict(), watch.verdict()


def test_a_move_that_was_sent_while_the_line_was_down_counts_once(house, page, choose):
    """It is sent again when the line is back."""
    sit_down(page, "")
    house.watch.allow(AWAY)
    ply = page.evaluate("window.tripolis.state.position.ply")
    page.evaluate("window.tripolis.line.socket.close()")
    page.evaluate("window.tripolis.send(window.tripolis.state.legal[0])")
    page.wait_for_function("(ply) => window.tripolis.state.position.ply > ply", arg=ply)
    assert my_turn(page)
    assert (
        page.evaluate(
            "window.tripolis.state.log.filter((line) => line.kind === 'moves' && line.seat === "
            "window.tripolis.you).length"
        )
        == 1
    )
