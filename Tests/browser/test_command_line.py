import re
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import samples
from book import Book
from conftest import LAPTOP, PHONE
from http_client import Client
from server import shala, succeed
from steps import tab

CODE = r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}"


@pytest.fixture
def files(tmp_path):
    """The same roster in three formats."""
    for name, content in samples.FILES.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


@pytest.fixture
def data(tmp_path):
    return tmp_path / "book"


def export(data, path):
    succeed("people", "export", path, data=data)
    return path.read_bytes()


@pytest.mark.parametrize("name", samples.FILES)
def test_import_tells_line_and_reason_of_each_bad_row(files, data, name):
    *rows, summary = succeed("people", "import", files / name, data=data).splitlines()
    problems = samples.problems(name)
    note = rows.pop(0)
    assert "comes without a picture" in note
    assert len(rows) == len(problems)
    for row, (line, reason) in zip(rows, problems):
        assert re.match(rf"Row {line}\b", row) and re.search(reason, row), row
        assert len(row) < 300
    assert summary == f"{samples.GOOD} people added. {len(problems)} rows were skipped."


@pytest.mark.parametrize("first, second", [
    ("roster.csv", "roster.csv"), ("roster.plist", "roster-binary.plist"), ("roster-binary.plist", "roster.csv"),
])
def test_importing_again_changes_nothing(files, data, first, second):
    succeed("people", "import", files / first, data=data)
    before = export(data, files / "before.csv")
    summary = succeed("people", "import", files / second, data=data).splitlines()[-1]
    assert summary.startswith(f"Nothing changed. {samples.GOOD} people are on the roster already.")
    assert export(data, files / "after.csv") == before


def test_dry_run_changes_nothing_at_all(files, book):
    data, before = book.server.data, book.sequence
    roster = export(data, files / "before.plist")
    summary = succeed("people", "import", files / "roster.csv", "--dry-run", data=data).splitlines()[-1]
    assert summary.startswith(f"{samples.GOOD} people would be added.")
    assert export(data, files / "after.plist") == roster
    assert book.sequence == before


def test_dry_run_after_an_import_says_that_nothing_would_change(files, data):
    succeed("people", "import", files / "roster.csv", data=data)
    summary = succeed("people", "import", files / "roster.plist", "--dry-run", data=data).splitlines()[-1]
    assert summary.startswith("Nothing would change.")


@pytest.mark.parametrize("name", ["copy.csv", "copy.plist"])
def test_export_and_import_give_the_same_roster(files, data, tmp_path, name):
    succeed("people", "import", files / "roster-binary.plist", data=data)
    first = export(data, files / name)
    assert succeed("people", "import", files / name, data=tmp_path / "other") == f"{samples.GOOD} people added."
    second = export(tmp_path / "other", files / f"second-{name}")
    assert sorted(second.splitlines()) == sorted(first.splitlines())


def test_server_sees_what_a_command_imports(files, book):
    succeed("people", "import", files / "roster.csv", data=book.server.data)
    assert book.page("/students")["total"] == samples.GOOD + 1


def test_codes_are_printed_once_for_each(book, devices):
    book.people("Ann Fleming", "健一 井上")
    printed = succeed("sign-in-codes", "--role", "student", "--url", book.base, data=book.server.data).splitlines()
    found = {match[2]: match[1] for match in (re.fullmatch(rf"({CODE})  (.+)  (\S+)", line) for line in printed)}
    assert set(found) == {"Ann Fleming", "健一 井上"}
    page = devices.open(**PHONE)
    page.goto(f"{book.base}/sign-in/{found['健一 井上']}")
    tab(page, "Me").click()
    expect(page.get_by_role("heading", name="健一 井上", level=1)).to_be_visible()
    again = succeed("sign-in-codes", "--role", "student", data=book.server.data)
    assert not re.search(CODE, again) and "Everybody has a code" in again


