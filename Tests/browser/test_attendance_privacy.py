"""Where students are is judged, and kept nowhere."""

import signal
import struct

import pytest
from playwright.sync_api import expect

from book import batch, entry
from conftest import PHONE
from positions import RADIUS
from server import succeed
from steps import button, expect_sent, prepared, sign_in, without_signal

pytestmark = pytest.mark.usefixtures("service_worker")

# Far apart from any number that is there by chance. The venue lies elsewhere in each digit that is looked for.
VENUE = {"latitude": 46.1, "longitude": 9.2}
INSIDE = {"latitude": 46.10031415926, "longitude": 9.20027182818, "accuracy": 8}
BORDERLINE = {"latitude": 46.10047712125, "longitude": 9.20069314718, "accuracy": 93}
OUTSIDE = {"latitude": 46.57721566490, "longitude": 9.14142135623, "accuracy": 8}
FIXES = [INSIDE, BORDERLINE, OUTSIDE]


def traces(fix):
    """How a coordinate could have been written down."""
    for name in ("latitude", "longitude"):
        value = fix[name]
        yield from (struct.pack(order + form, value) for order in "<>" for form in "df")
        digits = f"{value:.11f}".split(".")[1]
        # Five digits after the point are a metre; a coordinate in degrees or in any power of ten has them.
        yield digits[:7].encode()
        yield digits[:7].encode("utf-16-le")


def written(server, copy):
    """All bytes that the server has written anywhere."""
    files = [one for one in server.data.rglob("*") if one.is_file()]
    assert any(one.name == "shala.sqlite" for one in files)
    return {one.name: one.read_bytes() for one in [*files, server.log, copy]}


@pytest.fixture
def session(book):
    book.ann, book.bea = book.people("Ann Fleming", "Bea Okafor")
    venue = book.venue(radius=RADIUS, **VENUE)
    return book.opened(book.course(venue=venue, students=[book.ann, book.bea]), venue)


def test_no_coordinates_are_left(book, session, devices, tmp_path):
    page = sign_in(devices.open(permissions=["geolocation"], geolocation=OUTSIDE, **PHONE), book, book.ann)
    page.goto(f"{book.base}/classes/{session}")
    prepared(page)
    button(page, "I Am Here").tap()
    expect(page.get_by_text("You are 53 km from Riverside Studio")).to_be_visible()
    page.context.set_geolocation(BORDERLINE)
    button(page, "I Am Here").tap()
    expect(page.get_by_text("Needs confirmation", exact=True).first).to_be_visible()
    page.context.set_geolocation(INSIDE)
    without_signal(page)
    button(page, "I Am Here").tap()
    expect(page.get_by_text("Waiting for signal")).to_be_visible()
    page.context.set_offline(False)
    expect_sent(page)
    expect(page.get_by_text("You are present")).to_be_visible()
    client, device = book.client_of(book.bea), entry("x")["id"]
    odd = [{**fix, **change} for fix in FIXES for change in ({}, {"age": -1}, {"accuracy": -1}, {"altitude": 3})]
    for fix in odd:
        client.journal(batch(entry("attendance.claimed", **{"class": session}, **{"age": 0, **fix}), device=device))
    client.journal(str(odd).encode())
    # Not even who teaches the class is told.
    shown = "".join(book.client.get(path).text for path in (f"/classes/{session}", "/offline", "/metrics", "/health"))
    shown += client.get(f"/classes/{session}").text
    copy = tmp_path / "copy.sqlite"
    succeed("backup", copy, data=book.server.data)
    files = written(book.server, copy)
    book.server.process.send_signal(signal.SIGTERM)
    printed = book.server.process.stdout.read()
    assert book.server.ended() == 0
    after = written(book.server, copy)
    looked_for = [trace for fix in FIXES for trace in traces(fix)]
    for name, content in [*files.items(), *after.items(), ("pages", (shown + printed).encode())]:
        assert not [trace for trace in looked_for if trace in content], name
    # The same would be found, had it been kept.
    assert any(struct.pack(">d", VENUE["latitude"]) in content for content in after.values())
