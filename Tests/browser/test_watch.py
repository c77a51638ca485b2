"""Attendance from a watch: the page of the links, and the request as it is documented."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect

import judges
from conftest import LAPTOP, PHONE
from http_client import Client
from steps import button, enter, kept_pages, notice, prepared, tab

DOCS = Path(__file__).resolve().parents[2] / "docs" / "watch.md"
# What the documentation sends.
PLACE = {"latitude": 47.3686, "longitude": 8.5391}


@pytest.fixture
def ann(book):
    return book.person("Ann", "Fleming")


@pytest.fixture
def session(book, ann):
    """A class of Ann's, open at the place that the documentation has."""
    venue = book.venue(**PLACE)
    return book.opened(book.course(venue=venue, students=[ann]), venue)


def run(command, **names):
    """What a command says, run by a shell as one copies it."""
    done = subprocess.run(["bash", "-c", command], env={**os.environ, **names}, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    return done.stdout


def make(book, page, name="Watch"):
    """Makes a link on its page, and gives the link."""
    page.goto(f"{book.base}/watch-links")
    page.get_by_label("Name").fill(name)
    button(page, "Make a Link").click()
    return page.get_by_role("region", name="New link").locator(".watch-link").inner_text()


def commands():
    """The commands in the documentation."""
    blocks = re.findall(r"```sh\n(curl .*?)```", DOCS.read_text(), re.DOTALL)
    assert len(blocks) == 2
    return blocks


@pytest.mark.parametrize("number, said", [(0, '"text":"You are present at Morning Vinyasa."'), (1, "You are present at Morning Vinyasa.\n")])
def test_the_documented_commands_do_as_they_say(book, ann, session, devices, number, said):
    link = make(book, enter(devices.open(**PHONE), book, ann))
    token = link.removeprefix(f"{book.base}/watch/")
    assert said in run(commands()[number], base=book.base, token=token)
    assert book.attendance(session) == {"Ann Fleming": "present"}


def test_from_the_page_to_the_watch_and_back(book, ann, session, devices):
    page = enter(devices.open(**PHONE, permissions=["clipboard-read", "clipboard-write"]), book, ann)
    tab(page, "More").click()
    page.get_by_role("link", name="Attendance from a Watch").click()
    expect(page.get_by_text("You have no link yet.")).to_be_visible()
    button(page, "Make a Link").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = page.locator(".watch-link").inner_text()
    button(page, "Copy Link").click()
    expect(notice(page, "Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    button(page, "Copy Command").click()
    command = page.evaluate("navigator.clipboard.readText()")
    assert json.loads(run(command))["state"] == "present"
    assert book.attendance(session) == {"Ann Fleming": "present"}
    page.goto(f"{book.base}/watch-links")
    expect(page.get_by_text("Last used")).to_be_visible()
    expect(page.locator(".watch-link")).to_have_count(0)
    button(page, "Revoke Watch").click()
    alert = page.get_by_role("alertdialog")
    button(alert, "Cancel").click()
    expect(alert).to_be_hidden()
    button(page, "Revoke Watch").click()
    button(alert, "Revoke").click()
    expect(page.get_by_text("You have no link yet.")).to_be_visible()
    assert json.loads(run(command))["status"] == 401
    tab(page, "Me").click()
    expect(page.get_by_role("list", name="Sign-in codes made").get_by_text("Revoked by Ann Fleming")).to_be_visible()


@pytest.mark.usefixtures("service_worker")
def test_opening_a_link_marks_nobody_and_is_not_kept(book, ann, session, devices):
    page = enter(devices.open(**PHONE), book, ann)
    link = make(book, page)
    page.goto(f"{book.base}/courses")
    prepared(page)
    referrers = []
    page.on("request", lambda request: referrers.append(request.headers.get("referer", "")))
    page.goto(link)
    expect(page.get_by_role("heading", name="Attendance from a Watch", level=1)).to_be_visible()
    page.goto(f"{book.base}/courses")
    prepared(page)
    assert book.attendance(session) == {"Ann Fleming": "absent"}
    token = link.rsplit("/", 1)[1]
    assert not any(token in referrer for referrer in referrers)
    assert not any(token in address + text for address, text in kept_pages(page).items())
    assert token not in book.server.log.read_text()


@pytest.mark.parametrize("options, screens", [(PHONE, judges.SCREENS[:3]), (LAPTOP, judges.SCREENS[3:])], ids=["phones", "laptop"])
def test_its_pages_fit_every_screen(book, ann, devices, options, screens):
    page = enter(devices.open(expected_errors=judges.AXE_ERRORS, **options), book, ann)
    link = make(book, page, "Ann’s Watch")
    for address in (None, f"{book.base}/watch-links", link):
        if address:
            page.goto(address)
        name = (address or "new").replace(book.base, "").split("/")[1 if address else 0]
        if folder := os.environ.get("SHALA_SHOTS"):
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.screenshot(path=f"{folder}/{name}-{page.viewport_size['width']}-{scheme}.png", full_page=True)
        assert judges.on_screens(page, screens) == [], address


def test_five_links_are_enough(book, ann, devices):
    page = enter(devices.open(**PHONE), book, ann)
    for number in range(5):
        make(book, page, f"Watch {number}")
    expect(page.get_by_text("You have five links.")).to_be_visible()
    expect(button(page, "Make a Link")).to_have_count(0)
    client = Client(book.base, None)
    assert client.ask("POST", "/watch-links", "name=Watch", {"Content-Type": "application/x-www-form-urlencoded"}).status == 401
