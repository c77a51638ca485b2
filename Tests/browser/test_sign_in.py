import re
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from book import entry, new_id
from conftest import LAPTOP, PHONE
from http_client import Client
from steps import button, check_in, expect_sent, prepared, tab, without_signal

REFUSED = "status of 400"


def type_code(page, code):
    page.get_by_role("textbox", name="Sign-in code").press_sequentially(code)
    button(page, "Sign In").click()


def code_with_a_zero(book, person):
    """Of many codes one that has the digit that looks like a letter."""
    codes = (book.sign_in_code(person) for _ in range(200))
    return next(code for code in codes if "0" in code)


def test_link_signs_in(book, devices):
    page = devices.open(**PHONE)
    page.goto(book.link)
    expect(page).to_have_url(f"{book.base}/class")
    expect(tab(page, "Class")).to_have_attribute("aria-current", "page")


@pytest.mark.parametrize("typed", [
    str, str.lower, lambda code: code.replace("-", ""), lambda code: code.replace("0", "O"),
    lambda code: f" {code.lower().replace('-', ' ').replace('0', 'o')} ",
], ids=["as printed", "small letters", "no hyphens", "O for 0", "all of it"])
def test_typed_code_signs_in(book, devices, typed):
    student = book.person("Ann", "Fleming")
    page = devices.open(**PHONE)
    page.goto(book.base)
    type_code(page, typed(code_with_a_zero(book, student)))
    expect(page.get_by_role("heading", name="Courses", level=1)).to_be_visible()


def test_pasted_code_signs_in(book, devices):
    page = devices.open(**LAPTOP)
    page.goto(book.base)
    page.get_by_role("textbox", name="Sign-in code").fill(book.code.lower().replace("-", ""))
    page.keyboard.press("Enter")
    expect(tab(page, "Class")).to_be_visible()


def test_wrong_code_is_refused_in_words(book, devices):
    page = devices.open(expected_errors=REFUSED, **PHONE)
    page.goto(book.base)
    type_code(page, "K7QF-2M9X-RT4D")
    expect(page.get_by_role("alert")).to_contain_text("Unknown sign-in code")
    expect(page.get_by_role("textbox", name="Sign-in code")).to_have_value("K7QF-2M9X-RT4D")
    expect(page.get_by_role("navigation", name="Main")).to_have_count(0)
    page.goto(f"{book.base}/students")
    expect(page.get_by_role("heading", name="Sign in to Shala")).to_be_visible()


def test_signing_in_leads_to_the_page_that_was_asked_for(book, devices):
    page = devices.open(**LAPTOP)
    page.goto(f"{book.base}/students?search=ann&sort=attended")
    type_code(page, book.code)
    expect(page).to_have_url(f"{book.base}/students?search=ann&sort=attended")


def test_signing_in_never_leads_to_another_site(book, devices):
    page = devices.open(**LAPTOP)
    page.goto(f"{book.base}/sign-in?next=https://elsewhere.example/")
    type_code(page, book.code)
    expect(page).to_have_url(f"{book.base}/class")


