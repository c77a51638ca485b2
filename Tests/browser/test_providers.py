"""Venues, the temperature and pictures from the outside world, which answers well, badly, or not at all."""

import hashlib
import json
import re
import time

import pytest
from playwright.sync_api import expect

from book import Book, entry, new_id
from conftest import LAPTOP, PHONE
from judges import fingers, guidelines, overflow
from pictures import noise, png
from provider_server import BAD, Outside
from server import shala
from steps import button, dialog, notice, sign_in
from waiting import until

HERE = {"latitude": 47.3763, "longitude": 8.5478, "accuracy": 12}
NEAR = "latitude=47.3763&longitude=8.5478"

# How long an answer may take that somebody waits for: what a provider gets, and a little. Seconds.
LONGEST = 1.5


@pytest.fixture(scope="module")
def world():
    outside = Outside()
    yield outside
    outside.close()


@pytest.fixture
def outside(world):
    for provider in world.providers.values():
        provider.mode, provider.asked = "good", []
    world.users, world.temperature, world.trapped = {}, 21.4, []
    return world


@pytest.fixture
def book(serve, outside, beginning, tmp_path):
    beginning.copy(tmp_path / "book")
    return Book(serve("book", environment=outside.environment()), beginning)


@pytest.fixture
def keyed(serve, outside, beginning, tmp_path):
    beginning.copy(tmp_path / "keyed")
    return Book(serve("keyed", environment=outside.keyed()), beginning)


def offered(book, query=""):
    return [venue["name"] for venue in book.page(f"/class?{NEAR}&nearby=1{query}")["venues"]]


def temperature(book, session):
    return lambda: book.page(f"/classes/{session}").get("temperature")


# Venues


def test_venues_around_join_those_that_are_saved(book, outside):
    saved = book.venue("Catalina  ROOM", "Student Centre", latitude=47.3765, longitude=8.5480)
    page = book.page(f"/class?{NEAR}&nearby=1")
    assert [venue["name"] for venue in page["venues"]] == ["Catalina  ROOM", "Schule für Bewegung 瑜伽 🧘",
                                                          "Riverside Studio"]
    first, second, third = page["venues"]
    assert first["id"] == saved and "id" not in second and second["source"] == "OpenStreetMap"
    assert third["address"] == "Quay Street 12, Zürich" and first["distance"] <= second["distance"] <= third["distance"]
    assert page["attributions"] == [
        {"text": "© OpenStreetMap contributors", "href": "https://www.openstreetmap.org/copyright"}]
    assert "unavailableText" not in page
    # No more is told than is needed to find them.
    [asked] = outside.overpass.asked
    assert "47.376%2C8%2E548" in asked["body"] or "47%2E376%2C8%2E548" in asked["body"]
    assert "Maya" not in str(asked) and "47.3763" not in str(asked)


def test_typing_filters_and_asks_nobody_again(book, outside):
    for query, names in [("", 3), ("&search=bewegung", 1), ("&search=QUAY", 1), ("&search=zzz", 0)]:
        assert len(offered(book, query)) == names
    assert outside.overpass.count == 1


def test_two_providers_know_one_place_once(keyed, outside):
    names = offered(keyed)
    assert sorted(names) == ["Catalina Room", "Kletterhalle", "Riverside Studio", "Schule für Bewegung 瑜伽 🧘"]
    assert outside.foursquare.asked[0]["headers"]["X-Places-Api-Version"] == "2025-06-17"
    page = keyed.page(f"/class?{NEAR}&nearby=1")
    assert len(page["attributions"]) == 2


def test_providers_are_only_asked_when_somebody_looks_around(book, outside):
    book.page("/class")
    book.page(f"/class?{NEAR}")
    book.page("/class?nearby=1")
    assert outside.overpass.count == 0


@pytest.mark.parametrize("mode", [*BAD, "401", "remark", "missing", "swapped"])
def test_whatever_a_provider_does_the_saved_venues_are_there(book, outside, mode):
    book.venue("Riverside Studio", "12 Quay Street", latitude=47.3686, longitude=8.5391)
    outside.overpass.mode = mode
    start = time.monotonic()
    page = book.page(f"/class?{NEAR}&nearby=1")
    assert time.monotonic() - start < LONGEST
    assert [venue["name"] for venue in page["venues"]] == ["Riverside Studio"]
    if mode in ("missing", "swapped"):
        assert "unavailableText" not in page
    else:
        assert page["unavailableText"].startswith("OpenStreetMap ")
        assert page["unavailableText"].endswith("Only saved venues are shown.")
    assert outside.trapped == []
    assert book.client.get("/health").json["status"] == "ok"


