"""A course of 500, of whom 200 have tokens and positions of their own, and its classes in session."""

import uuid

from books import at

ENROLLED, STUDENTS = 500, 200
PLACE = {"latitude": 47.390625, "longitude": 8.515625}


class Hall:
    """Classes of the course, all open for attendance; whoever is in the hall is present."""

    def __init__(self, book, base, classes):
        self.book = book
        self.people = book.add_people(base, ENROLLED)
        venue, course = str(uuid.uuid4()), str(uuid.uuid4())
        book.post(base, [
            {"kind": "venue.saved", "venue": venue, "name": "Hall", **PLACE, "radius": 100},
            {"kind": "course.created", "course": course, "venue": venue, "title": "Mechanics", "timeZone": "UTC"}])
        book.post(base, [{"kind": "enrolment.accepted", "course": course, "person": one} for one in self.people])
        self.classes = [str(uuid.uuid4()) for _ in range(classes)]
        # Each begins before those that are in session, since nobody begins a second class beside their first: by two seconds,
        # since the clock may go on by one meanwhile.
        for kind, fields in (("class.scheduled", {"course": course, "minutes": 240}), ("class.started", {"venue": venue})):
            book.post(base, [
                {"kind": kind, "class": one, "at": at(60 + 2 * number),
                 **({"start": at(60 + 2 * number)} if kind == "class.scheduled" else {}), **fields}
                for number, one in enumerate(self.classes)])
        self.tokens = book.tokens_of(str(20000001 + number) for number in range(STUDENTS))

    def claim(self, number):
        """Entry by which a student is present at a class."""
        return {"kind": "attendance.claimed", "at": at(0), "class": self.classes[number // STUDENTS],
                "latitude": PLACE["latitude"] + number % STUDENTS / 1e6, "longitude": PLACE["longitude"],
                "accuracy": 8, "age": 0}

    def write_lists(self, folder):
        """Files of tokens, classes and people, a line each, for the load generator."""
        for name, lines in (("tokens", self.tokens), ("classes", self.classes), ("people", self.people)):
            (folder / name).write_text("\n".join(lines) + "\n")
        return folder