def test_cards_can_be_printed_and_scanned(book, devices, tmp_path):
    names = ["Ann Fleming", "健一 井上", "Siobhán O’Brien", "<b>Bold</b> & Co"]
    people = book.people(*names, *map("Student {}".format, range(9)))
    path = tmp_path / "cards.html"
    printed = succeed("sign-in-codes", "--role", "student", "--html", path, "--url", book.base, data=book.server.data)
    assert printed == f"{len(people)} cards written to {path}."
    page = devices.open(device_scale_factor=2, **LAPTOP)
    page.goto(path.as_uri())
    cards = page.get_by_role("main").get_by_role("listitem")
    expect(cards).to_have_count(len(people))
    expect(cards.filter(has_text="<b>Bold</b> & Co")).to_have_count(1)
    links = scan(page, tmp_path / "cards.png")
    assert len(links) == len(people)
    for place in range(len(people)):
        code = re.search(CODE, cards.nth(place).inner_text())[0]
        assert f"{book.base}/sign-in/{code}" in links
    scheme = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "best-practice"]}}
    assert Axe().run(page, options=scheme).response["violations"] == []


def scan(page, path):
    """What all the QR codes on the page say."""
    page.screenshot(path=path, full_page=True)
    done = subprocess.run(["zbarimg", "-q", "--raw", path], capture_output=True, text=True, timeout=60)
    return set(done.stdout.split())


def test_another_code_is_made_for_one_person(book):
    ann, other = book.people("Ann Fleming", "Bea Other")
    first = book.sign_in_code(ann)
    printed = succeed("sign-in-codes", "--person", ann, data=book.server.data)
    [code] = re.findall(rf"{CODE}(?=  Ann)", printed)
    for each in (first, code):
        assert Client(book.base).get(f"/sign-in/{each}").status == 200
    assert book.page(f"/people/{other}")["hasCodes"] is False


def test_cards_fill_pages_of_ten(book, devices, tmp_path):
    book.people(*map("Student {}".format, range(11)))
    path = tmp_path / "cards.html"
    succeed("sign-in-codes", "--role", "student", "--html", path, data=book.server.data)
    page = devices.open(**LAPTOP)
    page.goto(path.as_uri())
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 2


def test_cards_load_nothing_from_elsewhere(book, tmp_path):
    path = tmp_path / "cards.html"
    succeed("sign-in-codes", "--html", path, data=book.server.data)
    book.people("Ann Fleming")
    assert not re.search(r"<script|<link|src=|url\(|@import", path.read_text())


def test_token_speaks_for_a_person(book):
    ann = book.person("Ann", "Fleming", studentID="A-7")
    for name in ("A-7", ann):
        token = succeed("token", name, data=book.server.data)
        answer = Client(book.base, token).get(f"/people/{ann}")
        assert (answer.status, answer.json["itsMe"]) == (200, True)
    assert Client(book.base, "no-such-token").get(f"/people/{ann}").status == 401
    assert Client(book.base).get(f"/people/{ann}").status == 401


@pytest.mark.parametrize("arguments, words", [
    (("people", "import", "nowhere.csv"), "nowhere.csv cannot be read"),
    (("people", "export", "no/such/folder/roster.csv"), "no/such/folder/roster.csv"),
    (("token", "nobody"), "nobody with the ID nobody"),
    (("people", "add", "Ann", "Fleming", "--student-id", Book.number), "is Maya Lindqvist’s already"),
    (("people", "add", "Ann", "Fleming", "--role", "wizard"), "role"),
    (("sign-in-codes", "--role", "wizard"), "wizard"),
    (("sign-in-codes", "--html", "no/such/folder/cards.html"), "no/such/folder/cards.html"),
    (("serve", "--time-zone", "Mars/Olympus"), "Mars/Olympus"),
    (("serve", "--tls-certificate", "only.pem"), "must be given together"),
    (("serve", "--port", "99999"), "99999"),
    (("nonsense",), "nonsense"),
])
def test_what_cannot_be_done_is_said_in_words(book, arguments, words):
    data = None if arguments == ("nonsense",) else book.server.data
    expect_refused(shala(*arguments, data=data), words)


def expect_refused(done, words):
    assert done.returncode > 0, "It neither succeeds nor crashes."
    assert words in done.stderr
    assert not re.search(r"Fatal error|Stack dump|NSCocoa|Domain=|Swift\.|0x[0-9a-f]{6}", done.stderr), done.stderr


def test_file_that_is_no_roster_is_refused_in_words(files, data):
    (files / "letter.csv").write_bytes(b'{"people": []}')
    expect_refused(shala("people", "import", files / "letter.csv", data=data), "does not say which column is what")


def test_codes_are_not_lost_when_their_cards_cannot_be_written(book):
    ann = book.person("Ann", "Fleming")
    shala("sign-in-codes", "--html", "no/such/folder/cards.html", data=book.server.data)
    assert book.page(f"/people/{ann}")["hasCodes"] is False
