import plistlib
import re

import pytest
from playwright.sync_api import expect

import samples
from book import Book, entry
from conftest import LAPTOP, PHONE
from pictures import png
from steps import REFRESHED, button, fact, tab


@pytest.fixture
def phone(blank_phone):
    return blank_phone


@pytest.fixture
def laptop(blank_laptop):
    return blank_laptop


def choose(page, name, content):
    page.get_by_label("File", exact=True).set_input_files({
        "name": name, "mimeType": "application/octet-stream", "buffer": content})


def open_import(page, book):
    page.goto(f"{book.base}/more")
    page.get_by_role("link", name="Import and Export").click()
    expect(page.get_by_role("heading", name="Import and Export")).to_be_visible()


def preview_file(page, name, content):
    choose(page, name, content)
    expect(page.get_by_role("heading", name="Preview", exact=True)).to_be_visible()


def import_file(page, name, content):
    preview_file(page, name, content)
    button(page, "Import").click()
    expect(page.get_by_role("heading", name="Imported", exact=True)).to_be_visible()


def expect_facts(page, **facts):
    for name, value in facts.items():
        expect(fact(page, name.capitalize())).to_have_text(str(value))


def rows_left_out(page):
    return page.locator(".import-result").get_by_role("listitem")


@pytest.mark.parametrize("name", samples.FILES)
def test_import_takes_the_good_and_names_the_bad(book, phone, name):
    problems = samples.problems(name)
    open_import(phone, book)
    import_file(phone, name, samples.FILES[name])
    expect_facts(phone, file=name, added=samples.GOOD, unchanged=0, problems=len(problems))
    rows = rows_left_out(phone)
    expect(rows).to_have_count(1 + len(problems))
    expect(rows.first).to_contain_text("The person comes without a picture.")
    for place, (line, reason) in enumerate(problems, start=1):
        expect(rows.nth(place)).to_contain_text(re.compile(rf"^\s*Line\s+{line}\s"))
        expect(rows.nth(place)).to_contain_text(re.compile(reason))


def test_imported_people_are_on_the_roster(book, laptop):
    open_import(laptop, book)
    import_file(laptop, "roster.plist", samples.FILES["roster.plist"])
    tab(laptop, "Students").click()
    expect(laptop.get_by_text(f"{samples.GOOD + 1} people", exact=True)).to_be_visible()
    expect(laptop.get_by_role("region", name="New", exact=True)).to_have_count(0)
    teachers = laptop.get_by_role("region", name="Instructors").get_by_role("listitem")
    expect(teachers).to_have_count(3)
    laptop.get_by_role("link", name="Show next").click()
    expect(laptop.get_by_role("main").get_by_role("listitem")).to_have_count(samples.GOOD + 1)
    for first, last in samples.NAMES:
        name = f"{first} {last}".strip().replace("Zoe\u0308", "Zoë")
        expect(laptop.locator(".row-title").get_by_text(name, exact=True).first).to_be_attached()


def test_imported_picture_is_shown(book, laptop):
    assert book.client.import_roster(samples.FILES["roster-binary.plist"]).status == 200
    laptop.goto(f"{book.base}/students?search={samples.FIRST_ID + 30}")
    laptop.get_by_role("link", name="Student 30 Sample").click()
    picture = laptop.locator(".portrait img")
    expect(picture).to_have_js_property("naturalWidth", 32)


@pytest.mark.parametrize("name", samples.FILES)
def test_second_import_changes_nothing_and_says_so(book, phone, name):
    open_import(phone, book)
    import_file(phone, name, samples.FILES[name])
    expect_facts(phone, added=samples.GOOD)
    before = book.sequence
    preview_file(phone, name, samples.FILES[name])
    expect(phone.get_by_text(f"Nothing would change. {samples.GOOD} people are on the roster already.")).to_be_visible()
    expect(button(phone, "Import")).to_have_count(0)
    again = book.client.import_roster(samples.FILES[name]).json["result"]
    assert (again["added"], again["unchanged"]) == (0, samples.GOOD)
    assert book.sequence == before


def test_preview_changes_nothing(book, phone):
    before = book.sequence
    open_import(phone, book)
    preview_file(phone, "roster.csv", samples.FILES["roster.csv"])
    expect(phone.get_by_text(f"{samples.GOOD} people would be added.")).to_be_visible()
    expect(phone.get_by_text(f"Will be added: {samples.GOOD}")).to_be_visible()
    assert book.sequence == before


def test_several_columns_may_stand_in_any_order(book, phone):
    open_import(phone, book)
    content = "student_id;LASTNAME;First Name;Remark\n31;Østergaard;Søren;late\n32;;Plato;\n".encode()
    import_file(phone, "semicolons.csv", content)
    expect_facts(phone, added=2, problems=0)
    tab(phone, "Students").click()
    expect(phone.get_by_role("link", name="Søren Østergaard 31")).to_be_visible()
    expect(phone.get_by_role("link", name="Plato 32")).to_be_visible()


