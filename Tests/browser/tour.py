"""A way through every page, dialog and sheet there is, for what must hold on all of them."""

import base64

from playwright.sync_api import expect

import samples
from book import entry
from pictures import photo, png
from steps import button, dialog, notice, open_roster, row

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


def furnish(book):
    """Some of everything that pages can show."""
    guest = book.student_type("Guest")
    people = [book.person(first, last) for first, last in samples.NAMES[:8]]
    people.append(book.person("Wolfgang", LONG))
    book.post(
        entry("person.edited", person=people[0], type=guest, github="ann-fleming"),
        entry("person.pictured", person=people[0], data=base64.b64encode(png(64, 64)).decode()),
        entry("person.deactivated", person=people[1]),
        entry("person.added", person=entry("x")["id"], firstName="First", lastName="Last", studentID="00000000"),
        entry("person.registered", person=entry("x")["id"], firstName="Rae", lastName=LONG, gender="other",
              email=f"rae@{LONG[:60].lower()}.example.org", university="University of " + LONG, country="Austria"))
    book.venue("Riverside Studio", "12 Quay Street", latitude=47.4, longitude=8.5)
    venue = book.venue(LONG, "Student Centre, 2nd floor, behind the library and left of the canteen")
    sessions = [book.session(venue, *people[:count], ago=1000 - count * 100) for count in (0, 3)]
    return people, sessions


def signed_out(page, book):
    page.goto(f"{book.base}/sign-in")
    yield "sign in"
    page.get_by_role("textbox", name="Sign-in code").fill("wrong")
    button(page, "Sign In").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "wrong code"
    page.goto(f"{book.base}/nowhere")
    yield "not found, signed out"


def check_in(page, book):
    page.goto(book.link)
    expect(button(page, "Check In")).to_be_visible()
    yield "check in"
    button(page, "Check In").click()
    sheet = dialog(page, "Choose a Venue")
    expect(sheet.get_by_text("Only the saved venues")).to_be_visible()
    yield "venues"
    button(sheet, "Add Venue").click()
    button(sheet, "Save Venue").click()
    expect(sheet.get_by_label("Venue name")).to_have_attribute("aria-invalid", "true")
    yield "venue with a problem"
    sheet.get_by_role("searchbox", name="Search venues").fill("zzz")
    expect(sheet.get_by_text("No venue matches")).to_be_visible()
    yield "no venue found"


def registration(page, book):
    page.goto(f"{book.base}/register")
    yield "register"
    page.goto(f"{book.base}/register/new")
    yield "new student"
    page.get_by_label("University").fill("Some University of Nowhere")
    expect(page.get_by_role("option")).to_be_visible()
    yield "universities"
    page.goto(f"{book.base}/students")
    button(page, "Give IDs to All").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    yield "IDs for all?"
    button(page, "Cancel").click()
    page.get_by_role("link", name="Rae").click()
    expect(page.get_by_role("heading", name="Registration")).to_be_visible()
    yield "registered person"


def roster(page, book, people):
    for path in ("/courses", "/sessions", "/students", "/students?search=zzz", "/more", "/student-types", "/nowhere"):
        page.goto(book.base + path)
        yield path
    for number, person in enumerate(people[:2] + people[-1:]):
        page.goto(f"{book.base}/people/{person}")
        yield f"person {number}"
    page.get_by_label("Student ID").fill(book.number)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Student ID")).to_have_attribute("aria-invalid", "true")
    yield "field with a problem"
    page.get_by_label("Photo Library").set_input_files(
        {"name": "photo.png", "mimeType": "image/png", "buffer": photo(300, 200)})
    expect(dialog(page, "Move and Scale")).to_be_visible()
    yield "photo"
    page.goto(f"{book.base}/students")
    page.get_by_role("link", name="First Last").click()
    expect(page.get_by_text("New: not on the roster")).to_be_visible()
    yield "new person"
    button(page, "New Sign-in Code").click()
    expect(page.get_by_role("region", name="Sign-in card")).to_be_visible()
    yield "card"


def importing(page, book):
    page.goto(f"{book.base}/people/import")
    yield "import"
    page.get_by_role("switch", name="Only check").check()
    page.get_by_label("File", exact=True).set_input_files(
        {"name": "roster.csv", "mimeType": "text/csv", "buffer": samples.FILES["roster.csv"]})
    button(page, "Import").click()
    expect(page.get_by_role("heading", name="Checked only")).to_be_visible()
    yield "result of an import"


def session(page, book, sessions):
    for number, one in enumerate(sessions):
        page.goto(f"{book.base}/classes/{one}")
        yield f"session {number}"
    page.goto(f"{book.base}/classes/{sessions[1]}/roster")
    yield "roster as a page"


def in_class(page, book):
    page.goto(f"{book.base}/class")
    button(page, "Check In").click()
    dialog(page, "Choose a Venue").get_by_role("button", name="Donau").click()
    expect(button(page, "Pause")).to_be_visible()
    yield "class"
    sheet = open_roster(page)
    row(sheet, "Wolfgang").click()
    expect(notice(page, "Wolfgang")).to_be_visible()
    yield "attendees"
    button(sheet, "Add Student").click()
    button(sheet, "Save and Mark").click()
    expect(sheet.get_by_label("First name")).to_have_attribute("aria-invalid", "true")
    yield "student with a problem"
    button(sheet, "Done").click()
    button(page, "Pause").click()
    expect(button(page, "Resume")).to_be_visible()
    yield "paused class"
    button(page, "Delete Class").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    yield "delete?"
    button(page, "Delete").click()
    expect(notice(page, "Class deleted")).to_be_visible()
    yield "message with undo"


def as_student(page, book, person):
    page.goto(f"{book.base}/sign-in/{book.sign_in_code(person)}")
    expect(page.get_by_role("heading", name="Ann Fleming")).to_be_visible()
    yield "own page"
    for path in ("/more", "/class", "/nowhere"):
        page.goto(book.base + path)
        yield f"student at {path}"


def everywhere(page, book):
    """Tells where it is each time; the page then shows that place."""
    people, sessions = furnish(book)
    yield from signed_out(page, book)
    yield from check_in(page, book)
    yield from roster(page, book, people)
    yield from registration(page, book)
    yield from importing(page, book)
    yield from session(page, book, sessions)
    yield from in_class(page, book)
    yield from as_student(page, book, people[0])
