"""Nothing that people write becomes markup, whatever character it is glued to: the judge is Chromium's own parser."""

import urllib.parse

import pytest

from book import Book, batch, entry, new_id, time_text
from server import succeed

# Of every class by which grapheme clusters are made (Unicode, UAX 29), some that fields take.
NEIGHBOURS = {
    "Prepend": "\u0600", "Prepend beyond the BMP": "\U000110BD", "Extend": "\u0308", "Extend, enclosing": "\u20DD",
    "Extend beyond the BMP": "\U0001D165", "ZWNJ": "\u200C", "ZWJ": "\u200D", "SpacingMark": "\u0903",
    "Regional_Indicator": "\U0001F1E8", "L": "\u1100", "V": "\u1161", "T": "\u11A8", "LV": "\uAC00", "LVT": "\uAC01",
    "Extended_Pictographic": "\u2764", "emoji": "\U0001F600", "skin": "\U0001F3FB", "text variation": "\uFE0E",
    "emoji variation": "\uFE0F", "tag": "\U000E0067", "virama": "\u094D", "consonant": "\u0915", "ZWSP": "\u200B",
    "soft hyphen": "\u00AD", "Other": "m",
}
# What no field takes, but an address can bring.
CONTROLS = {"CR": "\r", "LF": "\n", "NUL": "\0", "U+2028": "\u2028", "BOM": "\uFEFF", "U+001C": "\x1c", "U+0085": "\x85"}


def hostile(n):
    """Each mark with the neighbour before it, behind it, and on both sides, as it could end or begin something."""
    return f"aa{n}\"{n}>{n}<i {n}'{n}&lt;\"{n}>{n}\"y'{n}z>{n}<{n}i&{n}b"


def link(text):
    """An address with what is allowed in one."""
    return "https://example.org/?" + "".join(one for one in text if one not in '<>"\\' and one > " ")


HARMLESS = "aab"

# The elements of a page in their order, with the names of their attributes and what the scripts go by.
SHAPE = """
  const shape = text => {
    const page = new DOMParser().parseFromString(text, 'text/html');
    const shown = [];
    const walk = root => [...root.querySelectorAll('*')].flatMap(one => {
      for (const { value } of one.attributes) shown.push(value);
      const own = [one.namespaceURI, one.localName, one.dataset?.behaviour, one.getAttributeNames().join(' ')].join(' ');
      return one.localName === 'template' ? [own, ...walk(one.content)] : [own];
    });
    const elements = walk(page);
    return { elements, shown: [...shown, page.documentElement.textContent].join('\\u0001') };
  };
"""

LOOK = "async requests => {" + SHAPE + """
  return Promise.all(requests.map(async ([path, options]) => {
    const headers = { accept: 'text/html', ...options.headers };
    const answer = await fetch(path, { ...options, headers });
    return { path, type: answer.headers.get('content-type'), ...shape(await answer.text()) };
  }));
}"""

SHAPE_OF = "text => {" + SHAPE + " return shape(text); }"


