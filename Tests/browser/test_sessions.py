import pytest
from playwright.sync_api import expect

from steps import button, dialog, expect_marked, notice, row, tab, undo


@pytest.fixture
def people(book):
    return book.people("Ann Fleming", "Priya Raghavan", "Yuki Tanaka")


@pytest.fixture
def sessions(book, people):
    """Three sessions, of which newest, most attended and first by name are not the same."""
    mill, quay, attic = (book.venue(name, "1 Street") for name in ("Mill", "Quay", "Attic"))
    return {
        "Quay": book.session(quay, people[0], ago=300),
        "Attic": book.session(attic, *people[:2], ago=200),
        "Mill": book.session(mill, ago=100, minutes=45),
    }


def listed(page):
    return page.get_by_role("group", name="Sessions").locator(".row-title")


def test_sort_order(sessions, phone):
    tab(phone, "Sessions").click()
    expect(listed(phone)).to_have_text(["Mill", "Attic", "Quay"])
    sort = phone.get_by_role("combobox", name="Sort by")
    for name, order in {
        "Oldest": ["Quay", "Attic", "Mill"], "Venue": ["Attic", "Mill", "Quay"],
        "Most Attended": ["Attic", "Quay", "Mill"], "Newest": ["Mill", "Attic", "Quay"],
    }.items():
        sort.select_option(name)
        expect(listed(phone)).to_have_text(order)
        phone.reload()
        expect(listed(phone)).to_have_text(order)
        expect(sort.locator("option:checked")).to_have_text(name)


def test_row_tells_and_leads(sessions, phone):
    tab(phone, "Sessions").click()
    link = phone.get_by_role("link", name="Attic")
    expect(link).to_contain_text("1 h")
    expect(link).to_contain_text("2 students")
    link.click()
    expect(phone.get_by_role("heading", name="Attic", level=1)).to_be_visible()
    phone.get_by_role("link", name="Back").click()
    expect(listed(phone)).to_have_count(3)


def test_without_any_the_page_invites(phone):
    tab(phone, "Sessions").click()
    expect(phone.get_by_text("No sessions yet")).to_be_visible()
    phone.get_by_role("link", name="Check In").click()
    expect(button(phone, "Check In")).to_be_visible()


def test_attendees_can_be_corrected_afterwards(book, sessions, people, phone):
    phone.goto(f"{book.base}/classes/{sessions['Attic']}")
    phone.get_by_role("link", name="Edit attendees").click()
    sheet = dialog(phone, "Attendees")
    expect_marked(sheet, "Ann Fleming")
    row(sheet, "Yuki Tanaka").tap()
    expect(notice(phone, "Yuki Tanaka marked")).to_be_visible()
    row(sheet, "Ann Fleming").tap()
    expect(notice(phone, "Ann Fleming cleared")).to_be_visible()
    button(sheet, "Done").click()
    region = phone.get_by_role("region", name="2 students")
    expect(region.get_by_role("list").get_by_role("link")).to_contain_text(["Priya Raghavan", "Yuki Tanaka"])
    attended = [book.page(f"/people/{person}")["person"]["attended"] for person in people]
    assert attended == [1, 1, 1]


def test_sessions_attended_are_counted(book, sessions, people, phone):
    attended = [book.page(f"/people/{person}")["person"]["attended"] for person in people]
    assert attended == [2, 1, 0]
    phone.goto(f"{book.base}/people/{people[0]}")
    expect(phone.get_by_text("2 sessions", exact=True)).to_be_visible()
    attended = phone.get_by_role("region", name="Sessions attended").get_by_role("link")
    expect(attended).to_contain_text(["Attic", "Quay"])
    attended.first.click()
    expect(phone.get_by_role("heading", name="Attic", level=1)).to_be_visible()


def test_session_is_deleted_and_brought_back(book, sessions, people, phone):
    phone.goto(f"{book.base}/classes/{sessions['Attic']}")
    button(phone, "Delete Class").click()
    button(phone.get_by_role("alertdialog", name="Delete this class?"), "Delete").click()
    expect(notice(phone, "Class deleted")).to_be_visible()
    expect(listed(phone)).to_have_text(["Mill", "Quay"])
    assert book.page(f"/people/{people[1]}")["person"]["attended"] == 0
    undo(phone, "Class deleted")
    expect(phone.get_by_role("heading", name="Attic", level=1)).to_be_visible()
    expect(phone.get_by_role("region", name="2 students")).to_be_visible()
    assert book.page(f"/people/{people[1]}")["person"]["attended"] == 1
    tab(phone, "Sessions").click()
    expect(listed(phone)).to_have_text(["Mill", "Attic", "Quay"])


def test_long_list_goes_on(book, phone):
    quay = book.venue("Quay")
    for number in range(55):
        book.session(quay, ago=3000 - number * 10, minutes=5)
    tab(phone, "Sessions").click()
    expect(listed(phone)).to_have_count(50)
    phone.get_by_role("link", name="Show next").click()
    expect(listed(phone)).to_have_count(55)
    expect(phone.get_by_role("link", name="Show next")).to_have_count(0)
