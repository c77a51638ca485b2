"""Registering students where there is no signal: the start screen, the form, what is kept, what is to be corrected."""

import pytest
from playwright.sync_api import expect

import judges
from conftest import LAPTOP, OFFLINE, PHONE
from fault_proxy import Fault, FaultProxy
from registrations import (browser, corrections, expect_pending, fill_form, hold, kept, kept_count, on_server, progress,
                           register, registered, take_along, upload_button)
from steps import button, fact, notice, sign, sign_in, undo
from test_keyboard import tab_to, use

YEARS_AGO = 2 * 366 * 24 * 60
FIELDS = ["First name", "Last name", "E-mail", "University"]
SIGNED_OUT = f"{OFFLINE}|status of 401|EventSource"


@pytest.fixture
def start(book, blank_phone):
    """The start screen on a phone."""
    blank_phone.goto(f"{book.base}/register")
    return blank_phone


@pytest.fixture
def form(book, blank_phone):
    blank_phone.goto(f"{book.base}/register/new")
    return blank_phone


@pytest.fixture
def cellar(book, service_worker, blank_phone):
    """The start screen on a phone without signal."""
    take_along(blank_phone, book.base)
    blank_phone.context.set_offline(True)
    return blank_phone


def field(page, name):
    return page.get_by_label(name, exact=True)


def problem(page, name):
    """What is said to be wrong with a field, by its looks and to the ear."""
    if name != "Gender":
        expect(field(page, name)).to_have_attribute("aria-invalid", "true")
    return page.locator(f"[data-problem={name_of(name)}]").inner_text()


def name_of(label):
    return {"First name": "firstName", "Last name": "lastName", "E-mail": "email"}.get(label, label.lower())


def upload(page):
    upload_button(page).click()
    expect(progress(page)).to_be_hidden(timeout=20_000)


# The start screen


def test_nothing_is_pending_at_first(start):
    expect(start.get_by_role("link", name="Add New Student")).to_be_visible()
    expect_pending(start, 0)
    for target in (start.get_by_role("link", name="Add New Student"), upload_button(start)):
        box = target.bounding_box()
        assert box["height"] >= 150 and box["width"] >= 300, "It is large."
        assert target.locator("svg").count() == 1
    expect(progress(start)).to_be_hidden()
    expect(start.get_by_role("heading", name="To Be Corrected")).to_be_hidden()


def test_it_is_a_tap_from_more(start):
    start.get_by_role("link", name="Back").click()
    start.get_by_role("link", name="Register Students").click()
    expect(start.get_by_role("heading", name="Register Students", level=1)).to_be_visible()


def test_tells_how_many_are_pending(start):
    hold(start, registered(1))
    expect_pending(start, 1)
    hold(start, *(registered(number) for number in range(2, 1235)))
    expect_pending(start, 1234)
    start.reload()
    expect_pending(start, 1234)


# The form


def test_whole_way_by_keyboard_alone(book, laptop):
    laptop.goto(f"{book.base}/register")
    use(laptop, laptop.get_by_role("link", name="Add New Student"))
    expect(laptop.get_by_role("heading", name="New Student")).to_be_visible()
    tab_to(laptop, field(laptop, "First name"))
    laptop.keyboard.type("Siobhán")
    laptop.keyboard.press("Enter")
    expect(field(laptop, "Last name")).to_be_focused()
    laptop.keyboard.type("O’Brien")
    laptop.keyboard.press("Enter")
    expect(field(laptop, "E-mail")).to_be_focused()
    laptop.keyboard.type("s.obrien@example.org")
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_role("radio", name="Male", exact=True)).to_be_focused()
    laptop.keyboard.press("ArrowDown")
    expect(laptop.get_by_role("radio", name="Female")).to_be_checked()
    laptop.keyboard.press("Enter")
    expect(field(laptop, "University")).to_be_focused()
    laptop.keyboard.type("eth z")
    expect(laptop.get_by_role("option", name="ETH")).not_to_have_count(0)
    laptop.keyboard.press("ArrowDown")
    laptop.keyboard.press("Enter")
    expect(field(laptop, "University")).to_have_value("ETH Zürich")
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_role("heading", name="Register Students", level=1)).to_be_visible()
    expect(notice(laptop, "Siobhán O’Brien is saved on this device")).to_be_visible()
    expect_pending(laptop, 1)
    use(laptop, upload_button(laptop))
    expect(notice(laptop, "1 student uploaded.")).to_be_visible()
    expect_pending(laptop, 0)
    assert on_server(book) == ["s.obrien@example.org"]


