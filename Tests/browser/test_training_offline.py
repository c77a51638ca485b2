"""The training log where there is no signal."""

import pytest
from playwright.sync_api import expect

from conftest import LAPTOP
from steps import OUTBOX, PREPARED, expect_sent, notice, outbox, sign, undo, until, with_signal, without_signal
from trainees import Trainee, delete_by_menu, expect_log, log

pytestmark = pytest.mark.usefixtures("service_worker")

KEPT = "async () => Boolean(await caches.match('/training', { ignoreVary: true }))"


@pytest.fixture
def ann(shared_book, devices):
    return Trainee(shared_book, devices)


def note(page):
    return page.get_by_text("Entries waiting for a signal are not in the chart yet.")


@pytest.mark.parametrize("visited", [True, False], ids=["visited before", "never visited"])
def test_without_signal(shared_book, devices, visited):
    each = Trainee(shared_book, devices) if visited else Trainee(shared_book, devices, "instructor", **LAPTOP)
    each.log("Known", 10, ago=60)
    page = each.open() if visited else each.device()
    until(page, PREPARED)
    until(page, KEPT)
    without_signal(page)
    if not visited:
        page.goto(each.address)
    expect_log(page, "Known", endurance=10)
    expect(note(page)).to_be_hidden()
    log(page, "Lifted", "45", "Strength")
    log(page, "Mistake", "7")
    log(page, "Another", "8")
    totals = {"endurance": 25, "strength": 45}
    expect_log(page, "Another", "Mistake", "Lifted", "Known", **totals)
    expect(note(page)).to_be_visible()
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
    made = outbox(page)
    assert each.kept() == [("Known", 10, "endurance")]
    before = each.book.sequence
    with_signal(page)
    assert each.book.sequence == before + len(made) == before + 7
    expect_log(page, "Another", "Lifted", endurance=8, strength=45)
    expect(note(page)).to_be_hidden()
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
