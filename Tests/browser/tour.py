"""A way through every page, dialog and sheet there is, for what must hold on all of them."""

import base64

from playwright.sync_api import expect

import samples
from book import batch, entry, new_id, time_text
from pictures import photo, png
from steps import button, dialog, notice, open_roster, permit_position, row

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


def furnish(book):
    """Some of everything that pages can show."""
    guest = book.student_type("Guest")
    people = [book.person(first, last) for first, last in samples.NAMES[:8]]
    people.append(book.person("Wolfgang", LONG))
    book.post(
        entry("person.edited", person=people[0], type=guest, github="ann-fleming", email="ann@example.org", note=LONG, tagAdded="Knee"),
        entry("person.edited", person=people[2], tagAdded=LONG[:30]),
        entry("person.pictured", person=people[0], data=base64.b64encode(png(64, 64)).decode()),
        entry("person.deactivated", person=people[1]),
        entry("person.removed", person=book.person("Mistaken", LONG)),
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
    expect(sheet.get_by_text("Only saved venues")).to_be_visible()
    yield "venues"
    button(sheet, "Add Venue").click()
    button(sheet, "Save Venue").click()
    expect(sheet.get_by_label("Venue name")).to_have_attribute("aria-invalid", "true")
    yield "venue with a problem"
    sheet.get_by_role("searchbox", name="Search venues").fill("zzz")
    expect(sheet.get_by_text("No matching venues")).to_be_visible()
    yield "no venue found"


def venues(page, book):
    venue = book.venue("Old Mill Basement", "Behind the weir, third door")
    double = book.venue("Old Mill", "3 Mill Lane")
    book.post(entry("venue.merged", venue=double, into=venue), entry("venue.hidden", venue=book.venue("Closed Hall", "")))
    for path in ("/venues", "/venues?search=zzz", "/venues?hidden=1", "/venues/new"):
        page.goto(book.base + path)
        yield path
    page.get_by_label("Position").fill("near the river")
    button(page, "Add Venue").click()
    expect(page.get_by_label("Position")).to_have_attribute("aria-invalid", "true")
    yield "new venue with problems"
    page.goto(f"{book.base}/venues/{venue}")
    yield "venue"
    button(page, "Merge…").click()
    expect(dialog(page, "Merge Venues")).to_be_visible()
    yield "merge venues"


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
    for path in ("/courses", "/sessions", "/students", "/students?search=zzz", "/students?activity=removed", "/more", "/keyboard", "/student-types", "/nowhere"):
        page.goto(book.base + path)
        yield path
    for number, person in enumerate(people[:2] + people[-1:]):
        page.goto(f"{book.base}/people/{person}")
        yield f"person {number}"
    button(page, "Remove Person…").click()
    expect(page.get_by_role("alertdialog", name=f"Remove Wolfgang {LONG}?")).to_be_visible()
    yield "remove person"
    button(page, "Cancel").click()
    page.get_by_label("Student ID").fill(book.number)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Student ID")).to_have_attribute("aria-invalid", "true")
    yield "field with a problem"
    page.get_by_label("Photo Library").set_input_files(
        {"name": "photo.png", "mimeType": "image/png", "buffer": photo(300, 200)})
    expect(dialog(page, "Move and Scale")).to_be_visible()
    yield "photo"
    page.goto(f"{book.base}/people/{people[-1]}/merge")
    expect(page.get_by_role("heading", name="Merge Wolfgang", level=1)).to_be_visible()
    yield "whom to merge"
    page.goto(f"{book.base}/people/{people[-1]}/merge?search=zzz")
    yield "nobody to merge"
    double = book.person("Wolfgang", LONG)
    page.goto(f"{book.base}/people/{double}/merge?into={people[-1]}")
    expect(button(page, "Merge")).to_be_visible()
    yield "merge people"
    button(page, "Merge").click()
    expect(page.get_by_role("button", name="Undo Merge")).to_be_visible()
    yield "merged person"
    page.goto(f"{book.base}/students?activity=removed")
    page.get_by_role("link", name="Mistaken").click()
    expect(button(page, "Put Back")).to_be_visible()
    yield "removed person"
    page.goto(f"{book.base}/students")
    page.get_by_role("link", name="First Last").click()
    expect(page.get_by_text("New: not on the roster")).to_be_visible()
    yield "new person"
    button(page, "New Sign-In Code").click()
    expect(page.get_by_role("region", name="Sign-in card")).to_be_visible()
    yield "card"


def importing(page, book):
    page.goto(f"{book.base}/people/import")
    yield "import"
    page.get_by_label("File", exact=True).set_input_files(
        {"name": "roster.csv", "mimeType": "text/csv", "buffer": samples.FILES["roster.csv"]})
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    page.get_by_text("Columns:").click()
    yield "preview of an import"
    page.goto(f"{book.base}/people/paste")
    yield "names to type"
    # Beyond the IDs that the book gives later on the way.
    page.get_by_role("textbox", name="Names").fill("First name\tLast name\tStudent ID\nRobin\tNewcomer\t20000001")
    button(page, "Preview").click()
    button(page, "Import").click()
    expect(page.get_by_role("heading", name="Imported", exact=True)).to_be_visible()
    yield "result of an import"
    page.get_by_role("textbox", name="Names").fill("First name\tLast name\tBirthday\nRobin\tNewcomer\t1999-05-01")
    button(page, "Preview").click()
    expect(page.get_by_role("heading", name="Already on the roster: 1")).to_be_visible()
    # What is folded away never ends its transitions, for which the judges wait.
    page.get_by_text("Columns:").click()
    yield "preview of typed names"


def session(page, book, sessions):
    for number, one in enumerate(sessions):
        page.goto(f"{book.base}/classes/{one}")
        yield f"session {number}"
    page.goto(f"{book.base}/classes/{sessions[1]}/correct")
    page.get_by_label("Minutes paused").fill("1440")
    button(page, "Save Correction").click()
    expect(page.get_by_label("Minutes paused")).to_have_attribute("aria-invalid", "true")
    yield "correction with a problem"
    page.get_by_label("Minutes paused").fill("1")
    button(page, "Save Correction").click()
    expect(page.get_by_role("list", name="Changes")).to_be_visible()
    no_message(page)
    yield "corrected session"
    page.goto(f"{book.base}/classes/new")
    yield "past class"
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


def draw_aside(page, entry):
    """Swipes a line of the log to the left."""
    entry.evaluate("one => one.scrollIntoView({ block: 'center' })")
    box = entry.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 140, y, steps=5)
    page.mouse.up()
    expect(button(entry, "Delete")).to_be_visible()