def test_whole_way_by_names(book, start):
    start.get_by_role("link", name="Add New Student").click()
    for name, text in (("First name", "Ann"), ("Last name", "Fleming"), ("E-mail", "ann@example.org")):
        start.get_by_role("textbox", name=name, exact=True).fill(text)
    gender = start.get_by_role("group", name="Gender")
    expect(gender.get_by_role("radio")).to_have_count(3)
    for name in ("Male", "Female", "Other"):
        gender.get_by_role("radio", name=name, exact=True).check()
    start.get_by_role("combobox", name="University").fill("Hogwarts")
    start.get_by_role("listbox", name="Universities").get_by_role("option", name="Use “Hogwarts”").click()
    button(start, "Save").click()
    expect(start.get_by_role("status").filter(has_text="Ann Fleming is saved on this device")).to_be_visible()
    button(start, "Upload Students").click()
    expect(start.get_by_role("status").filter(has_text="1 student uploaded.")).to_be_visible()
    assert on_server(book) == ["ann@example.org"]


def test_cancel_keeps_nothing(start):
    start.get_by_role("link", name="Add New Student").click()
    fill_form(start)
    start.get_by_role("link", name="Cancel").click()
    expect_pending(start, 0)


@pytest.mark.parametrize("name, expected", [
    ("First name", {"inputmode": "text", "enterkeyhint": "next", "autocapitalize": "words", "maxlength": "100"}),
    ("Last name", {"inputmode": "text", "enterkeyhint": "next", "autocapitalize": "words", "maxlength": "100"}),
    ("E-mail", {"type": "email", "inputmode": "email", "enterkeyhint": "next", "autocapitalize": "off",
                "maxlength": "254"}),
    ("University", {"inputmode": "text", "enterkeyhint": "done", "autocapitalize": "words", "maxlength": "150"}),
])
def test_each_field_has_its_keyboard(form, name, expected):
    # Somebody else's names and addresses are neither corrected nor filled in from those of whose phone it is.
    every = {"spellcheck": "false", "autocorrect": "off", "autocomplete": "off"}
    for attribute, value in {**expected, **every}.items():
        expect(field(form, name)).to_have_attribute(attribute, value)


def test_choosing_a_gender_closes_the_keyboard(form):
    field(form, "E-mail").focus()
    form.get_by_text("Other", exact=True).tap()
    expect(form.get_by_role("radio", name="Other")).to_be_focused()
    field(form, "E-mail").focus()
    # On some phones a tap on a radio button leaves the focus where it is.
    form.get_by_role("radio", name="Female").evaluate("one => one.click()")
    expect(field(form, "E-mail")).not_to_be_focused()
    expect(form.get_by_role("radio", name="Female")).to_be_checked()


def colour(page, name, style="color"):
    return page.locator("label, legend").filter(has_text=name).first.evaluate(f"one => getComputedStyle(one).{style}")


def is_red(text):
    red, green, blue = (float(part) for part in text.removeprefix("rgb(").removesuffix(")").split(","))
    return red > 1.5 * green and red > 1.5 * blue


