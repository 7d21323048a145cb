"""The review of a match on the end page and in the replay."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PHONE, ROOT, click, my_turn, play_by_program, set_up
from tests.server.servers import Server

FILE = ROOT / "tests" / "quadropolis" / "golden" / "09.tri"
JUDGED = 180_000
"""Milliseconds for a whole review: on a busy machine it waits for everything that people wait for."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server whose reviews are quick."""
    found = Server(tmp_path_factory.mktemp("review"), TRIPOLIS_SERVER_REVIEW_ITERATIONS="64").start()
    yield found
    found.stop()


def test_arrows_step_through_the_costly_moves_of_a_replay(page, clean_page):
    page.goto("/")
    page.locator("#import-file").set_input_files(FILE)
    page.wait_for_url(re.compile("/match/"))
    page.get_by_role("tab", name="Review").click()
    page.get_by_role("button", name="Analyse my game").click()
    expect(page.locator("#review-summary li")).to_have_count(3, timeout=JUDGED)
    expect(page.locator("#review-summary")).to_contain_text("lost about")
    expect(page.locator("#chances svg[role=img] polyline")).to_have_count(2)
    expect(page.locator("#chances svg")).to_have_attribute("aria-label", re.compile("Chance to win"))
    seen = []
    for _ in range(3):
        before = page.locator("#review-verdict").inner_text()
        page.get_by_role("button", name="To the next costly move").click()
        page.wait_for_function("(text) => document.querySelector('#review-verdict').innerText !== text", arg=before)
        expect(page.locator("#review-verdict")).to_contain_text(re.compile(r"Move \d+: .* lost about"))
        number = int(re.search(r"Move (\d+)", page.locator("#review-verdict").inner_text())[1])
        expect(page.locator("#at")).to_have_text(f"After move {number - 1} of 72")
        seen.append(number)
    assert seen == sorted(set(seen)), "each one further"
    page.get_by_role("button", name="To the previous costly move").click()
    expect(page.locator("#review-verdict")).to_contain_text(f"Move {seen[1]}:")
    expect(page.locator("#review-verdict")).to_contain_text(re.compile(r"Chance to win: \d+ % before, \d+ % after"))
    clean_page(page, "replay with a review")
    page.locator("#review-summary a").first.click(timeout=JUDGED)
    worst = re.search(r"Move (\d+)", page.locator("#review-summary li").first.inner_text())[1]
    expect(page.locator("#at")).to_have_text(f"After move {int(worst) - 1} of 72")


def test_a_costly_decision_can_be_tried_again(page):
    """Without the answer: the move that was played and others are told apart from the best one."""
    page.goto("/")
    page.locator("#import-file").set_input_files(FILE)
    page.wait_for_url(re.compile("/match/"))
    page.get_by_role("tab", name="Review").click()
    page.get_by_role("button", name="Analyse my game").click()
    verdict = page.locator("#review-verdict")
    retry = page.get_by_role("button", name="Try it again")
    page.locator("#review-summary a").first.click(timeout=JUDGED)
    expect(retry).to_be_visible()
    judged = page.evaluate(
        "fetch(location.pathname.replace('/match/', '/api/matches/') + '/review').then((a) => a.json())"
        ".then((r) => r.decisions.find((d) => d.ply === r.costliest[0]))"
    )

    def play(path):
        for name in path:
            button = page.locator(f'#asked-acts [data-id="{name}"]')
            button.click() if button.count() else click(page, name)

    asked = page.locator("#asked")
    expect(asked).to_be_hidden()
    retry.click()
    expect(asked).to_contain_text("What would you play here?")
    expect(page.locator("#reel")).to_be_hidden()
    assert "lost about" not in page.locator("#panel-review").inner_text(), "nothing gives the answer away"
    assert page.evaluate("window.tripolis.stage.coordinates.size") == 0
    expect(page.locator("#boards .ring-can").first).to_be_attached()
    play(judged["played_path"])
    expect(asked).to_contain_text("There is something better")
    play(judged["path"])
    expect(verdict).to_contain_text("That is the best move.")
    expect(asked).to_be_hidden()
    expect(verdict).to_contain_text("lost about")
    retry.click()
    page.get_by_role("button", name="Show the best move").click()
    expect(verdict).to_contain_text("lost about")


def test_all_mistakes_of_a_seat_are_asked_on_a_phone_where_they_can_be_answered(house):
    page = house.visitor("/", **PHONE)
    page.locator("#import-file").set_input_files(FILE)
    page.wait_for_url(re.compile("/match/"))
    page.locator("#sheets button").last.tap()
    page.get_by_role("tab", name="Review").click()
    page.get_by_role("button", name="Analyse my game").click()
    page.locator("#review-summary a").first.click()
    expect(page.locator("#told")).to_contain_text("lost about")
    page.locator("#told").tap()
    expect(page.locator("#review-verdict")).to_be_in_viewport()
    page.get_by_role("button", name="Retry your mistakes").tap()
    asked = page.locator("#asked")
    expect(asked.locator("#asked-title")).to_contain_text("Exercise")
    exercises = int(re.search(r"of (\d+)", asked.locator("#asked-title").inner_text())[1])
    for n in range(2):
        expect(asked.locator("#asked-title")).to_have_text(f"Exercise {n + 1} of {exercises}")
        expect(asked).to_contain_text("What would you play here?")
        expect(page.locator("#boards .ring-can, #asked-acts button:not(.quiet)").first).to_be_in_viewport()
        page.get_by_role("button", name="Show the best move").tap()
        page.get_by_role("button", name="Next exercise").tap()
    expect(asked.locator("#asked-title")).to_have_text(f"Exercise 3 of {exercises}")
    expect(asked).to_contain_text("What would you play here?")
    page.evaluate("window.tripolis.review.exercise(Infinity)")
    expect(asked).to_contain_text(f"0 of {exercises} found")
    page.get_by_role("button", name="Close").tap()
    expect(page.locator("#reel")).to_be_visible()


def test_the_end_page_shows_the_review_and_leads_into_the_replay(page, clean_page):
    page.goto(set_up(page, "me", "bot:random"))
    while my_turn(page):
        play_by_program(page, min)
    page.get_by_role("button", name="Analyse my game").click()
    expect(page.locator("#review-summary a").first).to_be_visible(timeout=JUDGED)
    page.get_by_role("button", name="To the next costly move").click()
    expect(page.locator("#review-verdict")).to_contain_text("lost about")
    clean_page(page, "end page with a review")
    page.reload()
    expect(page.locator("#review-summary a").first).to_be_visible(timeout=JUDGED)
    page.locator("#review-verdict").get_by_role("link", name="Look at it in the replay").click()
    page.wait_for_url(re.compile(r"/replay\?ply=\d+"))
    expect(page.locator("#review-verdict")).to_contain_text("lost about")


def test_a_hint_says_the_chance_to_win(page):
    page.goto(set_up(page, "me", "bot:random", hints=True))
    my_turn(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("#status")).to_contain_text(re.compile(r"chance to win: \d+ %"))


def test_opponents_are_offered_from_the_weakest_to_the_strongest(page):
    page.goto("/new?game=quadropolis")
    second = page.locator("#seat-1")
    expect(second).to_have_value("bot:regular")
    titles = second.locator("optgroup").first.locator("option").all_inner_texts()
    assert titles == ["Newcomer", "Learner", "Regular", "Skilled", "Strong", "Master"]
