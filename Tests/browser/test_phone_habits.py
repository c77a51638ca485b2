"""What phones do and computers do not: they sleep, evict, zoom, compose words, and hold pictures too large for them."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from book import entry
from conftest import LAPTOP, PHONE, signed_in
from pictures import jpeg_size, photo
from steps import button, dialog, enter, notice, prepared, sign, sign_in, until, with_signal, without_signal
from test_feed_ends import SOURCES
from trainees import log

FOLLOWED = "count => window.sources.length === count && window.sources.at(-1).readyState === 1"
HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def ann(book):
    return book.person("Ann", "Fleming")


@pytest.fixture
def watched(book, blank_laptop):
    """A page whose feeds are counted, and whose time the test moves on."""
    blank_laptop.add_init_script(SOURCES)
    blank_laptop.clock.install()
    blank_laptop.goto(f"{book.base}/students")
    until(blank_laptop, FOLLOWED, 1)
    return blank_laptop


def test_a_feed_that_is_silent_for_long_is_opened_anew(book, watched):
    watched.clock.fast_forward(39_000)
    assert watched.evaluate("window.sources.length") == 1
    watched.clock.fast_forward(2_000)
    until(watched, FOLLOWED, 2)
    assert watched.evaluate("window.sources[0].readyState") == 2
    book.person("Ann", "Fleming")
    watched.clock.resume()
    expect(watched.get_by_role("link", name="Ann Fleming")).to_be_visible()


def test_a_heartbeat_is_a_sign_of_life(watched):
    for _ in range(4):
        watched.clock.fast_forward(20_000)
        watched.evaluate("window.sources[0].dispatchEvent(new MessageEvent('beat'))")
    assert watched.evaluate("window.sources.length") == 1


def test_the_server_sends_heartbeats_that_a_page_hears(book):
    with book.client.feed("/feed") as feed:
        lines = [feed.readline().decode().strip() for _ in range(4)]
    assert lines[2:] == ["event: beat", "data:"]


def test_after_a_sleep_the_feed_is_opened_anew(watched):
    watched.evaluate(HIDE, True)
    watched.clock.fast_forward(1_000)
    watched.evaluate(HIDE, False)
    assert watched.evaluate("window.sources.length") == 1
    watched.evaluate(HIDE, True)
    watched.clock.fast_forward(6_000)
    watched.evaluate(HIDE, False)
    until(watched, FOLLOWED, 2)


# Whether nothing heard the key.
COMPOSED = """(field, code) => field.dispatchEvent(new KeyboardEvent('keydown', {
  key: 'Enter', keyCode: code, bubbles: true, cancelable: true,
}))"""


def test_enter_that_ends_a_composition_does_not_send(book, ann, devices):
    course = book.course(students=[ann])
    session = book.scheduled(course, ago=5)
    book.post(entry("class.started", 4, **{"class": session}, venue=book.venue()))
    page = sign_in(devices.open(**PHONE), book, ann)
    page.goto(f"{book.base}/classes/{session}/questions")
    field = page.get_by_role("textbox", name="Your question")
    # A question without words is refused once the form is ready.
    button(page, "Ask").click()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("何ですか")
    # Safari tells of it after the composition, by the key code alone.
    assert field.evaluate(COMPOSED, 229) is True
    assert field.evaluate(COMPOSED, 13) is False
    expect(field).to_have_value("")
    expect(page.get_by_role("list", name="Questions").get_by_text("何ですか")).to_be_visible()


def test_enter_that_ends_a_composition_does_not_leave_a_field(book, ann, blank_laptop):
    blank_laptop.goto(f"{book.base}/people/{ann}")
    field = blank_laptop.get_by_label("First name")
    field.focus()
    field.evaluate(COMPOSED, 229)
    expect(field).to_be_focused()
    field.evaluate(COMPOSED, 13)
    expect(field).not_to_be_focused()


DECODED = """window.decoded = [];
const decode = window.createImageBitmap;
window.createImageBitmap = async (...all) => {
  const image = await decode(...all);
  window.decoded.push([image.width, image.height]);
  return image;
};"""


@pytest.mark.parametrize("size, decoded", [((8000, 6000), [2731, 2048]), ((300, 200), [300, 200]), ((200, 9000), [200, 9000])])
def test_a_large_picture_is_decoded_small(size, decoded, book, ann, blank_phone):
    blank_phone.add_init_script(DECODED)
    blank_phone.goto(f"{book.base}/people/{ann}")
    blank_phone.get_by_label("Photo Library").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": photo(*size)})
    button(dialog(blank_phone, "Move and Scale"), "Use Photo").click(timeout=30_000)
    expect(notice(blank_phone, "Picture changed")).to_be_visible()
    assert blank_phone.evaluate("window.decoded") == [decoded]
    address = book.page(f"/people/{ann}")["person"]["avatar"]["picture"]
    assert jpeg_size(book.client.get(address, accept="image/*").body) == (512, 512)


def test_initials_stand_for_a_picture_that_cannot_be_had(book, ann, devices):
    blank_phone = signed_in(devices, book, {**PHONE, "expected_errors": "Failed to load resource"})
    blank_phone.goto(f"{book.base}/people/{ann}")
    blank_phone.get_by_label("Photo Library").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": photo(300, 200)})
    button(dialog(blank_phone, "Move and Scale"), "Use Photo").click()
    image = blank_phone.locator(".portrait img")
    expect(image).to_be_visible()
    image.evaluate("image => { image.src = '/pictures/none'; }")
    expect(image).to_be_hidden()
    content = blank_phone.locator(".portrait .avatar").evaluate("one => getComputedStyle(one, '::before').content")
    assert content == '"AF"'
    image.evaluate("(image, there) => { image.src = there; }", book.page(f"/people/{ann}")["person"]["avatar"]["picture"])
    expect(image).to_be_visible()


SIZES = """() => [...document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden]), select, textarea')]
  .filter(one => parseFloat(getComputedStyle(one).fontSize) < 16)
  .map(one => [one.name || one.id, getComputedStyle(one).fontSize])"""


def test_no_field_makes_the_page_zoom(book, ann, phone):
    course = book.course(students=[ann])
    for path in ("/students", f"/people/{ann}", "/sessions", "/more", "/training", "/register/new", "/courses/new",
                 f"/courses/{course}/schedule", f"/courses/{course}/students", "/class", "/people/import", "/student-types"):
        phone.goto(book.base + path)
        assert phone.evaluate(SIZES) == [], path


def test_a_menu_closes_at_a_tap_beside_it(book, blank_phone):
    blank_phone.goto(f"{book.base}/training")
    log(blank_phone, "Ran", "30")
    menu = blank_phone.get_by_role("menu", name="Entry")
    for close in (lambda: blank_phone.get_by_role("heading", name="Training", level=1).tap(),
                  lambda: blank_phone.keyboard.press("Escape")):
        button(blank_phone, "Actions: Ran").click()
        expect(menu).to_be_visible()
        close()
        expect(menu).to_be_hidden()
    button(blank_phone, "Actions: Ran").click()
    menu.get_by_role("menuitem", name="Delete").tap()
    expect(notice(blank_phone, "“Ran” deleted")).to_be_visible()


def test_news_does_not_tear_a_swiped_class_away(book, ann, devices):
    course = book.course(students=[ann])
    sessions = [book.scheduled(course, ago=-60 * (number + 1)) for number in range(3)]
    page = sign_in(devices.open(**PHONE), book, ann)
    page.goto(f"{book.base}/classes/{sessions[1]}")
    pager = page.locator("#pager")
    expect(pager).to_have_attribute("data-own-ready", "")
    page.evaluate("""() => {
      const pager = document.getElementById('pager');
      window.touched = false;
      window.torn = [];
      pager.addEventListener('touchstart', () => { window.touched = true; });
      for (const end of ['touchend', 'touchcancel']) pager.addEventListener(end, () => { window.touched = false; });
      const place = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollLeft');
      Object.defineProperty(pager, 'scrollLeft', {
        get() { return place.get.call(this); },
        set(value) {
          if (window.touched) window.torn.push(value);
          place.set.call(this, value);
        },
      });
    }""")
    finger = page.context.new_cdp_session(page)
    box = pager.bounding_box()
    y = box["y"] + 60

    def touch(kind, *xs):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x in xs]})

    touch("touchStart", 300)
    for x in range(290, 150, -10):
        touch("touchMove", x)
    until(page, "() => document.getElementById('pager').hasAttribute('data-own-held')")
    book.post(entry("course.edited", course=course, title="Renamed"))
    until(page, "() => performance.getEntriesByType('resource').filter(one => one.name.includes('/classes/')).length >= 1")
    touch("touchMove", 140)
    assert page.evaluate("window.torn") == []
    touch("touchEnd")
    # Once it is still, what is new is shown.
    until(page, "() => !document.getElementById('pager').hasAttribute('data-own-held')")
    expect(page.get_by_text("Renamed").first).to_be_visible()


STANDALONE = """Object.defineProperty(navigator, 'standalone', { get: () => true });
window.shared = [];
navigator.canShare = () => true;
navigator.share = async ({ files }) => { window.shared.push([files[0].name, files[0].type, await files[0].text()]); };"""


def test_a_file_has_a_way_back_where_the_app_is_installed(book, ann, blank_phone):
    blank_phone.add_init_script(STANDALONE)
    blank_phone.goto(f"{book.base}/people/import")
    blank_phone.get_by_role("link", name="CSV").click()
    until(blank_phone, "() => window.shared.length === 1")
    [[name, kind, text]] = blank_phone.evaluate("window.shared")
    assert name.endswith(".csv") and kind.startswith("text/csv") and "Fleming" in text
    expect(blank_phone).to_have_url(f"{book.base}/people/import")


def test_elsewhere_it_is_downloaded(book, blank_laptop):
    blank_laptop.goto(f"{book.base}/people/import")
    with blank_laptop.expect_download() as download:
        blank_laptop.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename.endswith(".csv")


@pytest.mark.usefixtures("service_worker")
@pytest.mark.parametrize("is_installed", [True, False])
def test_a_file_says_that_it_needs_a_signal(book, ann, devices, is_installed):
    phone = devices.open("ERR_|Failed to load resource|EventSource", **PHONE)
    if is_installed:
        phone.add_init_script(STANDALONE)
    phone.goto(book.link)
    course = book.course(students=[ann])
    book.session(book.venue(), ann)
    for address, name in ((f"/courses/{course}/attendance", "CSV File"), ("/training", "Download CSV")):
        phone.goto(book.base + address)
        prepared(phone)
        without_signal(phone)
        phone.get_by_role("link", name=name).click()
        expect(notice(phone, "The file needs a signal, and there is none.")).to_be_visible()
        expect(phone).to_have_url(book.base + address)
        with_signal(phone)
    if not is_installed:
        with phone.expect_download() as download:
            phone.get_by_role("link", name="Download CSV").click()
        assert download.value.suggested_filename.endswith(".csv")


def test_an_old_browser_is_told(book, devices):
    page = devices.open(**PHONE)
    page.goto(f"{book.base}/sign-in")
    expect(page.get_by_text("This browser is too old")).to_have_count(0)
    old = devices.open(**PHONE)
    old.add_init_script("CSSStyleSheet.prototype.replaceSync = function () { this.insertRule('a {}'); };")
    old.goto(f"{book.base}/sign-in")
    expect(old.get_by_text("It needs Safari 17.2 (iOS 17.2), Chrome or Edge 120, or Firefox 128.")).to_be_visible()


# Later than the oldest browsers: Safari 17.2, Chrome 120, Firefox 128.
TOO_NEW = {
    "js": r"Object\.groupBy|Map\.groupBy|withResolvers|AbortSignal\.any|checkVisibility|fromBase64|toBase64|RegExp\.escape|"
          r"Promise\.try|\.(values|keys|entries)\(\)\.(map|filter|some|find|reduce|take|drop|flatMap|every|toArray)\(|"
          r"startViewTransition|\.(union|intersection|difference|isSubsetOf)\(|Float16Array|Temporal\.",
    "css": r"light-dark\(|@starting-style|@scope|@position-try|anchor\(|interpolate-size|@view-transition|:open\b|if\(",
}


@pytest.mark.parametrize("kind", TOO_NEW)
def test_nothing_is_newer_than_the_oldest_browsers(kind):
    root = Path(__file__).parents[2] / "Sources/Web/Resources/public"
    found = [f"{path.name}: {match.group()}" for path in root.rglob(f"*.{kind}") for match in re.finditer(TOO_NEW[kind], path.read_text())]
    assert found == []


def test_what_a_tab_may_lose_is_said(book, blank_phone):
    blank_phone.goto(f"{book.base}/register")
    warning = blank_phone.get_by_role("region", name="Not installed")
    expect(blank_phone.get_by_text("None pending")).to_be_visible()
    expect(warning).to_be_hidden()
    blank_phone.goto(f"{book.base}/register/new")
    for label, text in (("First name", "Rae"), ("Last name", "Kim"), ("E-mail", "rae@example.org"), ("University", "Home")):
        blank_phone.get_by_label(label, exact=True).fill(text)
    blank_phone.get_by_role("radio", name="Other").check()
    button(blank_phone, "Save").click()
    expect(notice(blank_phone, "Rae Kim")).to_be_visible()
    blank_phone.goto(f"{book.base}/register")
    expect(warning).to_be_visible()
    expect(warning).to_contain_text("Safari does so after seven days without a visit")
    warning.get_by_role("link", name="How to Install").click()
    expect(blank_phone.get_by_role("heading", name="Install Shala")).to_be_visible()


@pytest.mark.usefixtures("service_worker")
def test_an_installed_app_is_not_warned(book, blank_phone):
    blank_phone.add_init_script("navigator.storage.persisted = async () => true;")
    blank_phone.goto(f"{book.base}/offline")
    expect(blank_phone.get_by_text("Nothing is waiting")).to_be_visible()
    without_signal(prepared(blank_phone))
    blank_phone.goto(f"{book.base}/training")
    log(blank_phone, "Ran", "30")
    blank_phone.goto(f"{book.base}/offline")
    expect(blank_phone.get_by_text("Waiting 1")).to_be_visible()
    expect(blank_phone.get_by_role("region", name="Not installed")).to_be_hidden()


@pytest.mark.usefixtures("service_worker")
def test_sign_of_the_page_before_is_there_at_once(book, blank_phone):
    blank_phone.goto(f"{book.base}/training")
    without_signal(prepared(blank_phone))
    # An answer under way may still arrive; the next look is after 15 seconds.
    expect(sign(blank_phone)).to_have_text("Offline", timeout=20_000)
    blank_phone.add_init_script("""addEventListener('DOMContentLoaded', () => { window.signs = document.getElementById('sign').textContent; });""")
    blank_phone.reload()
    assert blank_phone.evaluate("window.signs") == "Offline"


def test_storage_that_never_opens_does_not_swallow_anything(book, blank_phone):
    blank_phone.add_init_script("IDBFactory.prototype.open = () => ({});")
    blank_phone.goto(f"{book.base}/training")
    log(blank_phone, "Ran", "30")
    expect(blank_phone.get_by_role("list", name="Entries").get_by_text("Ran", exact=True)).to_be_visible(timeout=15_000)
    assert [one["description"] for one in book.page("/training")["trainings"]] == ["Ran"]


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"


@pytest.mark.parametrize("agent, first", [(IPHONE, "iPhone and iPad"), (ANDROID, "Android")])
def test_the_steps_of_this_system_come_first(agent, first, book, ann, devices):
    page = enter(devices.open(**PHONE, user_agent=agent), book, ann)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="More").click()
    page.get_by_role("link", name="Install Shala").click()
    steps = page.locator(".system[data-own-system]")
    expect(steps.get_by_role("heading")).to_have_text(first)
    tops = page.locator(".system").evaluate_all("all => all.map(one => [one.getBoundingClientRect().top, one.querySelector('h2').textContent])")
    assert min(tops)[1] == first


def test_a_short_code_carries_the_sign_in_over(book, ann, devices):
    safari, installed = devices.open(**PHONE), devices.open(**PHONE)
    sign_in(safari, book, ann)
    safari.goto(f"{book.base}/install")
    button(safari, "Show a Code for the Installed App").click()
    card = safari.get_by_role("region", name="Code for the installed app")
    expect(card.get_by_text("Good once, until")).to_be_visible()
    code = re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}\b", card.inner_text()).group()
    installed.goto(book.base)
    installed.get_by_role("textbox", name="Sign-in code").press_sequentially(code.lower().replace("-", ""))
    expect(installed.get_by_role("textbox", name="Sign-in code")).to_have_value(code)
    button(installed, "Sign In").click()
    expect(installed.get_by_role("heading", name="Courses", level=1)).to_be_visible()
    # Once only; who has signed in stays.
    third = devices.open("status of 400", **LAPTOP)
    third.goto(f"{book.base}/sign-in")
    third.get_by_role("textbox", name="Sign-in code").fill(code)
    button(third, "Sign In").click()
    expect(third.get_by_role("alert")).to_have_text(re.compile("Unknown sign-in code"))
    safari.reload()
    installed.reload()
    expect(installed.get_by_role("heading", name="Courses", level=1)).to_be_visible()
