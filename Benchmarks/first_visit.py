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
        browser.close()
    return [
        ("first visit, compressed, with headers", f"{loaded:.0f} KB", "wanted 60 KB"),
        ("the rules' module, loaded when idle", f"{size:.0f} KB", "wanted 150 KB"),
    ]
