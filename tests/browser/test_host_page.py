"""The host's page in a browser, and what guests see of the host: messages, reports, maintenance, logging out."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PHONE, ask, my_turn, overflow, pair_of, panel, set_up, sit_down
from tripolis.server.commands import host_link
from tripolis.server.settings import Settings


@pytest.fixture
def link(server):
    """The host's own link, without the server's name."""
    return f"/host#{host_link(Settings(data=server.folder)).rpartition('#')[2]}"


@pytest.fixture
def host(house, link):
    """The host at their page."""
    page = house.visitor(link)
    page.locator("#tiles .tile").first.wait_for()
    return page


def test_without_its_secret_the_page_shows_nothing(house, watch):
    watch.allow("403")
    page = house.visitor("/host")
    expect(page.locator("#no-secret")).to_be_visible()
    page.goto("/host#wrong")
    page.reload()
    expect(page.locator("#says")).to_contain_text("Only the host can do this.")
    expect(page.locator("#host")).to_be_hidden()


def test_the_page_is_clean_by_day_in_the_dark_and_on_a_phone(house, host, link, clean_page):
    set_up(host, "me", "bot:greedy", "open", public=True)
    table = set_up(host, "me", "open", name="Zoe").rpartition("/")[2]
    ask(host, "POST", f"/api/tables/{table}/report", {"text": "Something is wrong here."})
    host.reload()
    host.locator("#reports li").first.wait_for()
    clean_page(host, "the host's page")
    assert overflow(host) <= 0
    phone = house.visitor(link, **PHONE)
    phone.locator("#tables tbody tr").first.wait_for()
    assert overflow(phone) <= 0


def test_a_report_is_read_its_subject_muted_and_the_table_closed(house, host):
    ada, _ = pair_of(house)
    panel(ada, "Menu").get_by_role("button", name="Report to the host").click()
    ada.get_by_label("What happened?").fill("Ben writes insults.")
    ada.get_by_label("About whom?").select_option("Ben")
    ada.locator("#report-dialog").get_by_role("button", name="Send").click()
    expect(ada.locator("#says")).to_contain_text("The host will see it.")
    code = ada.url.rpartition("/")[2].partition("?")[0]
    report = host.locator("#reports li", has_text=code)
    expect(report).to_contain_text("about Ben")
    report.get_by_role("button", name="Dealt with").click()
    expect(report).to_have_count(0)
    ben_row = host.locator("#guests tbody tr", has_text=code).filter(has_text="Ben")
    ben_row.get_by_role("button", name="Mute Ben").click()
    expect(ben_row).to_contain_text("muted")
    host.get_by_label("Search for tables and guests").fill(code)
    row = host.locator("#tables tbody tr")
    expect(row).to_have_count(1)
    row.get_by_role("button", name=f"Close table {code}").click()
    host.locator("#sure").get_by_role("button", name="Yes").click()
    expect(host.locator("#tables-none")).to_be_visible()
    ada.wait_for_function("() => window.tripolis.state.state.status === 'closed'")


def test_a_message_and_maintenance_reach_a_table_at_once(house, host, watch):
    watch.allow("503")
    ada = house.visitor(None)
    sit_down(ada, "")
    my_turn(ada)
    host.get_by_label("Message to all").fill("We restart at 20:00.")
    host.get_by_role("button", name="Show").click()
    expect(ada.locator("#says")).to_contain_text("The host says: We restart at 20:00.")
    expect(house.visitor("/").locator("#says")).to_contain_text("We restart at 20:00.")
    try:
        host.get_by_role("button", name="Make it read-only").click()
        expect(host.locator("#read-only")).to_be_visible()
        expect(ada.locator("#says")).to_contain_text("The server is being maintained")
    finally:
        host.get_by_role("button", name="Resume play").click()
        expect(host.locator("#read-only")).to_be_hidden()
        host.get_by_label("Message to all").fill("")
        host.get_by_role("button", name="Show").click()
        expect(host.locator("#says")).to_contain_text("The message is gone.")


def test_logging_out_here_forgets_the_guest_and_elsewhere_the_others(page):
    ask(page, "POST", "/api/guest", {"name": "Ada"})
    page.goto("/")
    page.locator("#me summary").click()
    page.get_by_role("button", name="Log out everywhere else").click()
    expect(page.locator("#says")).to_contain_text("You are logged out on all other devices.")
    page.reload()
    expect(page.locator("#me-shown")).to_have_text("Ada")
    page.locator("#me summary").click()
    page.get_by_role("button", name="Log out here").click()
    page.locator("#logout-dialog").get_by_role("button", name="Log out here").click()
    expect(page.locator("#me-shown")).to_have_text("Guest")
