"""The program as people run it: a process, by its command line."""

import os
import pathlib
import re
import signal
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("SHALA") or str(ROOT / ".build" / "debug" / "shala")

# Seconds in which anything the program does must have happened.
PATIENCE = 20

# Seconds in which a server that is told to end has ended, with nobody left to be waited for.
SOON = 4


# What the server logs if a template asks for a name that a page does not have.
UNKNOWN_NAME = "a template asks for an unknown name"

# Nobody out there is asked anything by a test, but for those that say whom.
ALONE = {f"SHALA_{name}_URL": "off" for name in ("OVERPASS", "FOURSQUARE", "OPEN_METEO", "OPENWEATHERMAP", "GITHUB")}


def shala(*arguments, data=None, environment=None):
    """Runs a command to its end."""
    where = ["--data", str(data)] if data else []
    command = [BINARY, *map(str, arguments), *where]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=30, env={**os.environ, **ALONE, **(environment or {})})


def succeed(*arguments, data=None):
    """Runs a command that must succeed, and gives what it printed."""
    done = shala(*arguments, data=data)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


class Server:
    """`shala serve` on a free port, which it keeps when it is started again."""

    def __init__(self, data, *options, environment=None, prepare=None):
        self.data = data
        # What its process does before it becomes the program.
        self.prepare = prepare
        self.environment = {**os.environ, **ALONE, **(environment or {})}
        self.options = options
        self.binary = BINARY
        self.port = 0
        self.base = ""
        self.process = None

    def start(self):
        self.data.parent.mkdir(parents=True, exist_ok=True)
        command = [self.binary, "serve", "--port", str(self.port), "--data", str(self.data), *self.options]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment, preexec_fn=self.prepare)
        line = self.line()
        found = re.fullmatch(r"Shala is at (https?://127\.0\.0\.1:(\d+))", line)
        assert found, f"{line!r} instead of an address; {self.log.read_text()}"
        self.base, self.port = found[1], int(found[2])
        return self

    def line(self):
        """The next line that the server prints."""
        alarm = threading.Timer(PATIENCE, self.process.kill)
        alarm.start()
        try:
            return self.process.stdout.readline().rstrip("\n")
        finally:
            alarm.cancel()

    @property
    def log(self):
        return self.data.with_suffix(".log")

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def stop(self):
        """Asks it to end, and gives its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def kill(self):
        """Ends it in the middle of whatever it does."""
        self.process.kill()
        self.ended()

    def ended(self):
        try:
            code = self.process.wait(SOON)
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
        unknown = [line for line in self.log.read_text(errors="replace").splitlines() if UNKNOWN_NAME in line]
        assert not unknown, unknown
        return code

    def restart(self):
        assert self.stop() == 0
        return self.start()
