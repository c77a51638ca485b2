"""A table of the journeys in all engines: whether each went well, and how many seconds it took."""

import pathlib
import re

from engines import NAMES


class EngineTable:
    """A plugin of pytest that writes the table when all is over."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.rows = {}

    def pytest_runtest_logreport(self, report):
        found = re.search(rf"test_engines\.py::(?:\w+::)?test_(\w+)\[({'|'.join(NAMES)})(?:-(.+?))?\]", report.nodeid)
        if not found:
            return
        name, engine, variant = found.groups()
        row = self.rows.setdefault(f"{name.replace('_', ' ')}{f' ({variant})' if variant else ''}", {})
        if not report.skipped and (report.when == "call" or report.failed):
            row[engine] = f"{report.duration:.1f}" if report.passed else "**failed**"

    def pytest_sessionfinish(self):
        lines = [["journey", *NAMES], ["---"] + ["---:"] * len(NAMES)]
        lines += [[name, *(cells.get(engine, "") for engine in NAMES)] for name, cells in self.rows.items()]
        self.path.write_text("".join(f"| {' | '.join(line)} |\n" for line in lines))