def training(page, book):
    page.goto(f"{book.base}/training")
    expect(page.get_by_text("Nothing logged yet")).to_be_visible()
    no_message(page)
    yield "empty log"
    button(page, "Log").click()
    sheet = dialog(page, "Log Training")
    expect(sheet).to_be_visible()
    yield "log training"
    for label in ("Date", "Time"):
        sheet.get_by_label(label).fill("")
    button(sheet, "Save Entry").click()
    expect(sheet.get_by_label("Description")).to_have_attribute("aria-invalid", "true")
    yield "log training with problems"
    sheet.get_by_label("Description").fill(LONG)
    button(sheet, "Close").click()
    expect(page.get_by_role("alertdialog", name="Discard this entry?")).to_be_visible()
    yield "discard?"
    button(page, "Discard").click()
    expect(sheet).to_be_hidden()
    texts = [f"{LONG} {LONG}", "🧗🏽‍♀️ " * 40, "جري في الصباح (5 كم)", "<script>alert(1)</script>", LONG]
    book.post(*(entry("training.logged", training=new_id(), description=text, minutes=1440, category=category,
                      start=time_text(number * 20_000))
                for number, text in enumerate(texts) for category in ("endurance", "strength", "mobility")))
    for query in ("", "?by=month"):
        page.goto(f"{book.base}/training{query}")
        yield f"log{query}"
    button(page, "Table").click()
    expect(page.get_by_role("columnheader", name="Month")).to_be_visible()
    yield "log with the table"
    row = page.get_by_role("list", name="Entries").get_by_role("listitem").nth(1)
    row.get_by_role("button", name="Actions").click()
    expect(page.get_by_role("menuitem", name="Delete")).to_be_visible()
    yield "menu of an entry"
    page.keyboard.press("Escape")
    draw_aside(page, row)
    yield "entry drawn aside"
    page.goto(f"{book.base}/training/import")
    yield "import of training"
    page.get_by_label("File", exact=True).set_input_files(
        {"name": f"{LONG}.csv", "mimeType": "text/csv", "buffer": f"Date,Minutes,Description\nsoon,3,{LONG}".encode()})
    button(page, "Add").click()
    expect(page.get_by_role("heading", name="Imported")).to_be_visible()
    yield "result of an import of training"


