"""Two people who are one: merged, shown as one, and separated again."""

import pytest
from playwright.sync_api import expect

from book import entry
from conftest import LAPTOP, OFFLINE, PHONE
from steps import button, enter, expect_sent, notice, open_roster, prepared, sign, with_signal, without_signal


@pytest.fixture
def double(book):
    """Ann, who was added twice: with a class each, and a log of the second."""
    ann = book.person("Ann", "Fleming", studentID="70000001")
    again = book.person("Ann", "Fleming", studentID="70000002")
    book.session(book.venue(), ann, book.person("Ben", "Okafor"))
    book.session(book.venue("Mill"), again)
    book.post(entry("person.edited", person=again, phone="+41 44 123", github="ann-fleming"))
    return ann, again


def attended(book, person):
    return book.page(f"/people/{person}")["person"]["attended"]


def choose(page, book, stays, name="Ann Fleming"):
    page.goto(f"{book.base}/people/{stays}")
    button(page, "Merge…").click()
    expect(page.get_by_role("heading", name=f"Merge {name} With…", level=1)).to_be_visible()


def side(page, title):
    return page.get_by_role("region", name=title)


@pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "wide"])
def test_merges_and_undoes(book, double, devices, device):
    ann, again = double
    page = enter(devices.open(**device), book, book.page("/offline")["instructor"])
    choose(page, book, ann)
    same = side(page, "Same Name")
    expect(same.get_by_role("link")).to_have_count(1)
    # Whoever else there is can be searched for; instructors are not offered.
    expect(page.get_by_role("main").get_by_role("link", name="Maya Lindqvist")).to_have_count(0)
    page.get_by_role("searchbox", name="Search people").fill("7000")
    expect(page.get_by_role("link", name="Ben Okafor")).to_have_count(0)
    page.get_by_role("link", name="Ann Fleming").click()
    expect(side(page, "Stays")).to_contain_text("70000001")
    expect(side(page, "Is merged")).to_contain_text("70000002")
    expect(page.get_by_text("What moves over: 1 class.")).to_be_visible()
    page.get_by_role("link", name="Keep the Other").click()
    expect(side(page, "Stays")).to_contain_text("70000002")
    page.get_by_role("link", name="Keep the Other").click()
    expect(side(page, "Stays")).to_contain_text("70000001")
    button(page, "Merge").click()
    expect(notice(page, "Ann Fleming merged with Ann Fleming")).to_be_visible()
    expect(page).to_have_url(f"{book.base}/people/{ann}")
    merged = page.get_by_role("list", name="Merged", exact=True)
    expect(merged).to_contain_text("Can be undone until")
    expect(page.get_by_label("GitHub username")).to_have_value("ann-fleming")
    assert attended(book, ann) == 2
    # The address of the one leads to the other.
    page.goto(f"{book.base}/people/{again}")
    expect(page).to_have_url(f"{book.base}/people/{ann}")
    page.goto(f"{book.base}/students")
    expect(page.get_by_role("link", name="Ann Fleming")).to_have_count(1)
    page.goto(f"{book.base}/people/{ann}")
    merged.get_by_role("button", name="Undo Merge with Ann Fleming").click()
    expect(notice(page, "Ann Fleming is back")).to_be_visible()
    expect(merged.get_by_role("listitem")).to_have_count(0)
    assert attended(book, ann) == attended(book, again) == 1
    assert book.page(f"/people/{ann}")["github"] == ""


def test_is_undone_from_the_notice(book, double, phone):
    ann, again = double
    choose(phone, book, ann)
    phone.get_by_role("link", name="Ann Fleming").first.click()
    button(phone, "Merge").click()
    notice(phone, "Ann Fleming merged with Ann Fleming").get_by_role("button", name="Undo").click()
    expect(notice(phone, "Ann Fleming is back")).to_be_visible()
    expect(phone).to_have_url(f"{book.base}/people/{again}")
    assert attended(book, ann) == attended(book, again) == 1


