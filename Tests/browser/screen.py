"""A screen in any engine: what is on it is found by role and accessible name, and pressed as a person presses it.

The engines are in engines.py. What is asked for is waited for; nothing waits for a time to pass.
"""

import contextlib
import re
import time

import waiting
from server import PATIENCE

# How long after a try the next one comes, in seconds.
PAUSE = 0.03

# How many looks in a row must be alike until something stands still.
LOOKS = 5

# Gives the elements within a place that have a role and an accessible name and are there for everybody (HTML-AAM, accname-1.2).
FINDER = r"""(place, role, name, pattern, states) => {
  const controls = 'input:not([type=hidden]), select, textarea';
  const selectors = {
    button: 'button, summary, input:is([type=button], [type=submit])', link: 'a[href]', 'heading 1': 'h1', 'heading 2': 'h2',
    dialog: 'dialog', list: 'ul, ol', listitem: 'li', navigation: 'nav', main: 'main', region: 'section', complementary: 'aside', table: 'table',
    columnheader: 'th', group: 'fieldset', radio: 'input[type=radio]', checkbox: 'input[type=checkbox]', field: controls,
  };
  const shown = one => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden="true"], [inert]');
  const words = text => text.replace(/\s+/g, ' ').trim();
  const textOf = one => [...one.childNodes].map(node => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return '';
    const { display } = getComputedStyle(node);
    if (display !== 'contents' && !node.checkVisibility()) return '';
    if (node.hasAttribute('aria-label')) return ` ${node.getAttribute('aria-label')} `;
    return display === 'inline' ? textOf(node) : ` ${textOf(node)} `;
  }).join('');
  const nameOf = one => {
    const labels = one.getAttribute('aria-labelledby')?.split(/\s+/).map(id => document.getElementById(id)).filter(Boolean);
    if (labels?.length) return labels.map(label => label.textContent).join(' ');
    if (one.hasAttribute('aria-label')) return one.getAttribute('aria-label');
    if (one.labels?.length) return [...one.labels].map(textOf).join(' ');
    if (one.matches('fieldset')) return one.querySelector('legend')?.textContent ?? '';
    return one.getAttribute('alt') || textOf(one) || one.title;
  };
  const isRole = one => role === 'field' || (one.getAttribute('role') ?? role) === role;
  const inState = one => Object.entries(states).every(([state, value]) => one.getAttribute(`aria-${state}`) === value);
  const isNamed = one => {
    if (name === null && pattern === null) return true;
    const own = words(nameOf(one));
    return pattern === null ? own === name : new RegExp(pattern).test(own);
  };
  // What is behind a modal dialog is there for nobody.
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const isReached = one => !modal || modal.contains(one);
  return [...(place ?? document).querySelectorAll(`${selectors[role] ?? '#none'}, [role="${role}"]`)]
    .filter(one => isRole(one) && shown(one) && isReached(one) && inState(one) && isNamed(one));
}"""

# Whether nothing moves that comes to rest some time.
# What has just opened begins to move with the next frame, so nothing may move now nor two frames later.
RESTS = """async () => {
  const isCalm = () => document.getAnimations().every(animation =>
    animation.playState !== 'running' || animation.effect.getComputedTiming().endTime === Infinity);
  const frame = () => new Promise(requestAnimationFrame);
  if (!isCalm()) return false;
  await frame();
  await frame();
  return isCalm();
}"""

BOX = """one => { const { left, top, width, height } = one.getBoundingClientRect(); return { left, top, width, height }; }"""

FILL = """(one, text) => {
  one.value = text;
  one.dispatchEvent(new Event('input', { bubbles: true }));
  one.dispatchEvent(new Event('change', { bubbles: true }));
}"""

# How far a page has come, and how its text begins.
SHOWN = """() => [document.readyState, document.documentElement.hidden, document.body?.innerText.slice(0, 200) ?? '']"""


class Place:
    """Somewhere on a screen: all of it, or what is within a control."""

    def find(self, role, name=None, **states):
        return Control(self, role, name, {state: str(value).lower() for state, value in states.items()})

    def button(self, name, **states):
        return self.find("button", name, **states)

    def link(self, name):
        return self.find("link", name)

    def heading(self, name, level=1):
        return self.find(f"heading {level}", name)

    def dialog(self, name):
        return self.find("dialog", name)

    def alert(self, name):
        return self.find("alertdialog", name)

    def field(self, label):
        """Whatever is typed into or chosen from, by its label."""
        return self.find("field", label)


