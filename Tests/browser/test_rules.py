"""The rules in the page: the same source as the server's, and the same answers."""

import json
import pathlib
import random
import subprocess

import pytest

from book import new_id
from server import BINARY

VERDICTS = pathlib.Path(BINARY).with_name("Verdicts")
NOW = 1_795_000_000_000

TEXTS = [
    "", " ", "Ann", "  Ann  ", "Ñandú", "李小龙", "👩‍👩‍👧‍👦", "e\u0301" * 30, "a" * 100, "a" * 101, "👍🏽" * 100, "👍🏽" * 101,
    "z\u0334\u0335\u0336\u0337" * 60, "tab\there", "nul\u0000", "rtl\u202e", "\u200b", "Zoë-Müller", "a--b", "-a", "a-", "octo-cat",
    "00000000", "10000001", "x" * 32, "x" * 33, "2026-11-03", "2026-02-30", "1899-12-31", "2200-12-31", "03.11.2026",
    "student", "instructor", "Student", "male", "other", "ann@example.org", "ann@", "@example.org", "a b@c.de", "ann@exämple.org",
    "ann@example", "ann@-x.org", "ann..b@example.org", "a" * 65 + "@example.org", "ann@" + "x" * 64 + ".org", "ETH Zürich",
]
VALUES = [0, -1, 1, 10, 9.99, 10_000, 10_000.1, 90, -90, 90.5, 180, 181, 1e300, True, False, None, [], {"a": 1}, "12"]
IDENTIFIERS = [new_id(), new_id().upper(), "", "no", new_id()[:-1], new_id() + "0", new_id().replace("-", "")]
LINKS = [
    "https://example.org", "HTTP://EXAMPLE.ORG/a?b=c#d", "https://bücher.example/ß", "https://[::1]/", "https://x/@y", "https://@x",
    "https://user@example.org", "javascript:alert(1)", "data:text/html,x", "ftp://example.org", "https://", "https:///x", "https://x y",
    "https://x/\"", "https://x\\@y", "https://x/<y>", "https://-x", "https://x/\u007f",
]
TIMES = [
    "2026-11-18T08:00:00Z", "2026-11-18T09:00:00.123456+01:00", "2026-11-18t08:00:60z", "2026-11-18", "", "2027-12-01T00:00:00Z",
    "2024-01-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-11-18T24:00:00Z", "2026-11-18 08:00:00-12:30",
]
COURSE = ["title", "description", "venue", "timeZone", "category", "survey", "isOpen", "evidence", "accuracy"]
NAMED = ("person", "type", "class", "venue", "into", "course", "reconfirmation")
FITTING = {
    "timeZone": ["Europe/Zurich", "Etc/GMT+12", "Europe Zurich", "../etc/passwd"],
    "category": ["endurance", "strength", "mobility", "Strength"],
    "survey": LINKS,
    "isOpen": [True, False],
    "evidence": ["location", "code", "any", "all", "network", "location, code or network", "instructor", "trust", ""],
    "code": ["K7Q F2M", "k7q-f2m", "OIL 0I1", "K7Q", "K7QF2U", "K7QF2É", ""],
    "ticket": ["1795247509000-K7QF2M9XRT", "", "x" * 65],
    "token": ["1795247509000/x/K7QF2M9XRT", "", "x" * 101],
    "topic": ["marks", "starts", "reconfirm", "changes", "all", ""],
    "wanted": [True, False],
    "accuracy": [5, 20, 100, 100.1, 0],
    "age": [0, 60_000, -1, 1e13],
    "minutes": [5, 60, 1440, 1441, 59.5],
    "start": TIMES + ["2000-01-01T00:00:00Z", "1999-12-31T23:59:59Z", "2200-01-01T00:00:00Z"],
}
FIELDS = {
    "person.added": ["person", "firstName", "lastName", "studentID", "role", "github", "type", "joined"],
    "person.edited": ["person", "firstName", "lastName", "github", "type", "joined", "email", "phone", "note", "tagAdded", "tagRemoved"],
    "person.registered": ["person", "firstName", "lastName", "email", "gender", "university", "country"],
    "person.numbered": ["person", "studentID"],
    "person.activated": ["person"],
    "person.deactivated": ["person"],
    "person.removed": ["person"],
    "person.restored": ["person"],
    "person.pictured": ["person", "data", "picture"],
    "studentType.saved": ["type", "name"],
    "studentType.deleted": ["type"],
    "venue.saved": ["venue", "name", "address", "latitude", "longitude", "radius", "keepsName", "keepsAddress",
                    "keepsPosition", "keepsRadius"],
    "venue.hidden": ["venue"],
    "venue.merged": ["venue", "into"],
    "course.created": ["course", *COURSE],
    "course.edited": ["course", *COURSE, "instructorAdded", "instructorRemoved"],
    "course.archived": ["course"],
    "enrolment.requested": ["course"],
    "enrolment.accepted": ["course", "person"],
    "enrolment.declined": ["course", "person"],
    "enrolment.reopened": ["course", "person"],
    "class.scheduled": ["class", "course", "start", "keepsStart", "minutes", "venue", "survey", "evidence"],
    "class.started": ["class", "venue"],
    "class.paused": ["class"],
    "class.saved": ["class"],
    "attendance.opened": ["class"],
    "attendance.closed": ["class"],
    "attendance.asked": ["class", "evidence"],
    "attendance.claimed": ["class", "latitude", "longitude", "accuracy", "age", "code", "ticket", "token"],
    "attendance.confirmed": ["class", "latitude", "longitude", "accuracy", "age", "code", "ticket", "token"],
    "reconfirmation.requested": ["reconfirmation", "class", "minutes"],
    "reconfirmation.withdrawn": ["reconfirmation", "class"],
    "device.nearby": ["class", "latitude", "longitude", "accuracy", "age"],
    "notifications.chosen": ["topic", "wanted"],
    "attendance.marked": ["class", "person"],
    "attendance.cleared": ["class", "person"],
    "attendance.withdrawn": ["class", "person"],
    "no.such": ["class"],
}


