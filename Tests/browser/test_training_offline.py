"""The training log where there is no signal."""

import pytest
from playwright.sync_api import expect

from conftest import LAPTOP
from steps import OUTBOX, PREPARED, button, expect_sent, notice, outbox, sign, undo, until, with_signal, without_signal
from trainees import Trainee, delete_by_menu, expect_log, log, open_log

pytestmark = pytest.mark.usefixtures("service_worker")

@pytest.fixture
def ann(shared_book, devices):
    return Trainee(shared_book, devices)


CHARTED = """minutes => minutes === [...document.querySelectorAll('.chart-total')]
  .reduce((sum, { textContent }) => sum + Number(textContent), 0)"""


@pytest.mark.parametrize("role, visited", [("student", True), ("student", False), ("instructor", False)])
def test_without_signal(shared_book, devices, role, visited):
    each = Trainee(shared_book, devices, role, **(LAPTOP if role == "instructor" else {}))
    each.log("Known", 10, ago=60)
    page = each.open() if visited else each.device()
    until(page, PREPARED)
    without_signal(page)
    if not visited:
        page.goto(each.address)
    expect_log(page, "Known", endurance=10)
    log(page, "Lifted", "45", "Strength")
    log(page, "Mistake", "7")
    log(page, "Another", "8")
    totals = {"endurance": 25, "strength": 45}
    expect_log(page, "Another", "Mistake", "Lifted", "Known", **totals)
    until(page, CHARTED, 70)
    page.reload()
    expect_log(page, "Another", "Mistake", "Lifted", "Known", **totals)
    for text in ("Mistake", "Known", "Another"):
        delete_by_menu(page, text)
        expect(notice(page, f"“{text}” deleted")).to_be_visible()
    expect_log(page, "Lifted", strength=45)
    undo(page, "“Another” deleted")
    expect_log(page, "Another", "Lifted", endurance=8, strength=45)
    page.reload()
    expect_log(page, "Another", "Lifted", endurance=8, strength=45)
    expect(sign(page)).to_have_text("Offline · 7 changes waiting")
    page.get_by_role("link", name="Month").click()
    expect(page.get_by_role("heading", name="Minutes of training by month")).to_be_visible()
    until(page, CHARTED, 53)
    page.get_by_role("link", name="Earlier").click()
    until(page, CHARTED, 0)
    page.go_back()
    until(page, CHARTED, 53)
    made = outbox(page)
    assert each.kept() == [("Known", 10, "endurance")]
    before = each.book.sequence
    with_signal(page)
    assert each.book.sequence == before + len(made) == before + 7
    expect_log(page, "Another", "Lifted", endurance=8, strength=45)
    assert each.kept() == [("Another", 8, "endurance"), ("Lifted", 45, "strength")]


def test_logged_just_before_the_signal_goes(ann):
    page = ann.open()
    until(page, PREPARED)
    # The answer arrives, the page after it does not.
    page.context.route("**/training", lambda route: route.abort())
    log(page, "Run", "30")
    until(page, f"async () => !(await ({OUTBOX})()).length")
    assert ann.kept() == [("Run", 30, "endurance")]
    expect_log(page, "Run", endurance=30)
    without_signal(page)
    page.reload()
    expect_log(page, "Run", endurance=30)
    delete_by_menu(page, "Run")
    expect_log(page)
    page.context.unroute("**/training")
    with_signal(page)
    expect_log(page)
    assert ann.kept() == []


def test_undone_without_signal_what_was_deleted_with_it(ann):
    ann.log("Run", 30)
    page = ann.open()
    until(page, PREPARED)
    delete_by_menu(page, "Run")
    expect_log(page)
    expect_sent(page)
    without_signal(page)
    undo(page, "“Run” deleted")
    expect_log(page, "Run", endurance=30)
    page.reload()
    expect_log(page, "Run", endurance=30)
    with_signal(page)
    expect_log(page, "Run", endurance=30)
    assert ann.kept() == [("Run", 30, "endurance")]


# Whether anything new was held back.
HELD_BACK = """() => {
  window.heldBack = false;
  const look = () => { window.heldBack ||= document.querySelector('[data-news]:not([hidden])') !== null; };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""


def test_own_entry_comes_at_once_after_a_refused_try(ann):
    """The dialog scrolls to the field with a problem: that does not go for the list behind it."""
    ann.log("Known", 10, ago=60)
    page = ann.open(viewport={"width": 375, "height": 700})
    until(page, PREPARED)
    without_signal(page)
    page.evaluate(HELD_BACK)
    sheet = open_log(page)
    button(sheet, "Save Entry").tap()
    expect(sheet.get_by_label("Description")).to_have_attribute("aria-invalid", "true")
    sheet.get_by_label("Description").fill("Lifted")
    sheet.get_by_label("Duration in minutes").fill("45")
    button(sheet, "Save Entry").tap()
    expect_log(page, "Lifted", "Known", endurance=55)
    assert not page.evaluate("window.heldBack")