def no_message(page):
    """The message from before goes of itself, in the midst of whatever is looked at."""
    expect(page.locator("#notices").get_by_role("button")).to_have_count(0, timeout=15_000)


def courses(page, book):
    page.goto(f"{book.base}/courses")
    no_message(page)
    yield "no courses"
    page.goto(f"{book.base}/courses/new")
    yield "new course"
    page.get_by_label("Survey link").fill("javascript:alert(1)")
    button(page, "Create Course").click()
    expect(page.get_by_label("Title")).to_have_attribute("aria-invalid", "true")
    yield "course with problems"


class Lectures:
    """A course with all its pages can show: students who take it or want to, and classes of every kind."""

    def __init__(self, book, people):
        self.book, self.people = book, people
        self.venue = book.venue(f"{LONG} 2", "Behind the library", latitude=47.4, longitude=8.5)
        words = {"description": f"{LONG} {LONG}", "survey": "https://example.org/survey", "category": "mobility", "evidence": "any"}
        students = [people[0], *people[2:]]
        self.course = book.course(f"Morning {LONG}", venue=self.venue, students=students, timeZone="Asia/Tokyo", **words)
        book.course("Lunch Pilates")
        asked = book.course("Evening Yin")
        for person, course in ((people[0], asked), (book.person("Rae", "Asks"), self.course)):
            book.client_of(person).journal(batch(entry("enrolment.requested", course=course)))
        self.over = book.scheduled(self.course, ago=4000)
        self.open = book.scheduled(self.course, ago=10)
        self.cancelled = book.scheduled(self.course, ago=-4000)
        self.next = book.scheduled(self.course, ago=-8000)
        self.step("class.started", self.over, venue=self.venue)
        book.mark(self.over, people[2])
        self.step("class.saved", self.over)
        self.step("class.deleted", self.cancelled)

    def step(self, kind, session, **fields):
        self.book.post(entry(kind, **{"class": session}, **fields))

    def begin(self):
        """The class of now is in session; one student is there, one at the edge."""
        self.step("class.started", self.open, venue=self.venue)
        self.book.mark(self.open, self.people[2])
        fix = {"latitude": 47.4008, "longitude": 8.5, "accuracy": 60, "age": 0}
        self.claim(self.people[-1], **fix)
        # Worth a look: from one device, and after the position was outside.
        for person in self.people[3:5]:
            self.claim(person, latitude=47.5, longitude=8.5, accuracy=10, age=0)
            self.claim(person, latitude=47.4, longitude=8.5, accuracy=10, age=0)
        self.step("reconfirmation.requested", self.open, reconfirmation=new_id(), minutes=5)

    def claim(self, person, **fix):
        self.book.client_of(person).journal(batch(entry("attendance.claimed", **{"class": self.open}, **fix)))

    def ask(self):
        """Two questions, one of them without a name, and answered."""
        client, named = self.book.client_of(self.people[2]), {"class": self.open}
        for text, hides in ((f"Why is it so: {LONG} {LONG}?", False), ("When do we begin?", True)):
            question = new_id()
            asked = entry("question.asked", question=question, text=text, isAnonymous=hides, **named)
            assert client.journal(batch(asked)).json["results"][0]["outcome"] == "accepted"
        self.book.post(entry("question.answered", question=question, **named))

    def address(self, session):
        return f"{self.book.base}/classes/{session}"