def entry_case(chance):
    kind = chance.choice(list(FIELDS))
    entry = {"id": chance.choice(IDENTIFIERS), "kind": kind, "at": chance.choice(TIMES)}
    if chance.random() < 0.8:
        entry |= {"id": IDENTIFIERS[0], "at": TIMES[0]}
    for name in FIELDS[kind]:
        if name in NAMED and chance.random() < 0.8:
            entry[name] = IDENTIFIERS[0]
        elif name in FITTING and chance.random() < 0.7:
            entry[name] = chance.choice(FITTING[name])
        elif chance.random() < 0.85:
            entry[name] = chance.choice(chance.choice([TEXTS, TEXTS, IDENTIFIERS, VALUES]))
    if chance.random() < 0.1:
        entry[chance.choice(["colour", "First name", "Kind", ""])] = chance.choice(TEXTS)
    return {"what": "judge", "device": IDENTIFIERS[0], "now": NOW, "entry": entry}


def place_case(chance):
    latitude, longitude = chance.uniform(-90, 90), chance.uniform(-180, 180)
    near = chance.choice([1e-5, 1e-4, 1e-3, 1, 200])
    numbers = [latitude + chance.uniform(-near, near), longitude + chance.uniform(-near, near),
               chance.choice([0, 5, 20, 99.9, 100, 101, -1, float("nan"), float("inf")]),
               chance.choice([0, 59_999, 60_000, 60_001, -1, float("nan")]), latitude, longitude,
               chance.choice([10, 100, 1000, 10_000])]
    return {"what": "locate", "numbers": [repr(number) for number in numbers]}


