from playwright.sync_api import expect

from steps import attendees, button, dialog, expect_marked, notice, row


def tab_to(page, target, most=60):
    """Presses Tab until the focus is there."""
    for _ in range(most):
        if target.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{target} is not reached by Tab.")


def use(page, target, key="Enter"):
    expect(target).to_be_visible()
    tab_to(page, target)
    page.keyboard.press(key)


def test_whole_class_by_keyboard_alone(book, laptop):
    book.venue("Riverside Studio")
    book.people("Ann Fleming", "Priya Raghavan")
    use(laptop, button(laptop, "Check In"))
    use(laptop, dialog(laptop, "Choose a Venue").get_by_role("button", name="Riverside Studio"))
    expect(laptop.get_by_role("heading", name="Riverside Studio", level=1)).to_be_visible()
    use(laptop, laptop.get_by_role("link", name="Add attendees"))
    sheet = dialog(laptop, "Attendees")
    use(laptop, row(sheet, "Ann Fleming"), " ")
    expect_marked(sheet, "Ann Fleming")
    use(laptop, row(sheet, "Priya Raghavan"))
    expect_marked(sheet, "Priya Raghavan")
    laptop.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(laptop.get_by_role("link", name="Add attendees")).to_be_focused()
    expect(attendees(laptop)).to_have_count(2)
    use(laptop, button(laptop, "Pause"), " ")
    use(laptop, button(laptop, "Save Class"))
    expect(notice(laptop, "Class saved")).to_be_visible()
    use(laptop, button(notice(laptop, "Class saved"), "Undo"))
    expect(button(laptop, "Resume")).to_be_visible()
    use(laptop, button(laptop, "Delete Class"))
    expect(button(laptop, "Cancel")).to_be_focused()
    use(laptop, button(laptop, "Delete"))
    expect(notice(laptop, "Class deleted")).to_be_visible()


def test_skip_link_leads_past_the_tabs(book, laptop):
    laptop.goto(f"{book.base}/students")
    laptop.keyboard.press("Tab")
    expect(laptop.get_by_role("link", name="Skip to content")).to_be_focused()
    expect(laptop.get_by_role("link", name="Skip to content")).to_be_in_viewport(ratio=1)
    laptop.keyboard.press("Enter")
    laptop.keyboard.press("Tab")
    expect(button(laptop, "Add Student")).to_be_focused()
