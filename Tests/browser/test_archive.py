"""Courses that are over: archived, found again, and put back."""

from playwright.sync_api import expect

from steps import button, notice, tab, undo


def test_course_is_archived_and_put_back(book, phone):
    course = book.course("Morning Vinyasa", students=book.people("Ann Fleming"))
    book.course("Lunch Pilates")
    tab(phone, "Courses").click()
    phone.get_by_role("link", name="Morning Vinyasa").click()
    button(phone, "Archive Course").click()
    expect(phone.get_by_text("This course is archived.")).to_be_visible()
    undo(phone, "Morning Vinyasa archived")
    expect(phone.get_by_text("This course is archived.")).to_have_count(0)
    button(phone, "Archive Course").click()
    expect(notice(phone, "Morning Vinyasa archived")).to_be_visible()
    assert [one["title"] for one in book.page("/courses")["courses"]] == ["Lunch Pilates"]
    tab(phone, "Courses").click()
    expect(phone.get_by_role("link", name="Lunch Pilates")).to_be_visible()
    expect(phone.get_by_role("link", name="Morning Vinyasa")).to_have_count(0)
    phone.get_by_role("link", name="Archived Courses").click()
    expect(phone.get_by_role("heading", name="Archived Courses", level=1)).to_be_visible()
    phone.get_by_role("link", name="Morning Vinyasa").click()
    button(phone, "Put Back Into the Lists").click()
    expect(notice(phone, "Morning Vinyasa is in the lists again")).to_be_visible()
    assert book.page(f"/courses/{course}")["enrolled"] == 1
    assert [one["title"] for one in book.page("/courses")["courses"]] == ["Lunch Pilates", "Morning Vinyasa"]