@pytest.mark.parametrize("mode", ["500", "html", "401"])
def test_one_that_fails_again_and_again_is_left_alone(book, outside, mode):
    outside.overpass.mode = mode
    for number in range(12):
        book.page(f"/class?latitude=47.{300 + number}&longitude=8.5&nearby=1")
    assert outside.overpass.count == 5
    text = book.page("/class?latitude=47.4&longitude=8.5&nearby=1")["unavailableText"]
    assert "left alone" in text
    outside.overpass.mode = "good"
    assert "left alone" in book.page(f"/class?{NEAR}&nearby=1")["unavailableText"]
    assert outside.overpass.count == 5


def test_one_that_wants_to_be_left_alone_is(book, outside):
    outside.overpass.mode = "briefly"
    page = book.page(f"/class?{NEAR}&nearby=1")
    assert "asked too often" in page["unavailableText"]
    outside.overpass.mode = "good"
    assert "asked too often" in book.page("/class?latitude=47.4&longitude=8.5&nearby=1")["unavailableText"]
    assert outside.overpass.count == 1
    until(lambda: offered(book))
    assert outside.overpass.count == 2


def test_a_chosen_venue_is_saved_and_found_without_network(book, outside, devices):
    page = devices.open(permissions=["geolocation"], geolocation=HERE, **PHONE)
    page.goto(book.link)
    button(page, "Check In").click()
    sheet = dialog(page, "Choose a Venue")
    expect(sheet.get_by_role("link", name="© OpenStreetMap contributors")).to_have_attribute("target", "_blank")
    sheet.get_by_role("button", name="Schule für Bewegung").click()
    expect(page.get_by_role("heading", level=1, name="Schule für Bewegung 瑜伽 🧘")).to_be_visible()
    outside.overpass.mode = "500"
    session = book.page("/class")["id"]
    book.send(entry("class.saved", **{"class": session}))
    [venue] = book.page(f"/class?{NEAR}")["venues"]
    assert venue["name"] == "Schule für Bewegung 瑜伽 🧘" and venue["address"] == "Lange Gasse 7a, Zürich"


def test_what_is_added_or_typed_meanwhile_does_not_wait_for_providers(serve, beginning, tmp_path, outside, devices):
    beginning.copy(tmp_path / "patient")
    book = Book(serve("patient", environment=outside.environment(SHALA_PROVIDER_TIMEOUT="20")), beginning)
    book.venue("Catalina Room", "Student Centre", latitude=47.3763, longitude=8.5480)
    outside.overpass.mode = "late"
    outside.may_answer.clear()
    page = devices.open(permissions=["geolocation"], geolocation=HERE, **PHONE)
    page.goto(book.link)
    button(page, "Check In").click()
    sheet = dialog(page, "Choose a Venue")
    looking = sheet.get_by_text("Looking for more nearby…")
    expect(looking).to_be_visible()
    until(lambda: outside.overpass.count)
    button(sheet, "Add Venue").click()
    sheet.get_by_label("Venue name").fill("Attic")
    button(sheet, "Save Venue").click()
    expect(sheet.get_by_role("button", name="Attic")).to_be_focused()
    sheet.get_by_role("searchbox").fill("cata")
    expect(sheet.get_by_role("button", name="Attic")).to_be_hidden()
    expect(sheet.get_by_role("button", name="Catalina Room")).to_be_visible()
    expect(looking).to_be_visible()
    outside.may_answer.set()
    expect(looking).to_be_hidden()
    sheet.get_by_role("searchbox").fill("")
    expect(sheet.get_by_role("button", name="Riverside Studio")).to_be_visible()
    expect(sheet.get_by_role("button", name="Attic")).to_be_visible()


