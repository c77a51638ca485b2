"""What one person and one class can pile up, beside a hundredth of it."""

import uuid

from books import at
from pages import cpu, row


def fill(base, book, trainings, questions):
    """A log of so many entries over two years, and a class with so many questions; the pages that show them."""
    venue, course, session, person = ({name: str(uuid.uuid4())} for name in ("venue", "course", "class", "person"))
    book.post(base, [
        {"kind": "person.added", **person, "firstName": "Ann", "lastName": "Fleming", "studentID": "20000001"},
        {"kind": "venue.saved", **venue, "name": "Hall"},
        {"kind": "course.created", **course, **venue, "title": "Yoga", "timeZone": "UTC"},
        {"kind": "enrolment.accepted", **course, **person},
        {"kind": "class.scheduled", **course, **session, "start": at(60)}, {"kind": "class.started", **session, **venue},
    ])
    student = book.token_of("20000001")
    span = 2 * 365 * 86_400
    book.post(base, [
        {"kind": "training.logged", "training": str(uuid.uuid4()), "description": f"Run {number}",
         "category": ("endurance", "strength", "mobility")[number % 3], "minutes": 10 + number % 80,
         "start": at(number * span / trainings)} for number in range(trainings)
    ], student)
    book.post(base, [
        {"kind": "question.asked", **session, "question": str(uuid.uuid4()), "text": f"Question {number}?"}
        for number in range(questions)
    ], student)
    return {
        "/training, 10,000 entries": (student, "/training"),
        "/training, 10,000 entries, by month": (student, "/training?by=month"),
        "/classes/ID/questions, 2,000 of them": (book.token, f"/classes/{session['class']}/questions"),
    }


def rows(folder, make_book):
    """`make_book` makes an empty book in a folder."""
    books = [make_book(folder / name) for name in ("short", "long")]
    servers = [book.serve() for book in books]
    short, long = (
        fill(server.base, book, 10_000 // share, 2_000 // share)
        for book, server, share in zip(books, servers, (100, 1)))
    found = []
    for title, (token, path) in long.items():
        found.append(row(title, (servers[0].base, *short[title]), (servers[1].base, token, path)))
        found.append((f"{title}, CPU of a page", f"{cpu(servers[1], token, path):.1f} ms",
                      "wanted 2 ms" if "training" in title else ""))
    for server in servers:
        server.stop()
    return found
