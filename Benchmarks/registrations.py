"""How long students take to be uploaded, and how long SQLite itself takes for the same rows."""

import contextlib
import pathlib
import sqlite3
import statistics
import time
import uuid

import books

STUDENTS, BATCH, ROUNDS = 1000, 200, 5

# What an uploaded student adds, and in which order; each table with the column that names the person.
TABLES = {"entry": "person", "person": "id", "person_word": "person", "registration": "person"}


def students(number, count=STUDENTS):
    """The fields of students to be registered."""
    return [
        {"kind": "person.registered", "person": str(uuid.uuid4()), "firstName": f"Student {number}",
         "lastName": f"Number {one}", "email": f"student{number}.{one}@example.org",
         "gender": ("female", "male", "other")[one % 3], "university": "ETH Zürich", "country": "Switzerland"}
        for one in range(count)
    ]


def batches(rows):
    return [rows[start:start + BATCH] for start in range(0, len(rows), BATCH)]


def upload(book, base, people):
    """Seconds for posting them, one batch after the other."""
    prepared = [books.batch(some) for some in batches(people)]
    begun = time.perf_counter()
    for body in prepared:
        book.send(base, body)
    return time.perf_counter() - begun


# As the program has them.
SETTINGS = "PRAGMA synchronous = FULL; PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 8000;"


class Bare:
    """A database with the same tables as a book, written by nothing but SQLite."""

    def __init__(self, path, original):
        self.original = sqlite3.connect(f"{original.as_uri()}?mode=ro", uri=True)
        self.database = sqlite3.connect(path, isolation_level=None)
        self.database.executescript("PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;" + SETTINGS)
        made = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        for (statement,) in self.original.execute(made):
            self.database.execute(statement)
        for table in ("entry", "person", "person_word"):
            self.insert(table, self.original.execute(f"SELECT * FROM {table}").fetchall())

    def insert(self, table, rows):
        if rows:
            places = ", ".join("?" * len(rows[0]))
            self.database.executemany(f"INSERT INTO {table} VALUES ({places})", rows)

    def rows(self, people):
        """The rows of people, as the book has them: by table."""
        places = ", ".join("?" * len(people))
        return {table: self.original.execute(f"SELECT * FROM {table} WHERE {column} IN ({places})", people).fetchall()
                for table, column in TABLES.items()}

    def take(self, people):
        """Seconds for writing the same rows in as many transactions."""
        prepared = [self.rows([uuid.UUID(one["person"]).bytes for one in batch]) for batch in batches(people)]
        assert sum(len(rows["registration"]) for rows in prepared) == STUDENTS
        begun = time.perf_counter()
        for tables in prepared:
            self.database.execute("BEGIN IMMEDIATE")
            for table, rows in tables.items():
                self.insert(table, rows)
            self.database.execute("COMMIT")
        return time.perf_counter() - begun

    def close(self):
        self.original.close()
        self.database.close()


def compare(book, base, folder: pathlib.Path):
    """Seconds of an upload, and of SQLite alone: the medians."""
    with contextlib.closing(Bare(folder / "bare.sqlite", book.file)) as bare:
        times = []
        for number in range(ROUNDS):
            people = students(number)
            times.append((upload(book, base, people), bare.take(people)))
    return [statistics.median(each) for each in zip(*times)]