def test_empty_fields_turn_red_and_say_why(cellar):
    cellar.get_by_role("link", name="Add New Student").click()
    assert not any(is_red(colour(cellar, name)) for name in [*FIELDS, "Gender"])
    button(cellar, "Save").click()
    expect(field(cellar, "First name")).to_be_focused()
    for name in [*FIELDS, "Gender"]:
        assert problem(cellar, name) != "", name
        assert is_red(colour(cellar, name)), name
    for name in FIELDS:
        expect(field(cellar, name)).to_have_accessible_description(problem(cellar, name))
    expect(cellar.get_by_role("group", name="Gender")).to_have_accessible_description(problem(cellar, "Gender"))
    assert kept_count(cellar) == 0


def test_the_first_wrong_field_is_gone_to_and_what_was_typed_stays(cellar):
    cellar.get_by_role("link", name="Add New Student").click()
    fill_form(cellar, last="   ", email="ann@example", gender=None, university="")
    for name, right in (("Last name", "Fleming"), ("E-mail", "ann@example.org")):
        button(cellar, "Save").click()
        expect(field(cellar, name)).to_be_focused()
        expect(field(cellar, "First name")).to_have_value("Ann")
        expect(field(cellar, "First name")).not_to_have_attribute("aria-invalid", "true")
        field(cellar, name).fill(right)
    button(cellar, "Save").click()
    expect(cellar.get_by_role("radio", name="Male", exact=True)).to_be_focused()
    cellar.get_by_text("Other", exact=True).tap()
    button(cellar, "Save").click()
    expect(field(cellar, "University")).to_be_focused()
    cellar.keyboard.type("Hogwarts")
    cellar.keyboard.press("Enter")
    expect_pending(cellar, 1)
    [one] = kept(cellar)
    assert one["entry"] | {"firstName": "Ann", "lastName": "Fleming", "email": "ann@example.org", "gender": "other",
                           "university": "Hogwarts", "country": "", "kind": "person.registered"} == one["entry"]


@pytest.mark.parametrize("email", ["ann", "ann@", "@example.org", "ann@example", "a nn@example.org", "ann@@example.org",
                                   "ann.@example.org", "ann@-example.org", "ann@example..org", "ann@127.0.0.1"])
def test_what_is_no_address_is_refused(form, email):
    fill_form(form, email=email)
    button(form, "Save").click()
    expect(field(form, "E-mail")).to_be_focused()
    assert "This is not an e-mail address" in problem(form, "E-mail")
    expect(field(form, "E-mail")).to_have_value(email)


@pytest.mark.parametrize("typed, name", [
    ("eth", "ETH Zürich"), ("Zürich", "ETH Zürich"), ("zurich", "ETH Zürich"),
    ("ZURICH uni", "Universität Zürich"),
])
def test_universities_are_found_without_signal(cellar, typed, name):
    cellar.get_by_role("link", name="Add New Student").click()
    field(cellar, "University").press_sequentially(typed)
    expect(cellar.get_by_role("option").filter(has_text=name).first).to_be_visible()


# What is kept


def test_what_is_saved_outlives_reloads_and_the_browser(book, chromium, tmp_path):
    with browser(chromium, tmp_path / "browser", **PHONE) as context:
        page = context.pages[0]
        page.goto(book.link)
        take_along(page, book.base)
        context.set_offline(True)
        for number in range(3):
            register(page, first=f"Ann {number}", email=f"ann{number}@example.org")
            expect_pending(page, number + 1)
        page.reload()
        expect_pending(page, 3)
        assert len({one["entry"]["id"] for one in kept(page)}) == 3
    with browser(chromium, tmp_path / "browser", **PHONE) as context:
        context.set_offline(True)
        page = context.pages[0]
        page.goto(f"{book.base}/register")
        expect_pending(page, 3)
        assert on_server(book) == []
        context.set_offline(False)
        upload(page)
        expect_pending(page, 0)
    assert on_server(book) == [f"ann{number}@example.org" for number in range(3)]


# Makes the pages that the device keeps older.
AGE = """async age => {
  for (const name of (await caches.keys()).filter(name => name.startsWith('pages-'))) {
    const pages = await caches.open(name);
    for (const request of await pages.keys()) {
      const page = await pages.match(request);
      const aged = (await page.text()).replace(/(?<=data-server-time=")\\d+/, time => Number(time) - age);
      await pages.put(request, new Response(aged, { headers: page.headers }));
    }
  }
}"""