@pytest.mark.parametrize("options, mode", [*((PHONE, mode) for mode in BAD), (LAPTOP, "slow")])
def test_one_checks_in_while_everything_outside_is_broken(book, outside, devices, options, mode):
    for provider in outside.providers.values():
        provider.mode = mode
    book.venue("Catalina Room", "Student Centre", latitude=47.3763, longitude=8.5480)
    page = devices.open(permissions=["geolocation"], geolocation=HERE, **options)
    page.goto(book.link)
    button(page, "Check In").click()
    sheet = dialog(page, "Choose a Venue")
    expect(sheet.get_by_role("button", name="Catalina Room")).to_be_visible()
    expect(sheet.get_by_text("Only saved venues are shown.")).to_be_visible()
    start = time.monotonic()
    sheet.get_by_role("button", name="Catalina Room").click()
    expect(page.get_by_role("heading", level=1, name="Catalina Room")).to_be_visible()
    assert time.monotonic() - start < 3
    expect(page.get_by_text("unavailable")).to_be_visible()
    button(page, "Pause").click()
    expect(button(page, "Resume")).to_be_visible()


def test_what_is_added_to_the_screens_is_fit_for_everybody(book, outside, devices):
    ann = book.person("Ann", "Fleming")
    book.person("Bea", "Okafor", github="octo-bea")
    page = devices.open(permissions=["geolocation"], geolocation=HERE, **PHONE)
    page.goto(book.link)
    button(page, "Check In").click()
    expect(dialog(page, "Choose a Venue").get_by_role("button", name="Riverside Studio")).to_be_visible()
    found = guidelines(page) + overflow(page)
    page.goto(f"{book.base}/people/{ann}")
    button(page, "GitHub").click()
    expect(dialog(page, "Picture From GitHub")).to_be_visible()
    found += guidelines(page) + overflow(page)
    page.goto(f"{book.base}/people/pictures")
    found += guidelines(page) + overflow(page) + fingers(page)
    start(book)
    page.goto(f"{book.base}/class")
    expect(page.get_by_role("link", name="Weather data by Open-Meteo.com")).to_be_visible()
    found += guidelines(page) + overflow(page) + fingers(page)
    assert found == []


# The temperature


def start(book, venue=None):
    venue = venue or book.venue("Catalina Room", latitude=47.3763, longitude=8.5480)
    session = new_id()
    [result] = book.send(entry("class.started", venue=venue, **{"class": session}))
    assert result["outcome"] == "accepted"
    return session


def test_the_temperature_comes_by_itself_and_stays(book, outside):
    session = start(book)
    assert until(temperature(book, session)) == 21.4
    outside.temperature = -3
    book.send(entry("class.saved", **{"class": session}))
    saved = book.page(f"/classes/{session}")["session"]
    assert saved["temperature"] == 21.4 and saved["temperatureText"] == "21 °C"
    [asked] = outside.meteo.asked
    assert "latitude=47.38&longitude=8.55" in asked["path"]


def test_below_zero_and_at_it(book, outside, devices):
    for degrees, text in [(-7.6, "−8 °C"), (-0.2, "0 °C")]:
        outside.temperature = degrees
        # Another place, since what was said of one is still good.
        venue = book.venue(f"Hut {degrees}", latitude=46.0 + degrees, longitude=8.5480)
        session = start(book, venue)
        until(lambda: temperature(book, session)() is not None)
        page = devices.open(**PHONE)
        page.goto(book.link)
        expect(page.get_by_text(text)).to_be_visible()
        book.send(entry("class.deleted", **{"class": session}))


def test_a_class_of_a_course_has_it_too(book, outside, devices):
    ann = book.person("Ann", "Fleming")
    venue = book.venue("Catalina Room", latitude=47.3763, longitude=8.5480)
    session = book.opened(book.course(venue=venue, students=[ann]), venue)
    until(lambda: book.page(f"/classes/{session}")["card"].get("temperature"))
    page = devices.open(**PHONE)
    sign_in(page, book)
    page.goto(f"{book.base}/classes/{session}")
    expect(page.get_by_text("21 °C")).to_be_visible()
    expect(page.get_by_role("link", name="Weather data by Open-Meteo.com")).to_be_visible()


def test_with_a_key_the_other_is_asked(keyed, outside):
    assert until(temperature(keyed, start(keyed))) == 21.4
    assert outside.weather.count == 1 and outside.meteo.count == 0


