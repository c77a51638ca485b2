"""Books for the journeys in all engines, and the way to every dialog and sheet there is."""

import layout
from book import Book, batch, entry, new_id, time_text
from conftest import AMPLE
from pictures import photo
from positions import RADIUS, STUDIO
from server import Server

# Whether the device has made its storage: a page that is left meanwhile leaves it locked in WebKit.
HAS_STORAGE = """async () => {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'shala')) return false;
  return await new Promise(resolve => {
    const request = indexedDB.open('shala');
    request.onsuccess = () => { request.result.close(); resolve(true); };
    request.onerror = () => resolve(false);
  });
}"""


def settle(screen):
    screen.until(lambda: screen.evaluate(HAS_STORAGE), "The device has made its storage")


class Studio(Book):
    """A book with a course, its students, and a place where they meet."""

    def __init__(self, server):
        super().__init__(server)
        self.room = self.venue("Catalina Room", "Level 2", radius=RADIUS, **STUDIO)
        self.students = self.people("Ann Fleming", "Bea Okafor", "Cem Tan", "Dev Rao", "Eva Lund", "Finn Berg", "Gita Nair", "Hal Moss")
        self.ann, self.bea = self.students[:2]
        self.vinyasa = self.course("Morning Vinyasa", venue=self.room, students=self.students)

    def in_class(self, session, kind, person, **fields):
        """A student does something in a class."""
        sent = entry(kind, **{"class": session}, **fields)
        [result] = self.client_of(person).journal(batch(sent)).json["results"]
        assert result["outcome"] == "accepted", result