SIGNS = ["41.3874", "2,1686", "-33", ", ", " ", "; ", "N", "w", "°", "'", '"', "′", "https://maps.google.com/?q=", "/@", "!3d", "!4d", "%2C", "x"]


def text_case(chance):
    if chance.random() < 0.5:
        return {"what": "place", "text": "".join(chance.choices(SIGNS, k=chance.randrange(1, 8)))}
    form = chance.choice(["{}, {}", "{} {}", "geo:{},{}", "https://maps.apple.com/?ll={}%2C{}", "{}° N {}° W", "https://osm.org/#map=9/{}/{}"])
    return {"what": "place", "text": form.format(*(f"{chance.uniform(-95, 95):.{chance.randrange(9)}f}" for _ in range(2)))}


def batch_case(chance):
    largest = chance.choice([200, 5_000, 6_000, 700_000, 2_000_000])
    return {"what": "batch", "numbers": [str(chance.randrange(2, largest)) for _ in range(chance.randrange(0, 450))]}


def cases():
    chance = random.Random(20)
    makers = [entry_case] * 5000 + [place_case] * 1500 + [batch_case] * 100 + [text_case] * 1500
    return [make(chance) for make in makers]


IN_PAGE = """async ([address, cases]) => {
  const rules = await (await import(address)).load();
  const answers = {
    judge: ({ device, now, entry }) => rules.judge(device, now, entry).map(one => `${one.field} ${one.code} ${one.message}`).sort(),
    locate: ({ numbers }) => {
      const [latitude, longitude, accuracy, age, ...venue] = numbers.map(text => Number(text === 'inf' ? Infinity : text));
      const there = { latitude: venue[0], longitude: venue[1], radius: venue[2] };
      const { answer, distance } = rules.locate({ latitude, longitude, accuracy, age }, there);
      const bits = new BigUint64Array(Float64Array.of(distance).buffer)[0];
      return [answer, Number.isNaN(distance) ? 'nan' : String(bits)];
    },
    place: ({ text }) => {
      const found = rules.place(text);
      return found ? [String(new BigUint64Array(Float64Array.of(found.latitude).buffer)[0]), String(new BigUint64Array(Float64Array.of(found.longitude).buffer)[0])] : [];
    },
    batch: ({ numbers }) => [String(rules.batch(numbers.map(Number)))],
  };
  return cases.map(one => answers[one.what](one));
}"""


@pytest.fixture(scope="module")
def server_says():
    lines = "\n".join(json.dumps(one) for one in cases())
    done = subprocess.run([VERDICTS], input=lines, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_page_and_server_judge_alike(laptop, server_says):
    address = laptop.evaluate("document.querySelector('script[type=module]').src.replace('app.js', 'device/rules.js')")
    page_says = laptop.evaluate(IN_PAGE, [address, cases()])
    different = [three for three in zip(cases(), server_says, page_says) if sorted(three[1]) != sorted(three[2])]
    assert len(page_says) == len(server_says) == len(cases()) and not different, different[:5]


def test_cases_are_of_every_sort(server_says):
    by_kind = {}
    for one, verdict in zip(cases(), server_says):
        by_kind.setdefault(one["what"], []).append(verdict)
    judged = by_kind["judge"]
    assert sum(not verdict for verdict in judged) > 50 and len({line for verdict in judged for line in verdict}) > 60
    assert {verdict[0] for verdict in by_kind["locate"]} == {"inside", "outside", "borderline"}
    assert len({verdict[0] for verdict in by_kind["batch"]}) > 20
    assert sum(bool(verdict) for verdict in by_kind["place"]) > 50


def test_module_is_small(book):
    answer = book.client.connect()
    answer.request("GET", "/assets/classroom.wasm", headers={"Accept-Encoding": "br"})
    response = answer.getresponse()
    module = response.read()
    assert response.headers["Content-Encoding"] == "br" and 50 * 1024 < len(module) <= 150 * 1024
