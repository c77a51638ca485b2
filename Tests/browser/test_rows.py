"""A page that is shown again is the same whether its rows are parsed anew or stay; and those that are the same do stay."""

import pathlib
import re

import pytest

TEMPLATES = pathlib.Path(__file__).parents[2] / "Sources/Web/Resources/templates"

# Shows one generated page after the other in a region. Says at which step it is another than its text, and how many rows were
# marks.
SHOWN = """async ([seed, steps]) => {
  const here = document.querySelector('script[type=module]').src;
  const { parsePage, rowOf } = await import(here.replace('app.js', 'screen/rows.js'));
  const { morph } = await import(here.replace('app.js', 'screen/morph.js'));
  const { letGo } = await import(here.replace('app.js', 'screen/engaged.js'));
  let state = seed;
  const random = below => (state = (state * 48271) % 2147483647) % below;
  const texts = ['Ann', '&lt;/li&gt;', 'two\\n      lines', '\\n    &lt;/tr&gt;\\n', '&quot; data-key=&quot;1', '\\u0301', '$&amp;$1'];
  const text = () => texts[random(texts.length)];
  const row = key => ({ key, words: text(), state: random(2), inner: Array.from({ length: random(3) }, (_, place) => `${key}-${place}`) });
  const lists = [[], [], [], [], []].map((_, list) => Array.from({ length: 8 }, (_, place) => row(`${list}-${place}`)));
  let [next, title] = [100, 'One'];

  const change = () => {
    const list = lists[random(lists.length)];
    const place = random(list.length + 1);
    const [one] = list.slice(place, place + 1);
    const ways = [
      () => one && (one.words = text()), () => one && (one.state = 1 - one.state), () => one && one.inner.push(`${one.key}-${next++}`),
      () => one && one.inner.pop(), () => list.splice(place, 1), () => list.splice(place, 0, row(`new-${next++}`)),
      () => list.sort(() => random(3) - 1), () => (title = text()), () => {}, () => {},
    ];
    ways[random(ways.length)]();
  };
  const item = ({ key, words, state, inner }) => `
      <li class="${state ? 'on' : 'off'}" data-key="${key}" data-words="${words.replaceAll('\\n', ' ')}">
        <span>${words}</span><input value="${words.replaceAll('\\n', ' ')}">
        <ul>
${inner.map(one => `          <li data-key="${one}">\\n            <b>${one}</b>\\n          </li>`).join('\\n')}
        </ul>
      </li>`;
  const line = ({ key, words }) => `
        <tr data-key="${key}">
          <td>${words}</td>
        </tr>`;
  const group = (list, place) => list.length && `
      <section data-key="group ${place}">
        <h3>${list.length}</h3>
        <ul data-list>${list.map(item).join('')}
        </ul>
      </section>`;
  const page = () => `<main data-region="tried">
    <h2>${title}</h2>
    <ul data-list>${lists[0].map(item).join('')}
    </ul>
    <div data-list>${lists.slice(3).map(group).filter(Boolean).join('')}
    </div>
    <ol>${lists[1].map(item).join('')}
    </ol>
    <table>
      <tbody>${lists[2].map(line).join('')}
      </tbody>
    </table>
  </main>`;

  document.body.insertAdjacentHTML('beforeend', page());
  const region = document.querySelector('[data-region=tried]');
  const wait = () => random(2) ? new Promise(resolve => setTimeout(resolve)) : Promise.resolve();
  // A script changes what is on the screen, as a behaviour does before the server has answered.
  const touch = () => {
    const rows = [...region.querySelectorAll('[data-key]')];
    const one = rows[random(rows.length || 1)];
    const ways = [
      () => one?.setAttribute('class', 'touched'), () => one?.setAttribute('data-words', 'touched'), () => one?.querySelector('span, td, b')?.replaceChildren('touched'),
      () => one?.firstElementChild?.firstChild && (one.firstElementChild.firstChild.nodeValue = 'touched'), () => one?.remove(), () => one && region.querySelector('ol').prepend(one),
    ];
    if (random(3) === 0) ways[random(ways.length)]();
  };
  let marks = 0;
  for (let step = 0; step < steps; step += 1) {
    for (let times = random(4); times > 0; times -= 1) change();
    const whole = new DOMParser().parseFromString(page(), 'text/html').querySelector('main');
    touch();
    await wait();
    const fresh = parsePage(page(), region).querySelector('main');
    // Some never come to be shown.
    if (random(5) === 0) continue;
    touch();
    await wait();
    if (random(4) === 0) parsePage(page().replaceAll('Ann', 'Ben'), region);
    touch();
    marks += [...fresh.querySelectorAll('[data-key]')].filter(rowOf).length;
    // Somebody may be at a list, whose rows stay until they are not.
    if (random(3) === 0) {
      const rows = [...region.querySelectorAll('[data-list] [data-key]')];
      rows[random(rows.length || 1)]?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
    }
    morph(region, fresh);
    if (random(2) === 0) continue;
    letGo();
    const [is, wanted] = [region, whole].map(one => one.outerHTML.replace(/>\\s+</g, '><'));
    if (is !== wanted) return { step, is, wanted };
  }
  return { marks };
}"""


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_page_is_what_its_text_says(devices, shared_book, seed):
    page = devices.open()
    page.goto(f"{shared_book.base}/sign-in")
    told = page.evaluate(SHOWN, [seed, 400])
    assert "is" not in told, told
    # Some 24 rows are shown each time, of which few change.
    assert told["marks"] > 4000


def rows():
    for path in sorted(TEMPLATES.rglob("*.mustache")):
        lines = path.read_text().splitlines()
        for number, line in enumerate(lines):
            if re.match(r" *<(li|tr)\b[^<>]*\bdata-key=[^<>]*>$", line):
                yield pytest.param(lines[number:], id=f"{path.relative_to(TEMPLATES)}:{number + 1}")


@pytest.mark.parametrize("lines", rows())
def test_a_row_ends_as_far_from_the_edge_as_it_begins(lines):
    """By that the scripts find where it ends, without parsing what is in it."""
    indentation, tag = re.match(r"( *)<(li|tr)", lines[0]).groups()
    end = next(number for number, line in enumerate(lines[1:], 1) if not line.startswith(indentation + " "))
    assert lines[end] == f"{indentation}</{tag}>"
    inner = "\n".join(lines[:end + 1])
    assert len(re.findall(rf"<{tag}\b", inner)) == len(re.findall(rf"</{tag}>", inner))