def test_result_stays_though_an_older_page_arrives(book, phone):
    """Somebody is added: the page asks anew before the import, and is answered after it."""
    open_import(phone, book)
    held = []
    phone.route("**/people/import", lambda route: held.append(route), times=1)
    with phone.expect_request("**/people/import"):
        book.person("Ann", "Fleming")
    import_file(phone, "roster.csv", samples.FILES["roster.csv"])
    held[0].continue_()
    phone.evaluate(REFRESHED)
    expect(phone.get_by_role("heading", name="Imported", exact=True)).to_be_visible()


def test_name_of_the_file_is_shown_as_it_is(book, phone):
    open_import(phone, book)
    import_file(phone, "my class + 100% guests & “others”.csv", b"First Name,Last Name,Student ID\nAnn,Fleming,31\n")
    expect_facts(phone, file="my class + 100% guests & “others”.csv")


def download(page, name):
    with page.expect_download() as waiting:
        page.get_by_role("link", name=name).click()
    return waiting.value.path().read_bytes()


# Who keeps a book joined on the day on which it began, which may be another.
KEEPER = "10000001"


def lines(content):
    """The lines of a CSV but for that day; in which order people of the same name stand means nothing."""
    all_lines = content.decode("utf-8-sig").splitlines()
    return sorted(re.sub(r"\d{4}-\d\d-\d\d", "that day", line) if KEEPER in line else line for line in all_lines)


def people(content):
    """The people of a property list, but for that day."""
    all_people = plistlib.loads(content)
    [keeper] = [person for person in all_people if person["studentID"] == KEEPER]
    assert keeper.pop("joined")
    return sorted(all_people, key=lambda person: person["studentID"])


def fill(book):
    """People with everything that a file can tell of them."""
    assert book.client.import_roster(samples.FILES["roster.csv"]).json["result"]["added"] == samples.GOOD
    guest = book.student_type("Guest; or “visitor”")
    left = book.person("Left", "Long Ago", type=guest, joined="2020-02-29", github="left-behind")
    book.post(entry("person.deactivated", person=left))
    book.person("", "'=1+1\t", joined="1999-12-31")


def test_export_and_import_give_the_same_roster(book, serve, devices, laptop):
    fill(book)
    open_import(laptop, book)
    files = {"roster.csv": download(laptop, "Download CSV"), "roster.plist": download(laptop, "Download Property List")}
    assert all(len(content) > 5_000 for content in files.values())
    for name, content in files.items():
        other = Book(serve(f"copy-of-{name}"))
        page = devices.open(**LAPTOP)
        page.goto(other.link)
        open_import(page, other)
        import_file(page, name, content)
        expect_facts(page, added=samples.GOOD + 2, unchanged=1, problems=0)
        assert lines(download(page, "Download CSV")) == lines(files["roster.csv"])
        assert people(download(page, "Download Property List")) == people(files["roster.plist"])


def test_export_is_safe_to_open_in_a_spreadsheet(book):
    book.person('=HYPERLINK("http://x")', "+1")
    lines = book.client.get("/people/export.csv").text.splitlines()
    [line] = [line for line in lines if "HYPERLINK" in line]
    assert not re.search(r'(^|,)"?[=+@-]', line)


NO_ROSTERS = [
    (b"", "The file is empty"),
    (b"   \r\n", "The file is empty"),
    (png(4, 4), "neither a property list nor text"),
    (b"bplist00" + bytes(100), "property list is damaged"),
    (b"<?xml version='1.0'?><plist version='1.0'><string>hello</string></plist>", "not a roster"),
    (b"<?xml version='1.0'?><plist version='1.0'><array><dict>", "damaged at line 1"),
    (b"\xff\xfe\x00\xd8First", "neither a property list nor text"),
]


def test_file_that_is_no_roster_is_refused_in_words(book, devices):
    before = book.sequence
    page = devices.open(expected_errors="status of 400", **PHONE)
    page.goto(book.link)
    open_import(page, book)
    for content, words in NO_ROSTERS:
        with page.expect_response("**/people/import?*"):
            choose(page, "strange.bin", content)
        expect(page.locator("#file-problem")).to_contain_text(words)
        expect(page.get_by_label("File", exact=True)).to_have_attribute("aria-invalid", "true")
        expect(button(page, "Import")).to_have_count(0)
        expect(button(page, "Preview")).to_be_enabled()
    assert book.sequence == before


def test_too_large_a_file_is_not_even_sent(book, phone, tmp_path):
    before = book.sequence
    path = tmp_path / "large.csv"
    path.write_bytes(b"First Name,Last Name,Student ID\n" + b"x" * (16 * 1024 * 1024))
    open_import(phone, book)
    phone.get_by_label("File", exact=True).set_input_files(path)
    expect(phone.locator("#file-problem")).to_contain_text("too large")
    import_file(phone, "good.csv", b"First Name,Last Name,Student ID\nAnn,Fleming,31\n")
    expect(phone.locator("#file-problem")).to_be_empty()
    assert book.sequence == before + 1