def test_records_keep_their_time_where_pages_are_old(cellar):
    cellar.evaluate(AGE, 5 * 3_600_000)
    cellar.reload()
    assert cellar.evaluate("Date.now() - document.documentElement.dataset.serverTime") > 4 * 3_600_000
    register(cellar)
    [one] = kept(cellar)
    assert abs(cellar.evaluate("at => Date.now() - Date.parse(at)", one["entry"]["at"])) < 60_000


def test_nothing_is_uploaded_unasked(book, cellar):
    register(cellar)
    cellar.context.set_offline(False)
    cellar.reload()
    expect_pending(cellar, 1)
    cellar.goto(f"{book.base}/class")
    cellar.goto(f"{book.base}/register")
    expect_pending(cellar, 1)
    assert on_server(book) == []


def test_upload_says_that_there_is_no_signal(cellar):
    register(cellar)
    upload_button(cellar).tap()
    expect(progress(cellar).get_by_text("0 of 1 student", exact=True)).to_be_visible()
    expect(progress(cellar).get_by_text("There is no signal. Trying again…", exact=True)).to_be_visible()
    button(cellar, "Cancel").tap()
    expect_pending(cellar, 1)


def test_uploaded_ones_are_new_people_on_the_roster(book, cellar):
    register(cellar, first="Ann", last="Fleming", email="ann@example.org", gender="Other", university="Hogwarts")
    cellar.context.set_offline(False)
    upload(cellar)
    expect(notice(cellar, "1 student uploaded.")).to_be_visible()
    cellar.goto(f"{book.base}/students")
    cellar.get_by_role("region", name="New").get_by_role("link", name="Ann Fleming").click()
    expect(cellar.get_by_text("New: not on the roster")).to_be_visible()
    for name, text in (("E-mail", "ann@example.org"), ("Gender", "Other"), ("University", "Hogwarts")):
        expect(fact(cellar, name)).to_have_text(text)


def test_ids_one_by_one_and_to_all(book, start):
    for name in ("Ann", "Bo", "Cy"):
        register(start, first=name, last="New", email=f"{name}@example.org")
    upload(start)
    start.goto(f"{book.base}/students")
    new = start.get_by_role("region", name="New")
    new.get_by_role("link", name="Bo New").click()
    start.wait_for_load_state()
    button(start, "Use 10000002").tap()
    expect(notice(start, "On the roster as 10000002")).to_be_visible()
    expect(start.get_by_text("New: not on the roster")).to_have_count(0)
    start.goto(f"{book.base}/students")
    expect(new.get_by_role("link")).to_have_count(2)
    button(start, "Give IDs to All").click()
    button(start.get_by_role("alertdialog"), "Give IDs").click()
    expect(new).to_have_count(0)
    for name, number in (("Ann", "10000003"), ("Bo", "10000002"), ("Cy", "10000004")):
        expect(start.get_by_role("link", name=f"{name} New")).to_contain_text(number)


def test_full_disk_is_said_and_the_form_keeps_its_text(book, blank_phone):
    # The browser looks only now and then how much room there is.
    storage = blank_phone.context.new_cdp_session(blank_phone)
    storage.send("Storage.overrideQuotaForOrigin", {"origin": book.base, "quotaSize": 1})
    blank_phone.goto(f"{book.base}/register/new")
    fill_form(blank_phone)
    button(blank_phone, "Save").click()
    expect(notice(blank_phone, "This device is out of space. This has not been saved.")).to_be_visible()
    expect(field(blank_phone, "First name")).to_have_value("Ann")
    expect(field(blank_phone, "University")).to_have_value("Hogwarts")
    expect(blank_phone.get_by_role("radio", name="Female")).to_be_checked()
    assert kept_count(blank_phone) == 0


