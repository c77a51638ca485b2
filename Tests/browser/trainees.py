"""Somebody with a training log, and what they do with it on the screen."""

from playwright.sync_api import expect

from book import batch, entry, new_id, time_text
from conftest import PHONE
from steps import button, dialog, enter, remember

NO_NETWORK = "ERR_INTERNET_DISCONNECTED|fetching the script|Failed to load resource"


class Trainee:
    """Somebody with a log of their own, in a book that others share."""

    number = 0

    def __init__(self, book, devices, role="student", **options):
        Trainee.number += 1
        self.book, self.devices, self.options = book, devices, options
        self.person = book.person("Ann", f"Number {Trainee.number}", role=role)
        self.client = book.client_of(self.person)
        self.address = f"{book.base}/training"

    def open(self, **options):
        """The log on a device of theirs."""
        page = self.device(**options)
        page.goto(self.address)
        if options.get("java_script_enabled", True):
            remember(page)
        return page

    def device(self, **options):
        return enter(self.devices.open(NO_NETWORK, **{**(self.options or PHONE), **options}), self.book, self.person)

    def log(self, description="Run", minutes=30, category="endurance", ago=0.0, **fields):
        training = new_id()
        fields = {"start": time_text(ago), "description": description, "minutes": minutes, "category": category, **fields}
        self.send(entry("training.logged", training=training, **fields))
        return training

    def send(self, *entries):
        results = self.client.journal(batch(*entries)).json["results"]
        assert all(result["outcome"] == "accepted" for result in results), results

    def seen(self, query=""):
        return self.client.get(f"/training{query}").json

    def kept(self):
        """What the server has, newest first."""
        return [(one["description"], one["minutes"], one["category"]) for one in self.seen()["trainings"]]


def entries(page):
    return page.get_by_role("list", name="Entries").get_by_role("listitem")


def row(page, text):
    return entries(page).filter(has_text=text)


def expect_log(page, *texts, **totals):
    """The entries in their order, and the minutes of each category."""
    expect(entries(page)).to_have_count(len(texts))
    if texts:
        expect(entries(page)).to_contain_text(list(texts))
    for category in ("Endurance", "Strength", "Mobility"):
        total = page.get_by_role("region", name="Totals").locator(".training-total").filter(has_text=category)
        expect(total.get_by_role("definition")).to_have_text(f"{totals.get(category.lower(), 0):,} min")
    (expect(page.get_by_text("Nothing logged yet")).to_be_hidden if texts else
     expect(page.get_by_text("Nothing logged yet")).to_be_visible)()


def open_log(page):
    button(page, "Log").click()
    sheet = dialog(page, "Log Training")
    expect(sheet).to_be_visible()
    return sheet


def write(page, description="Run", minutes="30", category=None, **moment):
    sheet = open_log(page)
    sheet.get_by_label("Description").fill(description)
    sheet.get_by_label("Duration in minutes").fill(minutes)
    if category:
        sheet.get_by_role("radio", name=category).check()
    for label, value in moment.items():
        sheet.get_by_label(label.capitalize()).fill(value)
    button(sheet, "Save Entry").click()
    return sheet


def log(page, *arguments, **fields):
    expect(write(page, *arguments, **fields)).to_be_hidden()


def delete_by_menu(page, text):
    row(page, text).get_by_role("button", name=f"Actions: {text}").click()
    page.get_by_role("menuitem", name="Delete").click()
