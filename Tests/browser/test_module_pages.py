"""The device's book in the page: the same source as the server's tests run, and the same pages of generated books.

The Swift tests compare a device's book with the server. What they ask of that book is kept here, and asked of the page's build.
"""

import json
import os
import pathlib
import subprocess

import pytest

from server import BINARY

TESTS = pathlib.Path(BINARY).with_name("shalaPackageTests.xctest")
#: How many calls the page is handed at once.
AT_ONCE = 200

BEGIN = """async base => {
  const [module, { host }] = await Promise.all([import(`${base}device/module.js`), import(`${base}device/host.js`)]);
  module.answerBy(host);
  await module.loadModule();
  const templates = await (await fetch(new URL('../templates.json', base))).json();
  const [problem] = module.call('templates', module.encode(Object.entries(templates).flat()));
  if (problem) throw new Error(problem);
  globalThis.module = module;
}"""

REPEAT = """calls => calls.map(({ call, copy, isAll, entries, address, now }) => {
  const { module } = globalThis;
  if (copy) return module.call(call, module.encodeTree([copy]));
  if (entries) return module.call(call, module.encodeTree([isAll, entries]));
  const { pathname, searchParams } = new URL(address, location.href);
  return module.call(call, module.encodeTree([pathname, Object.fromEntries(searchParams), now, '', true, true, false]));
})"""


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    """Calls of every generated book, by name."""
    folder = tmp_path_factory.mktemp("calls")
    names = "DeviceBookTests/(pagesAreTheServers|entriesDoWhatTheyDoOnTheServer|pagesOfStudentsAreTheServers)"
    # Not once more on PostgreSQL.
    environment = {name: value for name, value in os.environ.items() if name != "SHALA_POSTGRES"}
    done = subprocess.run([TESTS, "--testing-library", "swift-testing", "--filter", names], capture_output=True, text=True,
                          env=environment | {"SHALA_DEVICE_CALLS": str(folder)}, timeout=900)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return {one.name: [json.loads(line) for line in one.read_text().split("\n") if line] for one in folder.iterdir()}


def test_module_makes_the_pages_of_generated_books(laptop, book, books):
    base = laptop.evaluate("new URL('.', document.querySelector('script[type=module]').src).href")
    # Nobody is signed in, so the app takes up no book of its own.
    laptop.context.clear_cookies()
    laptop.goto(f"{book.base}/sign-in")
    made, templates = 0, set()
    for name, calls in sorted(books.items()):
        laptop.reload()
        laptop.evaluate(BEGIN, base)
        for start in range(0, len(calls), AT_ONCE):
            part = calls[start:start + AT_ONCE]
            for call, answer in zip(part, laptop.evaluate(REPEAT, part)):
                assert answer == call.get("answer", []), (name, call.get("address"), call.get("template"))
                made += bool(answer)
                templates.add(call.get("template"))
    assert len(books) == 12 and made > 5000 and len(templates) > 20, (len(books), made, templates)