class School:
    """A book in which everything that has a name bears the same, and who looks at it."""

    def __init__(self, server, devices):
        self.book = book = Book(server)
        self.ann = book.person("Ann", "Fleming")
        self.type = book.student_type("Type")
        self.venue = book.venue(latitude=47.1, longitude=8.1)
        self.course = book.course(venue=self.venue, students=[self.ann])
        self.taken = book.scheduled(self.course, ago=5)
        book.post(entry("class.started", 4, **{"class": self.taken}, venue=self.venue))
        self.coming = book.scheduled(self.course, ago=-500)
        self.saved = book.session(self.venue, self.ann)
        everybody = [one for group in book.page("/students")["groups"] for one in group["people"]]
        self.maya = next(one["id"] for one in everybody if one["name"] == Book.instructor)
        # An instructor who is in no class is offered venues.
        otto = book.person("Otto", "Other", role="instructor")
        self.student = book.client_of(self.ann)
        self.instructor_page, self.student_page = self.page(devices, book.code), self.page(devices, book.sign_in_code(self.ann))
        self.idle_page, self.everyone_page = self.page(devices, book.sign_in_code(otto)), self.page(devices, None)

    def page(self, devices, code):
        page = devices.open("Failed to load resource")
        if code:
            assert page.context.request.get(f"{self.book.base}/sign-in/{code}").ok
        page.goto(f"{self.book.base}/health")
        return page

    def name(self, maya, text):
        """Calls everything so; what is made anew bears an identifier of its own."""
        named, short = {"firstName": text, "lastName": text}, text[:32]
        address = {"latitude": 47.1, "longitude": 8.1}
        registered, training, question = new_id(), new_id(), new_id()
        self.book.post(
            *(entry("person.edited", person=person, **named) for person in (self.ann, maya)),
            entry("person.numbered", person=self.ann, studentID=short),
            entry("person.edited", person=self.ann, type=self.type),
            entry("studentType.saved", type=self.type, name=text),
            entry("venue.saved", venue=self.venue, name=text, address=text, **address),
            entry("course.edited", course=self.course, title=text, description=text, survey=link(text)),
            entry("class.scheduled", **{"class": self.coming}, course=self.course, start=time_text(-500), survey=link(text)),
            entry("training.logged", training=training, description=text, minutes=30, start=time_text(30)),
            entry("person.registered", person=registered, **named, email="o'x&y@example.org", gender="other",
                  university=text, country=text))
        asked = entry("question.asked", **{"class": self.taken}, question=question, text=text)
        logged = entry("training.logged", training=new_id(), description=text, minutes=30, start=time_text(30))
        results = self.student.journal(batch(asked, logged)).json["results"]
        assert [result["outcome"] for result in results] == ["accepted"] * 2, results
        return registered

    def instructors_requests(self, text, registered):
        query = urllib.parse.quote(text)
        course, taken, coming = f"/courses/{self.course}", f"/classes/{self.taken}", f"/classes/{self.coming}"
        paths = [
            f"/students?search=00zzNobodyIsCalledThis%20{query}", "/students", f"/students?after={query}", f"/students?sort={query}&type={query}", "/sessions",
            f"/sessions?sort={query}&after={query}", f"{taken}/roster", f"{taken}/roster?search=00zzNobodyIsCalledThis%20{query}", f"/classes/{self.saved}",
            f"/classes/{self.saved}/roster",
            f"/people/{self.ann}", f"/people/{registered}", "/student-types", "/people/import", "/people/pictures", "/courses",
            f"/courses?after={query}", "/courses/catalogue", "/courses/new", course, f"{course}?past={query}", f"{course}/edit",
            f"{course}/students", f"{course}/students?search=00zzNobodyIsCalledThis%20{query}", f"{course}/schedule", taken, coming, f"{coming}/schedule",
            f"{taken}/questions", f"{taken}/questions?after={query}", "/more", "/offline", f"/offline?after={query}", "/register",
            "/register/new", "/training", f"/training?by={query}", f"/training?after={query}", "/training/import",
            f"/nowhere/{query}", f"/people/{query}", f"/sign-in?next={query}"]
        rows = f"first name,last name,student id\r\n\"{text.replace(chr(34), chr(34) * 2)}\",B,00000000x{'1' * 40}\r\n"
        training = f"Date,Minutes,Description\r\n2026-01-01,none,\"{text.replace(chr(34), chr(34) * 2)}\"\r\n"
        return [*asked(paths), post(f"/people/import?dryRun=1&name={query}", rows), post(f"/training/import?dryRun=1&name={query}", training)]

    def students_requests(self, text):
        query = urllib.parse.quote(text)
        course, taken, coming = f"/courses/{self.course}", f"/classes/{self.taken}", f"/classes/{self.coming}"
        return asked(["/courses", f"/courses/catalogue?search=00zzNobodyIsCalledThis%20{query}", course, taken, coming, f"{taken}/questions", "/training",
                      f"/people/{self.ann}", "/more", "/offline", f"/students?search=00zzNobodyIsCalledThis%20{query}"])

    def look(self, text):
        registered = self.name(self.maya, text)
        return [*self.instructor_page.evaluate(LOOK, self.instructors_requests(text, registered)),
                # Her page, read above, lists the codes made for her.
                *self.instructor_page.evaluate(LOOK, [post(f"/people/{self.ann}/sign-in-codes", "")]),
                *self.student_page.evaluate(LOOK, self.students_requests(text)),
                *self.idle_page.evaluate(LOOK, asked(["/class", f"/class?search={urllib.parse.quote(text)}&latitude=1"])),
                *self.everyone_page.evaluate(LOOK, reflected(urllib.parse.quote(text)))]


