"""What a tap costs on a long list: the browser is to style the row that changes, and not all of them."""

import re

import pytest
from playwright.sync_api import expect

from book import entry
from steps import prepared

pytestmark = pytest.mark.usefixtures("service_worker")

# Says of each style that is resolved, and of each that may have become another.
TRACKED = "disabled-by-default-devtools.timeline.invalidationTracking"
PAINTED = "() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))"
STUDENTS = 120
STYLED = "StyleResolver::ResolveStyle", "StyleInvalidatorInvalidationTracking"


@pytest.fixture
def phone(book, blank_phone):
    """An instructor's phone at a class of many."""
    hall = book.venue("Hall")
    people = book.people(*(f"Ann{'abcdefghijkl'[number // 10]}{number % 10} Fleming" for number in range(STUDENTS)))
    session = book.scheduled(book.course("Vinyasa", hall, people))
    book.post(entry("class.started", **{"class": session}, venue=hall))
    blank_phone.goto(f"{book.base}/classes/{session}")
    # What the server would send is not what is counted.
    blank_phone.context.route("**/journal", lambda route: None)
    return prepared(blank_phone)


def styled(page, change):
    """How many styles the browser resolves or doubts for a change, until it is painted."""
    # What came before is not counted.
    page.evaluate(PAINTED)
    session, parts, ended = page.context.new_cdp_session(page), [], []
    session.on("Tracing.dataCollected", lambda part: parts.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda told: ended.append(told))
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": [TRACKED]}})
    change()
    page.evaluate(PAINTED)
    session.send("Tracing.end")
    while not ended:
        page.evaluate(PAINTED)
    return sum(one["name"] in STYLED for one in parts)


def test_a_tap_styles_few_rows(phone):
    phone.get_by_role("button", name=re.compile("^Absent")).tap()
    # All rows come into view: so they are counted.
    names = phone.locator("[data-students] [data-state=absent] button")
    expect(names).to_have_count(STUDENTS)

    def mark():
        names.first.tap()
        expect(phone.locator("[data-students] [data-state=present]")).to_have_count(1)

    # Some sixty are those of the notice.
    assert 0 < styled(phone, mark) < 1.5 * STUDENTS


def test_a_word_that_changes_styles_no_row(phone):
    phone.get_by_role("button", name=re.compile("^Absent")).tap()
    # As with a notice at the head of the page, of which the style sheets ask more.
    phone.evaluate("document.getElementById('notices').setAttribute('data-own-above', '')")
    assert styled(phone, lambda: phone.evaluate("document.querySelector('[data-count=present]').textContent = '99'")) < 20