def scan(page, path):
    """What a phone's camera reads from the card on the screen."""
    page.get_by_role("img", name="QR code").screenshot(path=path)
    done = subprocess.run(["zbarimg", "-q", "--raw", path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_card_can_be_scanned(book, laptop, devices, tmp_path):
    student = book.person("Søren", "Østergaard")
    laptop.goto(f"{book.base}/people/{student}")
    button(laptop, "New Sign-In Code").click()
    card = laptop.get_by_role("region", name="Sign-in card")
    expect(card).to_contain_text("Søren Østergaard")
    expect(button(laptop, "Print")).to_be_visible()
    link = scan(laptop, tmp_path / "card.png")
    code = link.removeprefix(f"{book.base}/sign-in/")
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}", code)
    expect(card).to_contain_text(code)
    page = devices.open(**PHONE)
    page.goto(link)
    expect(page).to_have_url(f"{book.base}/courses")
    laptop.get_by_role("link", name="Done").click()
    expect(laptop.get_by_text("1 sign-in code", exact=True)).to_be_visible()


SHARES = """navigator.share = shared => { window.shared = shared; return Promise.resolve(); };"""


def test_link_is_copied_and_shared(book, devices):
    student = book.person("Ann", "Fleming")
    page = devices.open(**PHONE, permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script(SHARES)
    assert page.context.request.get(book.link).ok
    page.goto(f"{book.base}/people/{student}")
    button(page, "New Sign-In Code").click()
    link = page.locator(".sign-in-card-link").inner_text()
    button(page, "Copy Link").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    button(page, "Share").click()
    assert page.evaluate("window.shared") == {"title": "Shala", "text": "Sign in to Shala as Ann Fleming", "url": link}


def test_cards_of_a_course_are_made_at_once(book, laptop, devices):
    ann, ben = book.people("Ann Fleming", "Ben Okafor")
    course = book.course(students=[ann, ben])
    book.sign_in_code(ann)
    laptop.goto(f"{book.base}/courses/{course}/students")
    button(laptop, "Cards for Those Without").click()
    cards = laptop.get_by_role("list", name="Cards").get_by_role("listitem")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Ben Okafor")
    expect(laptop.get_by_text("1 card, shown only once")).to_be_visible()
    page = devices.open(**PHONE)
    page.goto(cards.locator(".sign-in-card-link").inner_text())
    expect(page).to_have_url(f"{book.base}/courses")
    laptop.get_by_role("link", name="Back").click()
    button(laptop, "Cards for Those Without").click()
    expect(laptop.get_by_text("Everybody has a card")).to_be_visible()
    laptop.get_by_role("link", name="Back").click()
    button(laptop, "Cards for Everybody").click()
    expect(cards).to_have_count(2)
    assert book.client_of(ann).ask("POST", f"/courses/{course}/sign-in-cards").status in (403, 404)


def test_cards_of_people_chosen_on_the_roster(book, phone):
    guest = book.student_type("Guest")
    ann, ben, cy = book.people("Ann Fleming", "Ben Okafor", "Cy Young")
    book.post(entry("person.edited", person=cy, type=guest), entry("person.edited", person=ben, type=guest))
    tab(phone, "More").tap()
    phone.get_by_role("link", name="Sign-In Cards").tap()
    for name in ("Cards for Those Without", "Cards for All Selected", "Select Nobody"):
        expect(button(phone, name)).to_be_disabled()
    phone.get_by_role("checkbox", name="Ann Fleming").check()
    # The choice stays while others are looked for.
    phone.get_by_role("searchbox", name="Search people").fill("cy")
    people = phone.get_by_role("list", name="People").get_by_role("listitem")
    expect(people).to_have_count(1)
    phone.get_by_role("checkbox", name="Cy Young").check()
    expect(phone.get_by_text("2 people selected")).to_be_visible()
    phone.get_by_role("searchbox", name="Search people").fill("")
    phone.get_by_label("Type").select_option(label="Guest")
    expect(people).to_have_count(2)
    expect(phone.get_by_role("checkbox", name="Cy Young")).to_be_checked()
    button(phone, "Select All Found").tap()
    expect(phone.get_by_text("3 people selected")).to_be_visible()
    phone.get_by_role("checkbox", name="Ben Okafor").uncheck()
    button(phone, "Cards for Those Without").tap()
    cards = phone.get_by_role("list", name="Cards").get_by_role("listitem")
    expect(cards).to_have_count(2)
    expect(cards).to_contain_text(["Ann Fleming", "Cy Young"])
    # Back is where the guests are; one of them has a card by now.
    phone.get_by_role("link", name="Back").tap()
    button(phone, "Select All Found").tap()
    button(phone, "Cards for All Selected").tap()
    expect(cards).to_contain_text(["Ben Okafor", "Cy Young"])


@pytest.mark.parametrize("count", [130])
def test_all_who_are_found_are_selected_also_further_down(book, laptop, count):
    book.post(*(entry("person.added", person=new_id(), firstName="Sam", lastName=f"Student {number:03}", studentID=f"7{number:05}")
                for number in range(count)))
    laptop.goto(f"{book.base}/sign-in-cards?search=sam")
    button(laptop, "Select All Found").click()
    expect(laptop.get_by_text(f"{count} people selected")).to_be_visible()
    button(laptop, "Cards for Those Without").click()
    expect(laptop.get_by_text(f"{count} cards, shown only once")).to_be_visible()
    expect(laptop.get_by_role("list", name="Cards").get_by_role("listitem")).to_have_count(count)


def test_card_stays_when_something_else_happens(book, laptop):
    student = book.person("Ann", "Fleming")
    laptop.clock.install()
    laptop.goto(f"{book.base}/people/{student}")
    button(laptop, "New Sign-In Code").click()
    code = laptop.locator(".sign-in-card-code").inner_text()
    laptop.evaluate("""after => {
      const feed = new EventSource(`/feed?after=${after}`);
      window.heard = new Promise(resolve => feed.addEventListener('entry', () => resolve(true)));
    }""", book.sequence)
    asked = []
    laptop.on("request", lambda request: asked.append(request.url))
    book.person("Bea", "Later")
    assert laptop.evaluate("window.heard")
    laptop.clock.run_for(5_000)
    expect(laptop.get_by_role("region", name="Sign-in card")).to_contain_text(code)
    assert [address for address in asked if "sign-in-codes" in address] == []


def test_revoked_code_is_worthless(book, laptop, devices):
    student = book.person("Ann", "Fleming")
    code = book.sign_in_code(student)
    page = devices.open(expected_errors=REFUSED, **PHONE)
    page.goto(f"{book.base}/sign-in/{code}")
    expect(page.get_by_role("heading", name="Courses", level=1)).to_be_visible()
    laptop.goto(f"{book.base}/people/{student}")
    button(laptop, "Revoke").click()
    expect(laptop.get_by_text("No sign-in code")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Sign in to Shala")).to_be_visible()
    type_code(page, code)
    expect(page.get_by_role("alert")).to_contain_text("Unknown sign-in code")


def test_sign_out(book, phone):
    tab(phone, "More").click()
    button(phone, "Sign Out").click()
    expect(phone.get_by_role("heading", name="Sign in to Shala")).to_be_visible()
    phone.goto(f"{book.base}/class")
    expect(phone.get_by_role("textbox", name="Sign-in code")).to_be_visible()
    assert phone.context.cookies() == []


def test_sign_out_makes_the_cookie_worthless(book, phone):
    [cookie] = [one for one in phone.context.cookies() if one["name"] == "shala"]
    assert cookie["httpOnly"] and cookie["sameSite"] == "Lax" and not cookie["secure"]
    client = Client(book.base)
    copied = {"Cookie": f"{cookie['name']}={cookie['value']}", "Accept": "application/json"}
    assert client.ask("GET", "/more", headers=copied).status == 200
    tab(phone, "More").click()
    button(phone, "Sign Out").click()
    expect(phone.get_by_role("heading", name="Sign in to Shala")).to_be_visible()
    assert client.ask("GET", "/more", headers=copied).status == 401


def test_guesses_are_limited(book):
    guesses = [book.client.ask("GET", f"/sign-in/K7QF-2M9X-{number:04d}", headers={"Accept": "application/json"})
               for number in range(30)]
    statuses = [guess.status for guess in guesses]
    assert statuses[0] == 400 and statuses[-1] == 429
    assert int(guesses[-1].headers["Retry-After"]) > 0
    right = Client(book.base).get(f"/sign-in/{book.code}")
    assert right.status == 200 and right.json["token"], "A right code is let in, whatever others behind the address tried."
    assert book.client.get("/more").status == 200, "Who is signed in goes on."


@pytest.mark.parametrize("size", [(390, 844), (320, 568)], ids=["phone", "small phone"])
def test_link_asks_before_it_takes_somebodys_place(book, devices, size):
    student = book.person("Wilhelmina-Alexandra", "von und zu Hohenstein-Oberkirchen")
    link = f"{book.base}/sign-in/{book.sign_in_code(student)}"
    width, height = size
    # What the instructor's page was still taking along may come too late.
    page = devices.open(expected_errors="status of 403", **{**PHONE, "viewport": {"width": width, "height": height}})
    page.goto(book.link)
    expect(tab(page, "Class")).to_be_visible()
    page.goto(link)
    expect(page.get_by_role("heading", name="Sign in as Wilhelmina-Alexandra von und zu Hohenstein-Oberkirchen?")).to_be_visible()
    expect(page.get_by_text("You are signed in as Maya Lindqvist.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(button(page, "Sign In")).to_be_in_viewport(ratio=1)
    stay = page.get_by_role("link", name="Stay Maya Lindqvist")
    expect(stay).to_be_in_viewport(ratio=1)
    assert Axe().run(page).response["violations"] == []
    stay.click()
    expect(tab(page, "Class")).to_have_attribute("aria-current", "page")
    page.goto(link)
    button(page, "Sign In").click()
    expect(page.get_by_role("heading", name="Courses", level=1)).to_be_visible()
    tab(page, "Me").click()
    expect(page.get_by_role("heading", name=re.compile("Wilhelmina"), level=1)).to_be_visible()
    expect(page.get_by_text("Made by Maya Lindqvist")).to_be_visible()
    expect(page.get_by_text("Signed in on ")).to_be_visible()


@pytest.mark.usefixtures("service_worker")
def test_link_on_another_sites_page_asks(book, devices, tmp_path):
    """Also once the service worker is there: it leaves such links to the browser, which says from where they come."""
    # What was still being taken along when somebody signed out is refused.
    page = devices.open(expected_errors="status of 401", **LAPTOP)
    page.goto(book.link)
    prepared(page)
    tab(page, "More").click()
    button(page, "Sign Out").click()
    expect(page.get_by_role("heading", name="Sign in to Shala")).to_be_visible()
    elsewhere = book.base.replace("127.0.0.1", "localhost")
    page.route(f"{elsewhere}/mail", lambda route: route.fulfill(content_type="text/html", body=f'<a href="{book.link}">Open</a>'))
    page.goto(f"{elsewhere}/mail")
    page.get_by_role("link", name="Open").click()
    expect(page.get_by_role("heading", name="Sign in as Maya Lindqvist?")).to_be_visible()
    assert page.context.cookies() == []
    page.get_by_role("link", name="Not Now").click()
    expect(page.get_by_role("heading", name="Sign in to Shala")).to_be_visible()


@pytest.mark.usefixtures("service_worker")
def test_who_was_signed_out_reads_that_nothing_is_lost(book, devices):
    """Their sign-in was revoked while they had no signal: what they did waits on the device until they are back."""
    book.venue("Hall")
    phone = devices.open(expected_errors="ERR_|Failed to load resource|EventSource", **PHONE)
    phone.goto(book.link)
    prepared(phone)
    without_signal(phone)
    check_in(phone, "Hall")
    cookie = phone.context.cookies()
    phone.context.clear_cookies()
    phone.context.set_offline(False)
    phone.goto(f"{book.base}/students")
    expect(phone.get_by_text("1 change is kept on this device, and sent once whoever made it signs in.")).to_be_visible()
    phone.context.add_cookies(cookie)
    phone.goto(f"{book.base}/class")
    expect_sent(phone)
    assert book.page("/class")["venue"] == "Hall"
