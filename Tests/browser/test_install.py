"""The app can be installed, and nobody else writes to it."""

import json

import pytest
from playwright.sync_api import expect

from conftest import PHONE
from pictures import png_size

pytestmark = pytest.mark.usefixtures("service_worker")


@pytest.fixture
def manifest(book):
    answer = book.client.get("/manifest.webmanifest", accept="*/*")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/manifest+json")
    return answer.json


def test_manifest_says_what_installing_needs(manifest):
    assert manifest["name"] == "Shala" and manifest["short_name"] == "Shala"
    assert manifest["display"] == "standalone"
    assert manifest["start_url"].startswith(manifest["scope"])
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes


def test_browser_finds_nothing_wrong_with_the_manifest(book, phone):
    answer = phone.context.new_cdp_session(phone).send("Page.getAppManifest")
    assert answer["url"] == f"{book.base}/manifest.webmanifest"
    assert answer["errors"] == []
    assert json.loads(answer["data"])["name"] == "Shala"


def test_icons_are_there_in_the_sizes_they_claim(book, manifest):
    for icon in manifest["icons"]:
        answer = book.client.get(icon["src"], accept="image/*")
        assert (answer.status, answer.headers["Content-Type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert "%dx%d" % png_size(answer.body) == icon["sizes"]
        else:
            assert b"viewBox" in answer.body and b"<svg" in answer.body


def test_shortcuts_lead_somewhere(book, manifest):
    for shortcut in manifest["shortcuts"]:
        assert book.client.get(shortcut["url"]).status == 200


def test_apple_finds_its_icon(book, phone):
    address = phone.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert png_size(book.client.get(address).body) == (180, 180)


def test_files_are_kept_by_the_browser_and_pages_are_not(book, phone):
    address = phone.locator("link[rel=stylesheet]").get_attribute("href")
    assert "immutable" in book.client.get(address).headers["Cache-Control"]
    assert book.client.get("/class").headers["Cache-Control"] == "no-store"


def test_another_sites_page_cannot_write(book):
    entries = b'{"device": "00000000-0000-0000-0000-000000000001", "entries": []}'
    for header, value in (("Sec-Fetch-Site", "cross-site"), ("Origin", "https://elsewhere.example")):
        headers = {"Content-Type": "application/json", header: value}
        assert book.client.ask("POST", "/journal", entries, headers).status == 403
        assert book.client.ask("POST", "/sign-out", "", {header: value}).status == 403
    own = {"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", "Origin": book.base}
    assert book.client.ask("POST", "/journal", entries, own).status == 200


@pytest.mark.parametrize("path, words", [("/sign-in", "Sign in to Shala"), ("/class", "Sign in to Shala")])
def test_signing_in_needs_no_script(book, devices, path, words):
    page = devices.open(java_script_enabled=False, **PHONE)
    page.goto(book.base + path)
    expect(page.get_by_role("heading", name=words)).to_be_visible()
    page.get_by_role("textbox", name="Sign-in code").fill(book.code)
    page.get_by_role("button", name="Sign In").click()
    expect(page.get_by_text("No class is in session")).to_be_visible()
    page.goto(f"{book.base}/students")
    expect(page.get_by_role("link", name=book.instructor).first).to_be_visible()
