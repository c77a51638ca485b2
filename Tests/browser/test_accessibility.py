import pytest
from playwright.sync_api import expect

from conftest import PHONE
from judges import REST
from steps import button, dialog, notice


def test_dark_and_light_differ(book, devices):
    grounds = set()
    for scheme in ("light", "dark"):
        page = devices.open(color_scheme=scheme, **PHONE)
        page.goto(book.link)
        grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2


@pytest.mark.parametrize("motion, moves", [("reduce", False), ("no-preference", True)])
def test_reduced_motion_is_honoured(book, devices, motion, moves):
    page = devices.open(reduced_motion=motion, **PHONE)
    page.goto(book.link)
    page.evaluate("""() => {
      window.moved = [];
      for (const kind of ['animationstart', 'transitionrun']) {
        document.addEventListener(kind, event => {
          for (const { effect, animationName, transitionProperty } of event.target.getAnimations({ subtree: true })) {
            const { activeDuration } = effect.getComputedTiming();
            // What goes on as long as something is waited for, and the ring of a button that is down, goes in steps: see below.
            const isInSteps = activeDuration === Infinity || effect.target.matches('.hold-fill');
            if (activeDuration > 20 && !isInSteps) window.moved.push([effect.target.outerHTML, animationName ?? transitionProperty]);
          }
        }, true);
      }
    }""")
    button(page, "Check In").click()
    expect(dialog(page, "Choose a Venue")).to_be_visible()
    button(page, "Add Venue").click()
    page.get_by_label("Venue name").fill("Cellar")
    button(page, "Save Venue").click()
    dialog(page, "Choose a Venue").get_by_role("button", name="Cellar").click()
    button(page, "Pause").click()
    expect(button(page, "Resume")).to_be_visible()
    page.evaluate(REST)
    moved = page.evaluate("window.moved")
    assert bool(moved) == moves, moved


def test_ring_goes_in_steps_where_motion_is_reduced(book, devices):
    book.started(book.venue())
    page = devices.open(reduced_motion="reduce", **PHONE)
    page.clock.install()
    page.goto(book.link)
    button(page, "Pause").focus()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.keyboard.down(" ")
    expect(page.locator(".hold-fill")).to_have_css("transition-timing-function", "steps(4, jump-start)")
    page.keyboard.press("Escape")
    page.keyboard.up(" ")


def test_messages_are_announced(book, phone):
    person = book.person("Ann", "Fleming")
    phone.goto(f"{book.base}/people/{person}")
    expect(phone.locator("#notices")).to_have_attribute("role", "status")
    phone.get_by_label("First name").fill("Anneli")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("status").filter(has_text="First name changed")).to_be_visible()
    expect(button(notice(phone, "First name changed"), "Undo")).to_be_visible()
