"""What can be wrong with how an engine lays out a page; and where things are, to be compared between engines."""

# The controls and other things that are seen on the page, or in the uppermost dialog.
SEEN = """const place = [...document.querySelectorAll('dialog[open]')].at(-1)
    ?? [...document.querySelectorAll('[popover]')].find(one => one.matches(':popover-open')) ?? document.querySelector('main');
  const isSeen = one => one.checkVisibility({ visibilityProperty: true, opacityProperty: false })
    && !one.closest('.visually-hidden, [inert], dialog:not([open])');
  const seen = selector => [...place.querySelectorAll(selector)].filter(isSeen);
  const words = one => one.matches('input, select, textarea, dialog, canvas') ? '' : one.textContent;
  const name = one => {
    const text = (one.getAttribute('aria-label') || words(one) || one.id || one.name || one.className).replace(/\\s+/g, ' ').trim();
    return `${one.tagName.toLowerCase()} ${text.slice(0, 40)}`;
  };"""

JUDGE = """() => {
  """ + SEEN + """
  const problems = [];
  const box = one => one.getBoundingClientRect();
  // A dialog that could be higher shows all that is in it.
  if (place.matches('dialog')) {
    const body = place.querySelector('.sheet-body') ?? place;
    const isFull = box(place).height >= innerHeight * 0.87;
    if (!isFull && body.scrollHeight > body.clientHeight + 1) {
      problems.push(`${Math.round(box(place).height)} px high, ${body.scrollHeight - body.clientHeight} px are cut off`);
    }
  }
  const controls = seen('a[href], button, input, select, textarea, canvas');
  // Nothing sticks out at the side.
  for (const one of [place, ...controls]) {
    const { left, right, width } = box(one);
    if (width && (left < -0.5 || right > innerWidth + 0.5)) problems.push(`${name(one)} is outside: ${left} to ${right}`);
  }
  // Controls do not lie on each other, but for those that are in each other, or are one for the eye.
  const target = one => one.closest('label') ?? one;
  // What is scrolled away is cut off by whatever scrolls.
  const cut = one => {
    let { left, top, right, bottom } = box(one);
    for (let around = one.parentElement; around && place.contains(around); around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible') continue;
      const edge = box(around);
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom };
  };
  const isCovering = one => getComputedStyle(one).opacity === '0';
  const taps = controls.filter(one => !isCovering(one)).map(one => ({ one, at: target(one), seen: cut(target(one)) }));
  taps.forEach(({ one, at: a, seen: p }, index) => taps.slice(index + 1).forEach(({ one: other, at: b, seen: q }) => {
    if (a.contains(b) || b.contains(a)) return;
    const [x, y] = [Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)];
    if (x > 1 && y > 1) problems.push(`${name(one)} and ${name(other)} overlap by ${Math.round(x)} × ${Math.round(y)}`);
  }));
  // Phones enlarge the page at the focus of a field with smaller letters.
  for (const one of seen('input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea')) {
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (innerWidth < 600 && size < 16) problems.push(`${name(one)} has letters of ${size} px`);
  }
  // A group's legend is within the line around the group.
  for (const one of seen('fieldset > legend')) {
    const text = document.createRange();
    text.selectNodeContents(one);
    const inside = Math.round(box(text).top - box(one.parentElement).top);
    if (inside < 4) problems.push(`${name(one)} is ${inside} px below the edge of its group`);
  }
  return problems;
}"""

# Where the headings and controls are, by name: the left edge, the width and the height. Times and ids differ from run to run.
BOXES = """() => {
  """ + SEEN + """
  const found = {};
  // A date is as wide as the engine writes it.
  const parts = 'h1, h2, a[href], button, input:not([type=radio], [type=file], [type=date], [type=time]), select, textarea';
  for (const one of place.matches('main') ? seen(parts) : [place, ...seen(parts)]) {
    const { left, width, height } = one.getBoundingClientRect();
    found[name(one).replace(/[0-9a-f-]{36}/, 'ID').replace(/[0-9]+/g, '0')] = [left, width, height].map(Math.round);
  }
  return found;
}"""

# Pixels by which two engines may differ. Their letters come from the same fonts, yet they round the widths of words and the
# heights of lines differently, which adds up in what is high; whatever is centred, or comes after words, moves by half of that or
# all of it.
ASIDE, HEIGHT, WIDTH = 8, 4, 24


def differences(boxes, wanted):
    """What is not where it is in another engine, or not as large. Only what both have is compared: the rest, others judge."""
    found = []
    for name in boxes.keys() & wanted.keys():
        wanted_height = wanted[name][2]
        most = ASIDE, WIDTH, HEIGHT + wanted_height / 100
        if any(abs(one - other) > by for one, other, by in zip(boxes[name], wanted[name], most)):
            found.append(f"{name}: left, width and height are {boxes[name]}, not {wanted[name]}")
    missing = wanted.keys() ^ boxes.keys()
    return sorted(found) + [f"{name} is only in one of them" for name in sorted(missing)]
