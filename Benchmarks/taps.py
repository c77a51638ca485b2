"""How long taps and the device's own pages take in a browser, with the processor of a slow phone."""

import shutil

from playwright.sync_api import sync_playwright

from books import Book
from claims import spread
from first_visit import PHONE
from hall import Hall

TAPS = 12

# Resolves once the device has its book and the module.
PREPARED = """async () => {
  const here = document.querySelector('script[type=module]').src;
  const { onProgress } = await import(here.replace('app.js', 'signal/take-along.js'));
  await new Promise(resolve => onProgress(({ state }) => { if (state === 'ready') resolve(); }, new AbortController().signal));
}"""

# Milliseconds in which the module makes the page on the screen, several times.
MADE = """async () => {
  const here = document.querySelector('script[type=module]').src;
  const { pageOf } = await import(here.replace('app.js', 'device/book.js'));
  const found = [];
  for (let time = 0; time < 7; time += 1) found.push((await pageOf(location.href, 0)).took);
  return found;
}"""

# Milliseconds from one tap to the next: as fast as somebody reads names.
READING = 1500

# Milliseconds for which a finger stays.
TOUCH = 80

# From the moment at which the finger leaves to the next paint, as the browser measures it (Event Timing, in steps of 8 ms), for
# the event that has changed what was tapped.
PAINTED = """() => {
  window.taken = [];
  let before, change;
  addEventListener('pointerdown', ({ target }) => { before = target.closest('button').getAttribute('aria-pressed'); }, { capture: true });
  for (const type of ['pointerup', 'click']) addEventListener(type, ({ target, timeStamp, isTrusted }) => {
    const now = target.closest('button')?.getAttribute('aria-pressed');
    if (!isTrusted || now === before) return;
    before = now;
    change = { type, timeStamp };
    // Less than 16 ms are not told.
    setTimeout(() => told(16), 1000);
  });
  const told = duration => {
    if (change) window.taken.push(duration);
    change = undefined;
  };
  window.painted = new PerformanceObserver(list => {
    for (const { name, startTime, duration } of list.getEntries()) {
      if (name === change?.type && Math.abs(startTime - change.timeStamp) < 1) told(duration);
    }
  });
  window.painted.observe({ type: 'event', durationThreshold: 16 });
}"""

# From the moment of a press to the frame in which what was pressed is another: as soon as nothing else is to be done for it.
ANSWERED = """() => {
  window.painted.disconnect();
  window.taken = [];
  const painted = () => new Promise(resolve => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  }));
  addEventListener('click', ({ target, timeStamp }) => {
    const button = target.closest('button');
    const before = button.getAttribute('aria-pressed');
    const observer = new MutationObserver(async () => {
      if (button.isConnected && button.getAttribute('aria-pressed') === before) return;
      observer.disconnect();
      await painted();
      window.taken.push(performance.now() - timeStamp);
    });
    observer.observe(document.getElementById('main'), { childList: true, subtree: true, attributes: true });
  }, { capture: true });
}"""


def tap(page, screen, button):
    """Taps a button; returns the milliseconds from when the finger has left it until that shows."""
    # Where no notice lies over it.
    button.evaluate("button => button.scrollIntoView({ block: 'center' })")
    page.wait_for_timeout(READING)
    known = page.evaluate("window.taken.length")
    box = button.bounding_box()
    # By the screen: what Playwright asks the page at the tap of a button would be throttled, too, and counted.
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    screen.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    page.wait_for_timeout(TOUCH)
    screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("known => window.taken.length > known", arg=known)
    return page.evaluate("window.taken.at(-1)")


def measure(link, address):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
        page = browser.new_context(**PHONE).new_page()
        page.goto(link, wait_until="load")
        page.goto(address, wait_until="load")
        page.evaluate(PREPARED)
        made = page.evaluate(MADE)
        page.evaluate(PAINTED)
        screen = page.context.new_cdp_session(page)
        screen.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        page.get_by_role("button", name="Absent", exact=False).first.tap()
        marks = page.locator("[data-students] [data-state=absent] [data-person]")
        marked = [tap(page, screen, marks.nth(number)) for number in range(TAPS)]
        page.evaluate(ANSWERED)
        closed = [tap(page, screen, page.get_by_role("button", name=name)) for name in ("Close Attendance", "Open Attendance") * 3]
        browser.close()
    return made, marked, closed


def rows(folder):
    """The class of a course of 500, open for attendance, on its instructor's phone."""
    book = Book(folder)
    server = book.serve()
    hall = Hall(book, server.base, 1)
    found = measure(book.sign_in_link(server.base), f"{server.base}/classes/{hall.classes[0]}")
    server.stop()
    made, marked, closed = (spread(sorted(times), "ms") for times in found)
    return [
        ("in the module, a page of a class of 500", made, "wanted 30 ms"),
        ("a mark in it, processor throttled four times, from tap to paint", marked, "wanted 50 ms"),
        ("“Close Attendance” there", closed, ""),
    ]