@pytest.mark.parametrize("mode", [*BAD, "absurd"])
def test_checking_in_never_waits_and_what_fails_is_unavailable(book, outside, mode):
    outside.meteo.mode = mode
    begin = time.monotonic()
    session = start(book)
    assert time.monotonic() - begin < 1
    until(lambda: outside.meteo.count)
    page = book.page("/class")
    assert page["temperatureText"] == "unavailable" and "temperature" not in page
    assert outside.trapped == [] and book.client.get("/health").json["status"] == "ok"
    assert book.page(f"/classes/{session}")["phase"] == "running"


def test_a_restart_fills_in_what_is_missing(book, outside, devices):
    outside.meteo.mode = "500"
    session = start(book)
    until(lambda: outside.meteo.count)
    page = devices.open(r"Failed to load resource|ERR_|fetching the script", **PHONE)
    page.goto(book.link)
    expect(page.get_by_text("unavailable")).to_be_visible()
    outside.meteo.mode = "good"
    book.server.stop()
    book.server.start()
    assert until(temperature(book, session)) == 21.4
    # Live, by the feed.
    expect(page.get_by_text("21 °C")).to_be_visible(timeout=20_000)
    expect(page.get_by_role("link", name="Weather data by Open-Meteo.com")).to_be_visible()


def test_nobody_else_says_how_warm_it_is(book, outside):
    outside.meteo.mode = "500"
    session = start(book)
    [result] = book.send(entry("class.measured", temperature=20, **{"class": session}))
    assert result["outcome"] == "rejected" and result["problems"][0]["code"] == "forbidden"


def test_the_unit_is_the_persons(book, outside, devices):
    session = start(book)
    until(temperature(book, session))
    american = {**PHONE, "locale": "en-US", "timezone_id": "America/Chicago"}
    for options, text, other in [(PHONE, "21 °C", "°F"), (american, "71 °F", "°C")]:
        page = devices.open(**options)
        page.goto(book.link)
        expect(page.get_by_text(text)).to_be_visible()
        page.goto(f"{book.base}/more")
        page.get_by_label("Temperatures in").select_option(other)
        page.goto(f"{book.base}/class")
        expect(page.get_by_text("71 °F" if other == "°F" else "21 °C")).to_be_visible()


# Pictures


def post(client, path, body):
    return client.ask("POST", path, json.dumps(body), {"Content-Type": "application/json", "Accept": "application/json"})


def fetch(book, person, **body):
    return post(book.client, f"/people/{person}/github", body)


def test_a_picture_from_github_is_kept_like_any_photo(book, outside):
    ann = book.person("Ann", "Fleming")
    outside.users["octo-ann"] = picture = png(60, 60)
    answer = fetch(book, ann, username="octo-ann")
    digest = hashlib.sha256(picture).hexdigest()
    assert answer.status == 200 and answer.json["changed"] and answer.json["picture"] == digest
    person = book.page(f"/people/{ann}")
    assert person["github"] == "octo-ann" and person["picture"] == digest
    assert book.client.get(f"/pictures/{digest}").body == picture
    before = book.sequence
    # Again, with the tags: nothing has changed, and little is sent.
    again = fetch(book, ann)
    assert again.status == 200 and not again.json["changed"] and book.sequence == before
    assert outside.github.asked[1]["headers"]["If-None-Match"] == 'W/"octo-ann"'
    assert outside.avatar.asked[1]["headers"]["If-None-Match"]
    assert shala("doctor", data=book.server.data).returncode == 0


def test_larger_than_a_photo_and_not_too_large(book, outside):
    ann = book.person("Ann", "Fleming")
    outside.users["large"] = noise(620, 620)
    assert 524_288 < len(outside.users["large"]) < 2_000_000
    assert fetch(book, ann, username="large").status == 200
    outside.users["larger"] = noise(1000, 1000)
    assert len(outside.users["larger"]) > 2_097_152
    assert shala("doctor", data=book.server.data).returncode == 0
    assert fetch(book, ann, username="larger").status == 503