def test_signed_out_meanwhile(book, devices):
    page = devices.open(expected_errors=SIGNED_OUT, **PHONE)
    sign_in(page, book)
    page.goto(f"{book.base}/register")
    register(page)
    page.context.clear_cookies()
    upload(page)
    expect(notice(page, "Sign in again to upload the others.")).to_be_visible()
    expect_pending(page, 1)
    page.goto(book.link)
    page.goto(f"{book.base}/register")
    expect_pending(page, 1)
    upload(page)
    expect_pending(page, 0)
    assert on_server(book) == ["ann@example.org"]


# What the server does not take


def test_rejected_record_is_corrected(book, start):
    hold(start, registered(1), registered(2, YEARS_AGO, firstName="Bea"), registered(3))
    upload(start)
    expect(notice(start, "2 students uploaded. 1 to be corrected.")).to_be_visible()
    expect(start.get_by_role("link", name="Correct Bea No 2")).to_be_focused()
    expect(start.get_by_role("link", name="Correct Bea No 2")).to_be_in_viewport(ratio=1)
    assert on_server(book) == ["s1@example.org", "s3@example.org"]
    expect(corrections(start)).to_have_count(1)
    expect(corrections(start)).to_contain_text("Bea No 2")
    expect(corrections(start)).to_contain_text("more than a year ago")
    start.reload()
    expect(corrections(start)).to_contain_text("more than a year ago")
    start.get_by_role("link", name="Correct Bea No 2").click()
    expect(field(start, "First name")).to_have_value("Bea")
    expect(field(start, "University")).to_have_value("ETH Zürich")
    expect(start.get_by_role("radio", name="Other")).to_be_checked()
    expect(notice(start, "more than a year ago")).to_be_visible()
    field(start, "First name").fill("Beatrice")
    button(start, "Save").click()
    expect_pending(start, 1)
    expect(start.get_by_role("heading", name="To Be Corrected")).to_be_hidden()
    upload(start)
    assert on_server(book) == ["s1@example.org", "s2@example.org", "s3@example.org"]
    assert kept_count(start) == 0
    expect(start.get_by_role("heading", name="To Be Corrected")).to_be_hidden()
    start.goto(f"{book.base}/students")
    expect(start.get_by_role("region", name="New").get_by_role("link", name="Beatrice No 2")).to_be_visible()


def test_what_was_not_taken_is_told_once_and_leads_back(book, start):
    hold(start, registered(1, YEARS_AGO))
    upload(start)
    expect(notice(start, "1 to be corrected.")).to_be_visible()
    start.goto(f"{book.base}/class")
    expect(sign(start)).to_contain_text("1 rejected")
    expect(notice(start, "A change was rejected")).to_have_count(0)
    sign(start).click()
    expect(start.get_by_text("Nothing is waiting")).to_be_hidden()
    link = start.get_by_role("link", name="Registered students")
    expect(link).to_contain_text("1 to be corrected")
    link.click()
    expect(corrections(start)).to_have_count(1)


def test_wrong_field_is_shown_where_it_is_corrected(book, start):
    hold(start, registered(1, email="nobody"))
    upload(start)
    expect(corrections(start)).to_contain_text("This is not an e-mail address")
    start.get_by_role("link", name="Correct Student No 1").click()
    expect(field(start, "E-mail")).to_be_focused()
    assert "This is not an e-mail address" in problem(start, "E-mail")
    button(start, "Save").click()
    expect(field(start, "E-mail")).to_be_focused()
    field(start, "E-mail").fill("somebody@example.org")
    button(start, "Save").click()
    expect_pending(start, 1)
    upload(start)
    assert on_server(book) == ["somebody@example.org"]