def taught(page, book, lectures):
    course = f"/courses/{lectures.course}"
    paths = ("/join", "/notifications", "/courses", course, f"{course}/edit", f"{course}/students", f"{course}/students?search=a",
             f"{course}/students?search=zzz", f"/classes/{lectures.next}/schedule", f"{course}/attendance", f"{course}/attendance/register",
             f"{course}/attendance/register?contents=empty", f"{course}/attendance/rates", f"/people/{lectures.people[2]}/attendance",
             "/courses?archived=1", f"/classes/{lectures.over}/register")
    for path in paths:
        page.goto(book.base + path)
        yield path.replace(lectures.course, "ID")
    page.goto(f"{book.base}{course}/students")
    button(page, "Cards for Everybody").click()
    expect(page.get_by_role("list", name="Cards")).to_be_visible()
    yield "cards of a course"
    page.goto(f"{book.base}/sign-in-cards?search=zzz")
    yield "nobody to make a card for"
    page.goto(f"{book.base}/sign-in-cards")
    button(page, "Select All Found").click()
    expect(button(page, "Cards for All Selected")).to_be_enabled()
    yield "whom to make cards for"
    page.goto(f"{lectures.address(lectures.next)}/code")
    yield "no code yet"
    page.goto(f"{book.base}{course}/schedule")
    page.get_by_label("Repeats").select_option(label="Every week")
    expect(page.get_by_role("list", name="Classes", exact=True).get_by_role("listitem")).to_have_count(10)
    yield "schedule every week"
    for label in ("Minutes", "How many times", "Date"):
        page.get_by_label(label).fill("")
    button(page, "Schedule").click()
    expect(page.get_by_label("Date")).to_have_attribute("aria-invalid", "true")
    yield "schedule with problems"
    yield from several(page, book, lectures)
    for state in ("over", "open", "cancelled", "next"):
        page.goto(lectures.address(getattr(lectures, state)))
        if state == "over":
            # Of all, those who were present.
            expect(page.get_by_role("list", name="Students").get_by_role("listitem")).to_have_count(1)
        yield f"class of a course: {state}"
    lectures.begin()
    page.goto(lectures.address(lectures.open))
    expect(page.get_by_role("region", name="Needs confirmation 1")).to_be_visible()
    yield "class of a course, open"
    page.get_by_role("link", name="Show Code").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    yield "rotating code"
    page.get_by_role("link", name="Done").click()
    expect(page.get_by_role("region", name="Worth a look")).to_be_visible()
    expect(page.get_by_role("region", name="Still here")).to_be_visible()
    button(page, "Show as board").click()
    yield "board"
    page.get_by_role("button", name="Absent").first.click()
    yield "board of the absent"
    page.get_by_role("searchbox", name="Search this class").fill("zzz")
    expect(page.get_by_text("No matches.")).to_be_visible()
    yield "nobody found"
    button(page, "End Class").click()
    expect(page.get_by_role("alertdialog", name="End this class?")).to_be_visible()
    yield "end class?"
    button(page, "Cancel").click()
    button(page, "Close Attendance").click()
    expect(button(page, "Open Attendance")).to_be_visible()
    yield "class of a course, closed"
    page.get_by_role("link", name="Mark someone else").click()
    expect(dialog(page, "Attendees")).to_be_visible()
    yield "somebody else"
    lectures.ask()
    for state in ("open", "next"):
        page.goto(f"{lectures.address(getattr(lectures, state))}/questions")
        no_message(page)
        yield f"questions of a class: {state}"
    lectures.step("attendance.opened", lectures.open)


def several(page, book, lectures):
    """Classes of a course that are changed together."""
    other = book.scheduled(lectures.course, ago=-9000)
    page.goto(f"{book.base}/courses/{lectures.course}/several")
    yield "several classes as a page"
    page.goto(f"{book.base}/courses/{lectures.course}/instructors")
    yield "instructors of a course"
    page.goto(f"{book.base}/courses/{lectures.course}")
    page.get_by_role("link", name="Change Several…").click()
    sheet = dialog(page, "Change Several Classes")
    expect(sheet.get_by_text("Nothing is selected.")).to_be_visible()
    yield "several classes"
    button(sheet, "Select All").click()
    expect(sheet.get_by_text("2 of 2 classes selected")).to_be_visible()
    yield "several classes, selected"
    button(sheet, "Cancel Classes").click()
    expect(page.get_by_role("alertdialog", name="Cancel 2 classes?")).to_be_visible()
    yield "cancel several classes?"
    button(page, "Keep").click()
    button(sheet, "Move Classes…").click()
    move = dialog(page, "Move 2 Classes")
    move.get_by_label("New venue").select_option(index=1)
    yield "move several classes"
    move.get_by_label("Days").fill("365")
    move.get_by_label("Direction").select_option(label="Earlier")
    button(move, "Move Classes").click()
    expect(move.get_by_label("Days")).to_have_attribute("aria-invalid", "true")
    yield "move several classes with a problem"
    button(move, "Back to the classes").click()
    button(sheet, "Done").click()
    lectures.step("class.unscheduled", other)