@pytest.mark.parametrize("set_up, status, words", [
    ({}, 400, "There is no user octo on GitHub."),
    ({"github": "limited"}, 429, "Try again in 10 minutes."),
    ({"github": "429"}, 429, "Try again in 2 minutes."),
    ({"avatar": "text"}, 503, "Nothing was changed."),
    ({"github": "inside"}, 503, "not allowed"),
    ({"avatar": "redirect"}, 503, "not allowed"),
    ({"avatar": "loop"}, 503, "not allowed"),
    *[({"github": mode}, 503, "Nothing was changed.") for mode in BAD if mode != "429"],
    *[({"avatar": mode}, 503, "Nothing was changed.") for mode in BAD if mode not in ("429", "redirect", "loop")],
])
def test_what_fails_is_said_and_changes_nothing(book, outside, set_up, status, words):
    ann = book.person("Ann", "Fleming")
    if set_up:
        outside.users["octo"] = png(60, 60)
    for name, mode in set_up.items():
        getattr(outside, name).mode = mode
    before, begin = book.sequence, time.monotonic()
    answer = fetch(book, ann, username="octo")
    assert time.monotonic() - begin < 2 * LONGEST
    assert answer.status == status and words in answer.json["detail"], answer.json
    if status == 429:
        assert 60 <= int(answer.headers["Retry-After"]) <= 600
    assert book.sequence == before and outside.trapped == []
    assert book.page(f"/people/{ann}")["github"] == ""


def test_a_limit_is_kept(book, outside):
    ann = book.person("Ann", "Fleming")
    outside.users["octo"] = png(60, 60)
    outside.github.mode = "limited"
    for _ in range(3):
        assert fetch(book, ann, username="octo").status == 429
    assert outside.github.count == 1


def test_a_picture_may_have_moved_within_its_host(book, outside):
    ann = book.person("Ann", "Fleming")
    outside.users["octo"] = png(60, 60)
    outside.avatar.mode = "moved"
    assert fetch(book, ann, username="octo").status == 200


@pytest.mark.parametrize("username", ["", "a b", "../users/x", "-x", "x" * 40, "a/b?c", "ä"])
def test_names_that_nobody_can_have_are_not_asked_for(book, outside, username):
    ann = book.person("Ann", "Fleming")
    answer = fetch(book, ann, username=username)
    assert answer.status == 400 and answer.json["fields"][0]["field"] == "username"
    assert outside.github.count == 0


def test_only_instructors_fetch_pictures(book, outside):
    ann, bea = book.people("Ann Fleming", "Bea Okafor")
    answer = post(book.client_of(ann), f"/people/{ann}/github", {"username": "octo"})
    assert answer.status == 403
    assert book.client_of(bea).get("/people/pictures").status == 403
    assert fetch(book, new_id(), username="octo").status == 404
    assert outside.github.count == 0


@pytest.mark.parametrize("options", [PHONE, LAPTOP], ids=["phone", "wide"])
def test_the_username_is_asked_if_nobody_knows_it(book, outside, devices, options):
    ann = book.person("Ann", "Fleming")
    outside.users["octo-ann"] = png(60, 60)
    page = devices.open("status of 400", **options)
    sign_in(page, book)
    page.goto(f"{book.base}/people/{ann}")
    button(page, "GitHub").click()
    sheet = dialog(page, "Picture From GitHub")
    field = sheet.get_by_label("Username on GitHub")
    field.fill("nobody-at-all")
    button(sheet, "Fetch Picture").click()
    expect(sheet.get_by_text("There is no user nobody-at-all on GitHub.")).to_be_visible()
    field.fill("octo-ann")
    button(sheet, "Fetch Picture").click()
    expect(notice(page, "Picture fetched from GitHub")).to_be_visible()
    expect(page.locator(".portrait img")).to_have_attribute("src", re.compile("/pictures/"))
    expect(page.get_by_label("GitHub username")).to_have_value("octo-ann")
    button(page, "Undo").click()
    expect(page.locator(".portrait img")).to_have_count(0)
    assert book.page(f"/people/{ann}")["github"] == ""


@pytest.fixture
def roster(book, outside):
    people = []
    for number in range(12):
        name = f"octo-{number}"
        outside.users[name] = png(40 + number, 40)
        people.append(book.person("Ann", f"Number {number:02}", github=name))
    return people


