"""Programs that run beside each other, and the CPU time that they take."""

import atexit
import functools
import os
import pathlib
import socket
import subprocess
import time
import urllib.error
import urllib.request


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def statistics_of(folder):
    """Parent and CPU seconds of a process, with those of its children that have ended."""
    fields = (folder / "stat").read_text().rpartition(")")[2].split()
    return int(fields[1]), sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def cpu_of(roots):
    """CPU seconds of processes and all that they have started."""
    parents, seconds = {}, {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)], seconds[int(folder.name)] = statistics_of(folder)
        except (FileNotFoundError, ProcessLookupError):
            pass  # It has ended meanwhile.
    return sum(used for one, used in seconds.items() if any(root in ancestors(one, parents) for root in roots))


def ancestors(process, parents):
    while process:
        yield process
        process = parents.get(process)


@functools.cache
def postgres():
    """The process of the PostgreSQL server that bin/with-postgres has started."""
    address = f"{os.environ['SHALA_POSTGRES']}/postgres"
    found = subprocess.run(
        ["psql", "-qAt", address, "-c", "SHOW data_directory"], capture_output=True, text=True, check=True)
    return int((pathlib.Path(found.stdout.strip()) / "postmaster.pid").read_text().split()[0])


def listens(port):
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def answers(address):
    """Whether there is an answer, whatever it says."""
    try:
        urllib.request.urlopen(address, timeout=10).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


class Running:
    """Processes that together answer at one address."""

    def __init__(self, base, roots):
        self.base, self.roots = base, roots

    def cpu(self):
        """Seconds of CPU used so far."""
        return cpu_of(self.roots)

    def settle(self):
        """Waits for the end of what clients have left behind, which would be in the way of others."""
        used = None
        while used is None or self.cpu() - used > 0.02:
            used = self.cpu()
            time.sleep(1)


class Program:
    """A program with what it says in a file; ends with the benchmark."""

    def __init__(self, command, log, **options):
        self.log = log
        with log.open("ab") as file:
            self.process = subprocess.Popen([str(part) for part in command], stdout=file, stderr=file, **options)
        self.pid = self.process.pid
        atexit.register(self.stop)

    def wait_until(self, ready, where, seconds=120):
        """Waits until something is ready, such as `listens` or `answers`."""
        end = time.monotonic() + seconds
        while not ready(where):
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()[-3000:]
            time.sleep(0.1)

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
