"""What can be wrong with a page wherever one is: each judge gives a list of what it found, best empty."""

from axe_playwright_python.sync_playwright import Axe

AXE = Axe().axe_script

# What axe itself does to the page that the page's policy forbids.
AXE_ERRORS = "Applying inline style"

ALL_RULES = {"preload": False, "resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
COLOURS = {"preload": False, "resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast"]}}

# All that axe says of what is right is a lot, and nobody asks for it.
BREACHES = """async rules => {
  const { violations } = await window.axe.run(document, rules);
  return violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)]);
}"""

# Resolves once what moves has come to rest; what goes on as long as something is waited for never does.
REST = """() => Promise.allSettled(document.getAnimations()
  .filter(animation => animation.effect.getComputedTiming().endTime !== Infinity).map(animation => animation.finished))"""


def breaches(page, scheme, rules):
    page.emulate_media(color_scheme=scheme)
    page.evaluate(REST)
    if not page.evaluate("'axe' in window"):
        # From the next page on it is there at once.
        page.add_init_script(AXE)
        page.evaluate(AXE)
    return [(scheme, *found) for found in page.evaluate(BREACHES, rules)]


def guidelines(page):
    """Breaches of WCAG 2.2 and good practice as axe sees them; colours in the dark too."""
    return breaches(page, "dark", COLOURS) + breaches(page, "light", ALL_RULES)


def headings(page):
    """A page has one heading of the first level, and a title of its own."""
    count, title = page.evaluate("[document.querySelectorAll('main h1').length, document.title]")
    return [] if count == 1 and title.endswith(" · Shala") and len(title) > len(" · Shala") else [(count, title)]


SMALL = """() => [...document.querySelectorAll('main a[href], main button, main input, main select, dialog[open] button')]
  .filter(one => one.checkVisibility() && !one.closest('.visually-hidden') && !one.closest('dialog:not([open])'))
  .map(one => [one.matches('input, select') ? one.closest('label, .field, .search') ?? one : one, one])
  .filter(([target]) => { const box = target.getBoundingClientRect(); return box.height < 43.5 || box.width < 43.5; })
  .map(([target, one]) => one.outerHTML.slice(0, 100))"""


def fingers(page):
    """Controls that are too small for a finger: less than 44 pixels."""
    return page.evaluate(SMALL)


# What is wider than its place: the page, an open dialog, or text that is cut off.
WIDE = """width => {
  const wide = [...document.querySelectorAll('dialog[open], dialog[open] .sheet-body')]
    .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.className);
  if (document.documentElement.scrollWidth > width) wide.push('page ' + document.documentElement.scrollWidth);
  // What is one pixel wide is there to be read out, and not to be seen.
  const hides = one => one.clientWidth > 1 && ['hidden', 'clip'].includes(getComputedStyle(one).overflowX);
  for (const one of document.querySelectorAll('body *')) {
    if (!one.checkVisibility() || one.closest('.visually-hidden, svg, input') || !hides(one)) continue;
    if (one.scrollWidth > one.clientWidth + 1) wide.push(one.outerHTML.slice(0, 90));
  }
  return wide;
}"""


def overflow(page):
    """What makes the page scroll sideways, or is cut off at the side."""
    return page.evaluate(WIDE, page.viewport_size["width"])


# Notes all that Tab ought to reach where one is: on the page, or in the uppermost dialog. At each stop, notes whether the focus
# can be seen there: before it leaves again, since by then the page has scrolled to it.
BEGIN = """() => {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, [tabindex="0"]';
  // Of radio buttons, Tab reaches the one that is chosen, or else the first; of boxes by people and classes one. The arrow
  // keys reach the others.
  const isPassed = one => one.matches('.matrix button[tabindex="-1"]') || one.type === 'radio' && one !== (place.querySelector(`[name="${one.name}"]:checked`)
    ?? place.querySelector(`[name="${one.name}"]`));
  const wanted = new Set([...place.querySelectorAll(controls)].filter(one =>
    !one.disabled && !isPassed(one) && one.checkVisibility({ visibilityProperty: true }) && !one.closest('dialog:not([open])')));
  const unseen = [];
  const isMarked = one => {
    const style = getComputedStyle(one);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  };
  const isSeen = shown => {
    const box = shown.getBoundingClientRect();
    const isOnTop = (x, y) => {
      const top = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
      return top && (shown.contains(top) || top.contains(shown));
    };
    return [0.1, 0.5, 0.9].some(x => [0.1, 0.5, 0.9].some(y => isOnTop(x, y)));
  };
  const note = () => {
    const one = document.activeElement;
    if (!wanted.delete(one)) return;
    const shown = one.closest('label, .field') ?? one;
    if (![one, shown].some(isMarked)) unseen.push('unmarked ' + one.outerHTML.slice(0, 110));
    if (!isSeen(shown)) unseen.push('covered ' + one.outerHTML.slice(0, 110));
  };
  let hasMoved = false;
  const leave = () => {
    if (hasMoved) note();
    hasMoved = true;
  };
  addEventListener('keydown', leave, true);
  window.stops = {
    left: () => { note(); return wanted.size; },
    end: () => {
      removeEventListener('keydown', leave, true);
      note();
      // What went by itself meanwhile, such as a notice whose time is over, is not missed.
      return [...wanted].filter(one => one.isConnected).map(one => 'missed ' + one.outerHTML.slice(0, 110)).concat(unseen);
    },
  };
  return wanted.size;
}"""


def focus(page):
    """Controls that Tab does not reach, or at which one does not see that the focus is there."""
    left = page.evaluate(BEGIN)
    # Once round from wherever the focus is; a date is several stops.
    most = 2 * left + 20
    while left and most > 0:
        # As a person who holds the key.
        for _ in range(left):
            page.keyboard.down("Tab")
        most, left = most - left, page.evaluate("window.stops.left()")
    page.keyboard.up("Tab")
    return page.evaluate("window.stops.end()")


# Three phones and a laptop, in pixels.
SCREENS = [(390, 844), (375, 667), (320, 568), (1280, 800)]


def on_screens(page, screens=SCREENS):
    """What is wrong on which screen. What the guidelines ask for is looked at on the narrowest and on the widest."""
    found = []
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(REST)
        is_outermost = (width, height) in (min(screens), max(screens))
        for judge in (headings, fingers, overflow, *([guidelines] if is_outermost else [])):
            found += [((width, height), judge.__name__, one) for one in judge(page)]
    return found