def as_student(page, book, person, lectures):
    page.goto(f"{book.base}/sign-in/{book.sign_in_code(person)}")
    expect(button(page, "Sign In")).to_be_visible()
    yield "sign in as somebody else?"
    button(page, "Sign In").click()
    expect(page.get_by_role("heading", name="Courses", level=1)).to_be_visible()
    no_message(page)
    yield "courses of a student"
    for path in (f"/people/{person}", "/more", "/class", "/nowhere", "/offline", "/training", "/courses/catalogue",
                 "/courses/catalogue?search=zzz"):
        page.goto(book.base + path)
        yield f"student at {path.replace(person, 'ID')}"
    yield from watch(page, book)
    page.goto(f"{book.base}/courses/{lectures.course}")
    yield "course of a student"
    button(page, "Leave Course").click()
    expect(page.get_by_role("alertdialog", name="Leave this course?")).to_be_visible()
    yield "leave course?"
    for state in ("over", "cancelled", "next"):
        page.goto(lectures.address(getattr(lectures, state)))
        yield f"class of a student: {state}"
    permit_position(page, "prompt")
    page.goto(lectures.address(lectures.open))
    expect(button(page, "I Am Here")).to_be_enabled()
    yield "class of a student, open"
    button(page, "Enter Code").click()
    page.get_by_label("Code on the screen in class").fill("000 000")
    button(page, "Send Code").click()
    expect(page.get_by_text("This code is wrong.")).to_be_visible()
    yield "wrong code of a class"
    button(page, "Enter Code").click()
    button(page, "I Am Here").click()
    expect(dialog(page, "May Shala use your location?")).to_be_visible()
    yield "may Shala ask?"
    button(page, "Not Now").click()
    expect(button(page, "Ask for Confirmation")).to_be_visible()
    yield "no position"
    button(page, "Ask for Confirmation").click()
    expect(page.get_by_text("Your instructor sees this")).to_be_visible()
    yield "needs confirmation"
    book.mark(lectures.open, person)
    expect(page.get_by_text("You are present")).to_be_visible()
    yield "present"
    lectures.step("reconfirmation.requested", lectures.open, reconfirmation=new_id(), minutes=5)
    expect(button(page, "I Am Still Here")).to_be_visible()
    yield "still here?"
    page.goto(f"{lectures.address(lectures.open)}/questions")
    yield "questions of a student"
    page.get_by_role("textbox", name="Your question").fill("x" * 501)
    button(page, "Ask").click()
    expect(page.get_by_text("This is too long: at most 500 characters.")).to_be_visible()
    yield "a question too long"
    page.get_by_role("textbox", name="Your question").fill("")
    page.goto(lectures.address(lectures.open))
    expect(page.get_by_text("You are present")).to_be_visible()
    lectures.step("attendance.cleared", lectures.open, person=person)
    lectures.step("attendance.closed", lectures.open)
    expect(page.get_by_text("Attendance is closed", exact=True)).to_be_visible()
    yield "class of a student, closed"


def watch(page, book):
    page.goto(f"{book.base}/watch-links")
    yield "no link of a watch"
    page.get_by_label("Name").fill(LONG[:50])
    button(page, "Make a Link").click()
    link = page.locator(".watch-link").inner_text()
    yield "new link of a watch"
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    yield "revoke a link of a watch?"
    page.goto(link)
    yield "link of a watch"


def without_courses(page, book):
    page.goto(f"{book.base}/sign-in/{book.sign_in_code(book.person('New', 'Here'))}")
    button(page, "Sign In").click()
    expect(page.get_by_text("You have no courses yet")).to_be_visible()
    yield "student of no course"


def everywhere(page, book):
    """Tells where it is each time; the page then shows that place."""
    people, sessions = furnish(book)
    yield from signed_out(page, book)
    yield from check_in(page, book)
    yield from venues(page, book)
    yield from roster(page, book, people)
    yield from registration(page, book)
    yield from importing(page, book)
    yield from session(page, book, sessions)
    yield from in_class(page, book)
    yield from training(page, book)
    yield from courses(page, book)
    lectures = Lectures(book, people)
    yield from taught(page, book, lectures)
    yield from as_student(page, book, people[0], lectures)
    yield from without_courses(page, book)