def test_who_may_merge_whom(book, double, devices):
    ann, _ = double
    noor = book.person("Noor", "Haddad", role="instructor")
    me = book.page("/offline")["instructor"]
    page = enter(devices.open(**LAPTOP), book, noor)
    for person, number in [(ann, 1), (noor, 0), (me, 0)]:
        page.goto(f"{book.base}/people/{person}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(button(page, "Merge…")).to_have_count(number)
    for path in (f"/people/{noor}/merge", f"/people/{noor}/merge?into={me}", f"/people/{ann}/merge?into={noor}"):
        assert book.client_of(noor).get(path).status == 403
    # An owner merges others with themselves, and never goes themselves.
    assert book.page(f"/people/{noor}/merge?into={me}").get("otherWay") is None


def test_sign_in_ends(book, double, devices):
    ann, again = double
    page = enter(devices.open(f"{OFFLINE}|EventSource", **PHONE), book, again)
    book.post(entry("person.merged", person=again, into=ann))
    # The page hears of it, and goes there by itself.
    expect(page.get_by_role("textbox", name="Sign-in code")).to_be_visible()


@pytest.mark.usefixtures("service_worker")
def test_needs_signal_and_says_so(book, double, phone):
    ann, _ = double
    prepared(phone)
    phone.goto(f"{book.base}/people/{ann}")
    without_signal(phone)
    button(phone, "Merge…").click()
    expect(notice(phone, "Merging needs signal.")).to_be_visible()
    expect(phone.get_by_role("heading", name="Ann Fleming", level=1)).to_be_visible()
    with_signal(phone)
    choose(phone, book, ann)
    phone.get_by_role("link", name="Ann Fleming").first.click()
    expect(button(phone, "Merge")).to_be_visible()
    without_signal(phone)
    button(phone, "Merge").click()
    expect(notice(phone, "Merging needs signal.")).to_be_visible()
    assert attended(book, ann) == 1


@pytest.mark.usefixtures("service_worker")
def test_what_was_marked_without_signal_counts(book, double, phone):
    """A phone that knows them as two marks the one who is no more."""
    ann, again = double
    session = book.started(book.venue("Gym"), ago=5)
    phone.goto(f"{book.base}/class")
    prepared(phone)
    without_signal(phone)
    sheet = open_roster(phone)
    double_of_ann = sheet.locator(f'[data-key="{again}"]').get_by_role("button")
    double_of_ann.click()
    expect(double_of_ann).to_have_attribute("aria-pressed", "true")
    book.post(entry("person.merged", person=again, into=ann))
    with_signal(phone)
    assert book.present(session) == {"Ann Fleming"}
    book.step("saved", session)
    assert attended(book, ann) == 3


@pytest.mark.usefixtures("service_worker")
def test_what_their_own_device_holds_is_not_lost(book, double, devices):
    """Without signal somebody logs, is merged meanwhile, and signs in as who stays."""
    ann, again = double
    page = enter(devices.open(f"{OFFLINE}|EventSource|401", **PHONE), book, again)
    page.goto(f"{book.base}/training")
    prepared(page)
    without_signal(page)
    button(page, "Log").click()
    page.get_by_label("Description").fill("Rowed across the bay")
    page.get_by_label("Duration in minutes").fill("25")
    button(page, "Save Entry").click()
    expect(page.get_by_text("Rowed across the bay")).to_be_visible()
    book.post(entry("person.merged", person=again, into=ann))
    page.context.set_offline(False)
    # Their sign-in has ended. What they logged stays on the screen, with a sign that asks for another.
    expect(sign(page)).to_have_text("Sign in to send 1")
    expect(page.get_by_text("Rowed across the bay")).to_be_visible()
    sign(page).click()
    page.get_by_role("textbox", name="Sign-in code").fill(book.sign_in_code(ann))
    button(page, "Sign In").click()
    expect(page.get_by_role("heading", name="Training", level=1)).to_be_visible()
    expect(page.get_by_text("Rowed across the bay")).to_be_visible()
    expect_sent(page)
    assert [one["description"] for one in book.client_of(ann).get("/training").json["trainings"]] == ["Rowed across the bay"]