class Gallery(Studio):
    """A book in which every dialog can be opened, some of them with much in it."""

    def __init__(self, server):
        super().__init__(server)
        self.post(entry("person.edited", person=self.ann, github="ann-fleming"), entry("person.registered",
                  person=new_id(), firstName="Rae", lastName="Waits", gender="other", email="rae@example.org",
                  university="University of Zurich", country="Switzerland"))
        self.post(entry("training.logged", training=new_id(), description="Ran along the river", minutes=30,
                        category="endurance", start=time_text(60)))
        self.lecture = self.opened(self.vinyasa, self.room)

    def everywhere(self, teacher, student, folder):
        """Shows one place after the other; gives the screen on which it is, and its name."""
        for steps in (self.of_pages, self.of_a_class, self.of_people, self.of_training, self.of_leaving):
            for name in steps(teacher, folder):
                yield teacher, name
        for name in self.of_students(student):
            yield student, name

    def of_pages(self, screen, folder):
        pages = {
            "Class": "/class", "Sessions": "/sessions", "Students": "/students", "Person": f"/people/{self.ann}", "More": "/more",
            "Courses": "/courses", "Course": f"/courses/{self.vinyasa}", "New course": "/courses/new",
            "Schedule": f"/courses/{self.vinyasa}/schedule", "Class of a course": f"/classes/{self.lecture}",
            "Questions": f"/classes/{self.lecture}/questions", "Training": "/training", "Register": "/register",
            "New student": "/register/new", "Student types": "/student-types"}
        for name, path in pages.items():
            screen.goto(path)
            screen.until(lambda: screen.evaluate("() => document.readyState === 'complete'"), f"{path} is loaded")
            yield name

    def of_a_class(self, screen, folder):
        screen.goto(f"/classes/{self.lecture}")
        screen.button("End Class").press()
        screen.alert("End this class?").see()
        yield "End this class"
        screen.button("Cancel").press()
        screen.link("Mark someone else").press()
        sheet = screen.dialog("Attendees").see()
        yield "Attendees"
        sheet.button("Add Student").press()
        sheet.button("Save and Mark").press()
        sheet.field("First name").reads("one => one.getAttribute('aria-invalid')", "true")
        yield "Attendees, adding a student with problems"
        self.step("saved", self.lecture)
        screen.goto("/class")
        screen.button("Check In").press()
        sheet = screen.dialog("Choose a Venue").see()
        yield "Choose a Venue"
        sheet.button("Add Venue").press()
        sheet.button("Save Venue").press()
        sheet.field("Venue name").reads("one => one.getAttribute('aria-invalid')", "true")
        yield "Choose a Venue, adding one with problems"
        session = self.started(self.room)
        self.step("paused", session)
        screen.goto("/class")
        screen.button("Delete Class").press()
        screen.alert("Delete this class?").see()
        yield "Delete this class"
        self.step("deleted", session)

    def of_people(self, screen, folder):
        screen.goto("/students")
        screen.button("Give IDs to All").press()
        screen.find("alertdialog").see()
        yield "Give IDs"
        (folder / "photo.png").write_bytes(photo(1000, 500))
        screen.goto(f"/people/{self.ann}")
        screen.field("Photo Library").attach(folder / "photo.png")
        screen.dialog("Move and Scale").see()
        yield "Move and Scale"
        screen.goto(f"/people/{self.bea}")
        screen.button("GitHub").press()
        screen.dialog("Picture From GitHub").see()
        yield "Picture From GitHub"

    def of_training(self, screen, folder):
        screen.goto("/training")
        screen.button("Actions: Ran along the river").press()
        screen.find("menuitem", "Delete").see()
        yield "Menu of an entry"
        screen.goto("/training")
        screen.button("Log").press()
        sheet = screen.dialog("Log Training").see()
        yield "Log Training"
        sheet.button("Save Entry").press()
        sheet.field("Description").reads("one => one.getAttribute('aria-invalid')", "true")
        yield "Log Training with problems"
        sheet.field("Description").fill("Ran")
        sheet.button("Close").press()
        screen.alert("Discard this entry?").see()
        yield "Discard this entry"

    def of_leaving(self, screen, folder):
        screen.goto("/register/new")
        for label, text in (("First name", "Rae"), ("Last name", "Waits"), ("E-mail", "a@example.org"), ("University", "Hogwarts")):
            screen.field(label).fill(text)
        screen.find("group", "Gender").field("Other").press()
        screen.button("Save").press()
        screen.heading("Register Students").see()
        screen.goto("/more")
        screen.button("Sign Out").press()
        screen.alert("Sign out and lose changes?").see()
        yield "Sign out and lose changes"

    def of_students(self, screen):
        screen.goto(f"/courses/{self.vinyasa}")
        screen.button("Leave Course").press()
        screen.alert("Leave this course?").see()
        yield "Leave this course"
        screen.button("Cancel").press()
        session = self.opened(self.vinyasa, self.room)
        screen.goto(f"/classes/{session}")
        screen.button("I Am Here").see()
        yield "Way into the classroom"
        screen.button("I Am Here").press()
        screen.dialog("May Shala use your location?").see()
        yield "May Shala use your location"
        self.step("saved", session)


class Walk:
    """One way through everything in an engine, with a book of its own; what is wrong where, and where things are."""

    def __init__(self, opener, engine, size, folder):
        self.problems, self.boxes = {}, {}
        # What a program is told to ask that nobody may ask has to be there, for its dialog to be.
        server = Server(folder / "book", *AMPLE, environment={"SHALA_GITHUB_URL": "http://127.0.0.1:9"})
        book = Gallery(server.start())
        screens = [opener.open(engine, book.base, size=size) for _ in range(2)]
        try:
            self.go(book, *screens, folder)
        finally:
            for screen in screens:
                screen.close()
            assert server.stop() == 0

    def go(self, book, teacher, student, folder):
        teacher.goto(book.link.removeprefix(book.base))
        student.goto(f"/sign-in/{book.sign_in_code(book.ann)}")
        for screen in (teacher, student):
            settle(screen)
        for screen, name in book.everywhere(teacher, student, folder):
            screen.rest()
            screen.shoot(f"{name} at {screen.evaluate('() => innerWidth')}")
            if problems := screen.evaluate(layout.JUDGE):
                self.problems[name] = problems
            self.boxes[name] = screen.evaluate(layout.BOXES)
