"""Shala's side of a comparison, on either database."""

import os

import postgres
import processes
from books import Book, batch
from sides import line


class Served(processes.Running):
    """A server of a book, with the CPU time of its database."""

    def __init__(self, book, roots):
        self.program = book.serve()
        super().__init__(self.program.base, [self.program.process.pid, *roots])

    def stop(self):
        self.program.stop()


def two_books(folder):
    """Empty books: on PostgreSQL as the peers are, and on SQLite as is usual; each with its title and server."""
    server = os.environ["SHALA_POSTGRES"]
    for title, database in (("Shala on PostgreSQL", f"{server}/{postgres.address_of_new_database(server)}"),
                            ("Shala on SQLite", None)):
        book = Book(folder / ("postgres" if database else "sqlite"), database)
        yield title, book, Served(book, [processes.postgres()] if database else [])


def journal(token, entry):
    """A request that posts an entry."""
    return line("POST", "/journal", batch([entry]).decode(),
                Authorization=f"Bearer {token}", Content_Type="application/json")