def asked(paths):
    return [[path, {}] for path in paths]


def post(path, body, kind="application/octet-stream"):
    return [path, {"method": "POST", "body": body, "headers": {"content-type": kind}}]


def reflected(query):
    """What is shown to nobody in particular."""
    form = "application/x-www-form-urlencoded"
    return [*asked([f"/sign-in?next={query}", f"/sign-in/{query}", f"/nowhere?{query}"]),
            post("/sign-in", f"code={query}&next={query}", form)]


def differing(plain, odd):
    """Addresses of pages whose elements or attributes are not the same."""
    return [other["path"] for one, other in zip(plain, odd, strict=True)
            if (one["type"], one["elements"]) != (other["type"], other["elements"])]


@pytest.mark.long
def test_text_stays_text(serve, devices):
    # Two books, of which each page differs in nothing but the text.
    harmless, hostile_one = (School(serve(name), devices) for name in ("harmless", "hostile"))
    for name, neighbour in NEIGHBOURS.items():
        text = hostile(neighbour)
        plain, odd = harmless.look(HARMLESS), hostile_one.look(text)
        assert not differing(plain, odd), name
        # The text is there as it was written, on most of them.
        assert sum(text in one["shown"] for one in odd) > 30, name


@pytest.mark.parametrize("name", CONTROLS)
def test_text_of_an_address_stays_text(name, shared_book, devices):
    page = devices.open("Failed to load resource")
    page.goto(f"{shared_book.base}/health")
    plain, odd = (page.evaluate(LOOK, reflected(urllib.parse.quote(text))) for text in (HARMLESS, hostile(CONTROLS[name])))
    assert [one["elements"] for one in plain] == [one["elements"] for one in odd]


RENDERED = "async texts => {" + SHAPE + """
  const { call, encode, encodeTree, loadModule } = await import('/assets/js/device/module.js');
  await loadModule();
  const page = `<p title="{{title}}">{{title}}{{#person}}<b class='{{.name}}'>{{.name}}</b>{{/person}}{{>part}}</p>`;
  call('templates', encode(['roster/person', page, 'part', '<i id="{{title}}"></i>']));
  const id = '01890000-0000-7000-8000-000000000000';
  return texts.map(text => {
    call('take', encodeTree([{ instructor: id, people: [{ id, firstName: text, role: 'instructor', active: true }] }]));
    const [, , , html] = call('respond', encodeTree([`/people/${id}`, {}, 0, '', true]));
    return shape(html);
  });
}"""


def test_devices_own_pages_do_the_same(shared_book, devices):
    page = devices.open()
    page.goto(f"{shared_book.base}/health")
    texts = [HARMLESS, *(hostile(one) for one in [*NEIGHBOURS.values(), *CONTROLS.values()])]
    plain, *odd = page.evaluate(RENDERED, texts)
    assert len(plain["elements"]) == 6
    for text, one in zip(texts[1:], odd, strict=True):
        assert one["elements"] == plain["elements"], repr(text)
        assert "\r" in text or "\0" in text or one["shown"].count(text) >= 5, repr(text)


def test_printed_cards_do_the_same(serve, devices, tmp_path):
    book = Book(serve())
    ann = book.person("Ann", "Fleming")
    page = devices.open("Applying inline style")
    page.goto(f"{book.base}/health")
    shapes = []
    for text in [HARMLESS, *map(hostile, NEIGHBOURS.values())]:
        book.post(entry("person.edited", person=ann, firstName=text, lastName=text))
        path = tmp_path / "cards.html"
        succeed("sign-in-codes", "--person", ann, "--html", path, "--url", book.base, data=book.server.data)
        shapes.append((text, page.evaluate(SHAPE_OF, path.read_text())))
    for text, shape in shapes:
        assert shape["elements"] == shapes[0][1]["elements"], repr(text)
        assert text in shape["shown"]
