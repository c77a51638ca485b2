"""What people do on the screen again and again, by the names of the controls."""

from playwright.sync_api import expect


def tab(page, name):
    return page.get_by_role("navigation", name="Main").get_by_role("link", name=name, exact=True)


def notice(page, text):
    return page.locator("#notices").locator("div").filter(has_text=text)


def sign(page):
    """What says that there is no signal, and what waits."""
    return page.locator("#sign")


def undo(page, text):
    """Takes back what a message reports."""
    notice(page, text).get_by_role("button", name="Undo").click()
    expect(notice(page, "Undone")).to_be_visible()


def dialog(page, name):
    return page.get_by_role("dialog", name=name)


def button(place, name):
    return place.get_by_role("button", name=name, exact=True)


def check_in(page, venue):
    """Starts a class at a venue."""
    button(page, "Check In").click()
    dialog(page, "Choose a Venue").get_by_role("button", name=venue).click()
    expect(page.get_by_role("heading", name=venue, level=1)).to_be_visible()


def open_roster(page):
    page.get_by_role("link", name="Add attendees").click()
    sheet = dialog(page, "Attendees")
    expect(sheet).to_be_visible()
    return sheet


def row(place, name):
    """A person in the roster sheet."""
    return place.get_by_role("button", name=name)


def expect_marked(place, name, marked=True):
    expect(row(place, name)).to_have_attribute("aria-pressed", "true" if marked else "false")


def attendees(page):
    """Who is shown as present at a class."""
    return page.get_by_role("region", name="Attendees").get_by_role("list").get_by_role("link")


def fact(page, name):
    """What a list of facts says under a name."""
    term = page.get_by_role("term").get_by_text(name, exact=True)
    return page.locator("div.fact").filter(has=term).get_by_role("definition")


def seconds(clock):
    """A duration such as 0:42:07 in seconds."""
    hours, minutes, rest = (int(part) for part in clock.split(":"))
    return hours * 3600 + minutes * 60 + rest


def duration(page):
    return seconds(page.get_by_role("timer", name="Duration").inner_text())


def remember(page):
    """Leaves a sign on the page that does not survive a reload."""
    page.evaluate("window.staysUnlessReloaded = true")


def expect_not_reloaded(page):
    assert page.evaluate("window.staysUnlessReloaded") is True