class Control(Place):
    """What has a role and a name; it is looked for again each time."""

    def __init__(self, place, role, name, states):
        self.place, self.role, self.name, self.states = place, role, name, states

    def __repr__(self):
        name = getattr(self.name, "pattern", self.name)
        return " ".join(filter(None, [self.role, repr(name) if name else "", repr(self.states) if self.states else ""]))

    @property
    def screen(self):
        return self.place.screen

    def elements(self):
        """What there is now."""
        within = self.place.elements() if isinstance(self.place, Control) else [None]
        exact, pattern = (None, self.name.pattern) if isinstance(self.name, re.Pattern) else (self.name, None)
        return [one for place in within
                for one in self.screen.evaluate_elements(FINDER, place, self.role, exact, pattern, self.states)]

    def element(self):
        """The only one, once it is there."""
        return self.screen.until(lambda: only(self.elements()), lambda: f"{len(self.elements())} of {self}")

    def see(self):
        self.element()
        return self

    def gone(self):
        self.screen.until(lambda: not self.elements(), f"{self} goes")

    @property
    def is_there(self):
        return bool(self.elements())

    @property
    def count(self):
        return len(self.elements())

    def has_count(self, count):
        self.screen.until(lambda: self.count == count, lambda: f"{self.count} of {self} instead of {count}")

    def read(self, script, *arguments):
        """What a function says of the element."""
        return self.screen.steadily(lambda: self.screen.evaluate(script, self.element(), *arguments))

    def reads(self, script, wanted, *arguments):
        """Waits until a function says what is wanted of the element."""
        def read():
            return self.read(script, *arguments)
        self.screen.until(lambda: read() == wanted, lambda: f"{self}: {read()!r}, not {wanted!r}")

    @property
    def text(self):
        return " ".join(self.read("one => one.textContent").split())

    def says(self, text):
        """Waits until it contains words."""
        self.screen.until(lambda: text in self.text, lambda: f"{self} says {self.text!r}, not {text!r}")

    @property
    def value(self):
        return self.read("one => one.value")

    @property
    def box(self):
        return self.read(BOX)

    @property
    def middle(self):
        box = self.read("one => { one.scrollIntoView({ block: 'center', behavior: 'instant' }); return (" + BOX + ")(one); }")
        return box["left"] + box["width"] / 2, box["top"] + box["height"] / 2

    def press(self):
        """Presses it once it stands still."""
        def pressed():
            self.screen.rest()
            return self.screen.click(self.element())
        self.screen.until(pressed, f"{self} can be pressed")

    def press_once(self):
        """Presses at where it is, whatever happens meanwhile: a second try would hide that the first was in vain."""
        self.screen.rest()
        self.screen.tap_at(*self.middle)

    def fill(self, text):
        """Puts a text in the place of what there is, by keys."""
        self.screen.rest()
        self.screen.steadily(lambda: self.screen.type(self.element(), text))

    def put(self, value):
        """Sets the value of what has a chooser of the engine's own, such as a date."""
        self.read(FILL, value)

    def choose(self, label):
        """Chooses from a list."""
        self.screen.steadily(lambda: self.screen.select(self.element(), label))

    def attach(self, path):
        """Chooses a file."""
        self.screen.steadily(lambda: self.screen.upload(self.element(), path))

    def drag_to(self, x, y):
        """Draws it to a place by finger where the engine has one, or else by mouse."""
        self.settle()
        self.screen.drag(self.middle, (x, y))

    def settle(self):
        """Waits until it stays where it is, and nothing more is loaded for the page, between two looks."""
        self.screen.rest()
        looks = []

        def stays():
            looks.append((self.box, self.screen.evaluate("() => performance.getEntriesByType('resource').length")))
            return len(looks) > LOOKS and all(look == looks[-1] for look in looks[-LOOKS:])

        self.screen.until(stays, f"{self} stays where it is")

    @contextlib.contextmanager
    def held(self):
        """Keeps it pressed meanwhile."""
        self.settle()
        self.screen.down(*self.middle)
        yield
        self.screen.up()


def only(elements):
    return elements[0] if len(elements) == 1 else None


class Screen(Place):
    """What every engine can do with a page; the engines say how."""

    # What goes wrong when an element has just been replaced or is covered: one looks again.
    passing = ()

    # The engine's name, for those who look at pictures, and the folder where they are kept if anybody wants them.
    name, shots = "", None

    def __init__(self, base, expected_errors=None):
        self.base, self.expected_errors = base, expected_errors
        self.noted = []

    @property
    def screen(self):
        return self

    def until(self, condition, what):
        """Waits until something is so, and gives it."""
        why = None

        def asked():
            nonlocal why
            try:
                return condition()
            except self.passing as error:
                why = error
                return None

        def in_vain():
            words = what() if callable(what) else what
            self.shoot(f"in vain {re.sub(r'[^A-Za-z0-9]+', ' ', str(words))[:60].strip()}")
            place, shown = self.steadily(lambda: self.address), self.steadily(lambda: self.evaluate(SHOWN))
            return f"In vain at {place}: {words}; it shows {shown}" + (f"; {why}" if why else "")

        return waiting.until(asked, in_vain)

    def steadily(self, action):
        """Does something again if the page changed meanwhile."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return action()
            except self.passing:
                if time.monotonic() > deadline:
                    raise
                time.sleep(PAUSE)

    def rest(self):
        """Waits until what moves has come to rest."""
        self.until(lambda: self.evaluate(RESTS), "What moves comes to rest")

    def has(self, text):
        """Whether words are on the screen."""
        return self.evaluate("text => document.body.innerText.replace(/\\s+/g, ' ').includes(text)", text)

    def shows(self, text):
        self.until(lambda: self.has(text), f"{text!r} shows")

    def hides(self, text):
        self.until(lambda: not self.has(text), f"{text!r} goes")

    def notice(self, text):
        """Waits for a message."""
        script = "text => [...document.querySelectorAll('#notices > *')].some(one => one.textContent.includes(text))"
        self.until(lambda: self.evaluate(script, text), f"The message {text!r}")

    def tab(self, name):
        return self.find("navigation", "Main").link(name)

    def shoot(self, title):
        """Keeps a picture of the screen."""
        if self.shots:
            # What has changed last is drawn by then.
            self.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.screenshot(self.shots / f"{title}, {self.name}.png")

    def errors(self):
        """What the console said that nobody expects."""
        return [text for text in self.noted if not (self.expected_errors and re.search(self.expected_errors, text))]
