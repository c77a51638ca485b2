"""The bytes of a first visit, as they come over the network, in a browser that has nothing yet."""

import shutil

from playwright.sync_api import sync_playwright

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


class Traffic:
    """What a page fetches, by address, in bytes."""

    def __init__(self, session):
        self.addresses, self.bytes = {}, {}
        session.on("Network.responseReceived", self.note)
        session.on("Network.loadingFinished", self.finish)
        session.send("Network.enable")

    def note(self, event):
        self.addresses[event["requestId"]] = event["response"]["url"]

    def finish(self, event):
        address = self.addresses.get(event["requestId"], "")
        self.bytes[address] = self.bytes.get(address, 0) + event["encodedDataLength"]

    @property
    def total(self):
        return sum(self.bytes.values()) / 1024

    @property
    def rules(self):
        return sum(amount for address, amount in self.bytes.items() if address.endswith(".wasm")) / 1024


# A line that many phones have.
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 100_000}

# When the last script of the page had come, in milliseconds from its beginning.
SCRIPTS_THERE = """Math.max(...performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/js/')).map(({ responseEnd }) => responseEnd))"""


def on_a_slow_line(browser, link):
    """Seconds until a first page has all its scripts."""
    context = browser.new_context(**PHONE, service_workers="block")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    page.goto(link, wait_until="networkidle")
    seconds = page.evaluate(SCRIPTS_THERE) / 1000
    context.close()
    return seconds


def rows(link):
    """What the first page costs until it is loaded, and what the rules cost afterwards."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
        context = browser.new_context(**PHONE, service_workers="block")
        page = context.new_page()
        traffic = Traffic(context.new_cdp_session(page))
        with page.expect_response(lambda response: response.url.endswith(".wasm")) as rules:
            page.goto(link, wait_until="load")
            loaded = traffic.total
        rules.value.finished()
        while not traffic.rules:
            page.wait_for_timeout(50)
        size = traffic.rules
        context.close()
        seconds = sorted(on_a_slow_line(browser, link) for _ in range(3))
        browser.close()
    return [
        ("first visit, compressed, with headers", f"{loaded:.0f} KB", "wanted 60 KB"),
        ("first visit on a line of 150 ms and 200 KB/s, until all scripts are there",
         f"{seconds[1]:.1f} s ({seconds[0]:.1f}–{seconds[2]:.1f})", ""),
        ("the rules' module, loaded when idle", f"{size:.0f} KB", "wanted 150 KB"),
    ]