def test_same_id_with_another_body_is_a_conflict_and_no_overwriting(book, start):
    first = registered(1)
    book.post(first)
    hold(start, {**first, "firstName": "Somebody", "lastName": "Else", "email": "else@example.org"})
    upload(start)
    expect(notice(start, "0 students uploaded. 1 to be corrected.")).to_be_visible()
    expect(corrections(start)).to_contain_text("Somebody Else")
    assert corrections(start).locator("[data-reason]").inner_text() != ""
    assert on_server(book) == ["s1@example.org"]
    start.get_by_role("link", name="Correct Somebody Else").click()
    expect(field(start, "E-mail")).to_have_value("else@example.org")
    button(start, "Save").click()
    upload(start)
    expect_pending(start, 0)
    assert on_server(book) == ["else@example.org", "s1@example.org"]
    assert kept_count(start) == 0


def test_who_is_there_already_can_be_discarded(book, start):
    first = registered(1)
    book.post(first)
    hold(start, registered(2, person=first["person"]), registered(3, YEARS_AGO))
    upload(start)
    expect(corrections(start)).to_have_count(2)
    expect(corrections(start).first).to_contain_text("This person exists already.")
    start.get_by_role("button", name="Discard Student No 2").click()
    expect(corrections(start)).to_have_count(1)
    assert [one["entry"]["lastName"] for one in kept(start)] == ["No 3"]
    expect(start.get_by_role("link", name="Correct Student No 3")).to_be_focused()
    start.get_by_role("button", name="Discard Student No 3").click()
    expect(start.get_by_role("heading", name="To Be Corrected")).to_be_hidden()
    expect(start.get_by_role("link", name="Add New Student")).to_be_focused()
    assert kept_count(start) == 0
    assert on_server(book) == ["s1@example.org"]


@pytest.mark.parametrize("is_reloaded", [False, True], ids=["at once", "after a reload"])
def test_discarded_registration_is_taken_back(book, start, is_reloaded):
    hold(start, registered(2, YEARS_AGO), registered(3, YEARS_AGO))
    upload(start)
    expect(corrections(start)).to_have_count(2)
    before = kept(start)
    start.get_by_role("button", name="Discard Student No 2").click()
    expect(corrections(start)).to_have_count(1)
    if is_reloaded:
        start.reload()
        expect(corrections(start)).to_have_count(1)
    undo(start, "Student No 2 discarded")
    expect(corrections(start)).to_have_count(2)
    assert kept(start) == before


# For everybody, in every hand


SIZES = {
    "phone": PHONE, "landscape": {**PHONE, "viewport": {"width": 844, "height": 390}}, "laptop": LAPTOP,
}
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


def states(page, base, proxy):
    """Both pages as they can be; tells which it is each time."""
    page.goto(f"{base}/register")
    expect_pending(page, 0)
    yield "nothing pending"
    hold(page, registered(1), registered(2, YEARS_AGO), registered(3, YEARS_AGO, firstName=LONG))
    expect_pending(page, 3)
    yield "pending"
    proxy.next(Fault.ERROR_503, Fault.DELAY)
    upload_button(page).click()
    # Of a single batch there is no number.
    expect(progress(page).get_by_text("Trying again…", exact=True)).to_be_visible()
    yield "uploading"
    proxy.wait_for(Fault.ERROR_503)
    expect(corrections(page)).to_have_count(2)
    yield "rejected"
    page.get_by_role("link", name="Correct Student No 2").click()
    expect(notice(page, "more than a year ago")).to_be_visible()
    yield "correcting"
    page.goto(f"{base}/register/new")
    yield "form"
    button(page, "Save").click()
    expect(field(page, "First name")).to_be_focused()
    yield "problems"
    field(page, "University").fill("zurich")
    expect(page.get_by_role("option")).not_to_have_count(0)
    yield "universities"


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_looks_and_sounds(book, devices, size):
    page = devices.open(expected_errors=f"{judges.AXE_ERRORS}|status of 503|ERR_INCOMPLETE_CHUNKED", **size)
    found = {}
    with FaultProxy(book.server.port, delay=2) as proxy:
        page.goto(book.link.replace(book.base, proxy.base))
        for state in states(page, proxy.base, proxy):
            for judge in (judges.overflow, judges.fingers, judges.guidelines):
                if problems := judge(page):
                    found[state, judge.__name__] = problems
        page.goto("about:blank")
    assert found == {}
