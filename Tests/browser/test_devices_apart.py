"""Two instructors and five students work at a class, each on a device of their own, without signal. They come back in any order."""

import random

import pytest
from playwright.sync_api import expect

from book import entry, new_id
from conftest import LAPTOP, PHONE
from steps import absent, button, notice, prepared, sign_in, with_signal, without_signal

pytestmark = pytest.mark.usefixtures("service_worker")

NAMES = ["Ann Fleming", "Bea Okafor", "Cid Moreau", "Dee Larsen", "Eli Novak"]
HALL = {"latitude": 47.4, "longitude": 8.5}
HERE = {"geolocation": {**HALL, "accuracy": 5}, "permissions": ["geolocation"]}


# Pages that were fetched are gone: what is shown is made of the device's own copy.
FORGOTTEN = """async address => {
  for (const name of await caches.keys()) {
    for (const path of [address, `${address}/questions`]) await (await caches.open(name)).delete(path, { ignoreVary: true });
  }
}"""


class Apart:
    """A class of two instructors whose attendance is open, with two questions, on seven devices without signal."""

    def __init__(self, book, devices, chance):
        self.book, self.chance = book, chance
        self.students = book.people(*NAMES)
        other = book.person("Otto", "Berg", role="instructor")
        venue = book.venue("Hall", **HALL)
        course = book.course(venue=venue, students=self.students)
        book.post(entry("course.edited", course=course, instructorAdded=other))
        self.session = book.opened(course, venue)
        self.questions = {new_id(): text for text in ("Which mat?", "What is flow?")}
        for question, text in self.questions.items():
            book.post_by(self.students[0], entry("question.asked", **{"class": self.session}, question=question, text=text))
        self.address = f"{book.base}/classes/{self.session}"
        self.instructors = [self.opened(devices, LAPTOP, person) for person in (None, other)]
        self.phones = dict(zip(NAMES, (self.opened(devices, {**PHONE, **HERE}, person) for person in self.students)))

    @property
    def pages(self):
        return [*self.instructors, *self.phones.values()]

    def opened(self, devices, options, person):
        page = sign_in(devices.open("ERR_|Failed to load resource|EventSource", **options), self.book, person)
        page.goto(f"{self.address}/questions")
        page.goto(self.address)
        return prepared(page)

    def mark(self, page):
        """Marks some of the students."""
        page.get_by_role("button", name="Absent").first.click()
        for name in self.chance.sample(NAMES, 2):
            absent(page, name).click()
            expect(notice(page, f"{name} is present")).to_be_visible()
            page.mouse.move(0, 0)

    def attend(self, name, page):
        """Claims to be there, or votes for a question, unless it is their own."""
        if self.chance.random() < 0.6:
            button(page, "I Am Here").tap()
            expect(page.get_by_text("Waiting for signal")).to_be_visible()
        if name != NAMES[0] and self.chance.random() < 0.6:
            page.goto(f"{self.address}/questions")
            vote = button(page, f"Vote up: {self.chance.choice([*self.questions.values()])}")
            vote.tap()
            expect(vote).to_have_attribute("aria-pressed", "true")
            page.goto(self.address)

    def expect_as_the_server(self):
        """Without signal again, each device shows what the server knows."""
        states = self.book.attendance(self.session)
        votes = {one["text"]: one["votes"] for one in self.book.page(f"/classes/{self.session}/questions")["questions"]}
        for page in self.pages:
            page.goto(self.address)
            prepared(page)
            page.evaluate(FORGOTTEN, self.address)
            without_signal(page)
        for page in self.instructors:
            page.goto(self.address)
            for name, state in states.items():
                expect(page.locator(f'[data-students] > [data-words^="{name}"]')).to_have_attribute("data-state", state)
        for name, page in self.phones.items():
            page.goto(self.address)
            words = "You are present" if states[name] == "present" else "Drag yourself into the classroom"
            expect(page.locator("[data-status]:visible")).to_have_text(words)
        for page in self.pages:
            page.goto(f"{self.address}/questions")
            for text, number in votes.items():
                row = page.get_by_role("list", name="Questions").get_by_role("listitem").filter(has_text=text)
                expect(row.locator("[data-votes]")).to_have_attribute("data-votes", str(number))


@pytest.mark.parametrize("seed", [1, 2])
def test_each_ends_as_the_server(book, devices, seed):
    chance = random.Random(seed)
    apart = Apart(book, devices, chance)
    for page in apart.pages:
        without_signal(page)
    for page in apart.instructors:
        apart.mark(page)
    for name, page in apart.phones.items():
        apart.attend(name, page)
    before = book.sequence
    for page in chance.sample(apart.pages, len(apart.pages)):
        with_signal(page)
    assert book.sequence > before + 4
    apart.expect_as_the_server()
