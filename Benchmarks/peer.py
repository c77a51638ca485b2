"""Programs of others: each with the packages it needs in a folder of its own, and with servers of its own."""

import json
import os
import pathlib
import subprocess
import sys
import urllib.request

import postgres
from large_book import CACHE
from processes import Program, free_port, listens

HERE = pathlib.Path(__file__).parent
PLACE = CACHE / "peers"
# As many as there are cores.
WORKERS = int(os.environ.get("PEER_WORKERS", os.cpu_count()))


class Peer:
    """A program from PyPI, such as "pretix==2026.8.0", with a database of its own."""

    def __init__(self, requirement, folder):
        self.requirement, self.version = requirement, requirement.partition("==")[2]
        # Programs leave files in the home folder.
        self.folder, self.environment = folder, {**os.environ, "HOME": str(folder)}
        folder.mkdir()
        self.programs = PLACE / requirement / "bin"
        if not (PLACE / requirement / "installed").exists():
            install(requirement)
        server = os.environ["SHALA_POSTGRES"]
        self.database = postgres.address_of_new_database(server)
        self.database_port = server.rpartition(":")[2]
        self.database_address = f"postgresql://{server.partition('://')[2]}/{self.database}"
        self.redis_port = free_port()
        self.running = [self.start("/usr/bin/redis-server", "--port", self.redis_port, "--save", "", "--dir", folder)]
        self.running[0].wait_until(listens, self.redis_port)

    def run(self, program, *arguments):
        """Runs one of its programs to the end; returns what it says."""
        command = [str(part) for part in (self.programs / program, *arguments)]
        found = subprocess.run(command, capture_output=True, text=True, env=self.environment, cwd=self.folder)
        assert found.returncode == 0, found.stdout[-3000:] + found.stderr[-3000:]
        return found.stdout

    def make_tables(self, *command):
        """Makes the tables by one of its programs, or as that program made them the first time: pretix takes minutes."""
        kept = PLACE / self.requirement / "tables.sql"
        if kept.exists():
            subprocess.run(["psql", "-q", self.database_address, "-v", "ON_ERROR_STOP=1", "-f", kept],
                           stdout=subprocess.DEVNULL, check=True)
        else:
            self.run(*command)
            made = subprocess.run(["pg_dump", "--no-owner", self.database_address], capture_output=True, check=True)
            kept.write_bytes(made.stdout)

    def start(self, program, *arguments):
        """Starts one of its programs."""
        command = [self.programs / program, *arguments]
        return Program(command, self.folder / f"{pathlib.Path(program).name}.log", env=self.environment, cwd=self.folder)

    def stop(self):
        for program in reversed(self.running):
            program.stop()


def install(requirement):
    """Puts a program and what it needs into a folder that is kept."""
    print(f"Installing {requirement}", file=sys.stderr)
    folder = PLACE / requirement
    subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
    subprocess.run(
        [folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", requirement, "gunicorn"], check=True)
    (folder / "installed").touch()


def ask(base, method, path, body=None, **headers):
    """The answer to one request, with its headers."""
    request = urllib.request.Request(base + path, body and json.dumps(body).encode(), method=method)
    request.add_header("Content-Type", "application/json")
    for name, value in headers.items():
        request.add_header(name.replace("_", "-"), value)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read()), answer.headers