def test_all_that_are_missing_at_once(book, outside, roster, devices):
    del outside.users["octo-3"]
    page = devices.open("status of 400", **PHONE)
    sign_in(page, book)
    page.goto(f"{book.base}/people/pictures")
    expect(page.get_by_text("12 people have a GitHub username and no picture.")).to_be_visible()
    button(page, "Fetch Missing Pictures").click()
    expect(page.get_by_text("11 pictures fetched. 1 could not be.")).to_be_visible()
    expect(page.get_by_text("There is no user octo-3 on GitHub.")).to_be_visible()
    assert [one["id"] for one in book.page("/people/pictures")["people"]] == [roster[3]]


def test_it_stops_where_github_has_had_enough(book, outside, roster, devices):
    page = devices.open("status of 429", **LAPTOP)
    sign_in(page, book)
    page.goto(f"{book.base}/people/pictures")
    outside.github.mode = "briefly"
    button(page, "Fetch Missing Pictures").click()
    expect(page.get_by_text(re.compile("12 left.*Try again in [12] second"))).to_be_visible()
    assert outside.github.count <= 3
    outside.github.mode = "good"
    done = page.get_by_text("12 pictures fetched.")
    for _ in range(20):
        button(page, "Fetch Missing Pictures").click()
        expect(done.or_(page.get_by_text("12 left"))).to_be_visible()
        if done.is_visible():
            break
    expect(done).to_be_visible()


def test_it_can_be_cancelled(book, outside, roster, devices):
    page = devices.open("status of 503|ERR_ABORTED", **PHONE)
    sign_in(page, book)
    page.goto(f"{book.base}/people/pictures")
    outside.avatar.mode = "slow"
    button(page, "Fetch Missing Pictures").click()
    expect(page.get_by_role("progressbar", name="Pictures fetched")).to_be_visible()
    button(page, "Cancel").click()
    expect(page.get_by_text(re.compile("12 left. Cancelled."))).to_be_visible()
    expect(button(page, "Fetch Missing Pictures")).to_be_visible()


# For who hosts


def test_the_doctor_tells_who_answers(outside):
    done = shala("doctor", "--providers", environment=outside.keyed())
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and len(lines) == 5 and all(line.endswith(": answers") for line in lines), done.stdout
    outside.weather.mode = "500"
    done = shala("doctor", "--providers", environment=outside.keyed())
    assert done.returncode == 1 and "OpenWeatherMap" in done.stdout and "answered with the status 500" in done.stdout
    assert "secret" not in done.stdout + done.stderr
    outside.weather.mode, outside.github.mode = "good", "401"
    done = shala("doctor", "--providers", environment=outside.keyed())
    assert done.returncode == 1 and re.search("GitHub.*status 401", done.stdout)
    none = shala("doctor", "--providers")
    assert none.returncode == 0 and "No external services" in none.stdout


@pytest.mark.parametrize("name, value", [
    ("SHALA_OVERPASS_URL", "ftp://x"), ("SHALA_OVERPASS_URL", "http://user:secret@x/"), ("SHALA_PROVIDER_TIMEOUT", "soon"),
    ("SHALA_FOURSQUARE_KEY", "two words"),
])
def test_settings_that_cannot_be_are_said(name, value):
    done = shala("doctor", "--providers", environment={name: value})
    assert done.returncode != 0 and name in done.stderr and "secret" not in done.stderr


def test_no_key_is_ever_told(keyed, outside):
    keyed.person("Ann", "Fleming")
    for mode in BAD:
        for provider in outside.providers.values():
            provider.mode = mode
        page = keyed.client.get(f"/class?latitude=47.{BAD.index(mode)}&longitude=8.5&nearby=1").body.decode()
        assert "secret" not in page
    start(keyed)
    until(lambda: outside.weather.count)
    assert "secret" not in keyed.server.log.read_text()


def test_what_is_not_chosen_by_the_host_is_never_inside(outside, serve):
    """A usual address whose name leads into the network of the server is not asked."""
    hosts = {**outside.environment(), "SHALA_GITHUB_PICTURE_HOSTS": ""}
    book = Book(serve("inside", environment=hosts))
    ann = book.person("Ann", "Fleming")
    outside.users["octo"] = png(60, 60)
    assert "not allowed" in fetch(book, ann, username="octo").json["detail"]
    assert outside.avatar.count == 0
