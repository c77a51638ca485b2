// Rows of lists that a fresh page has as they are on the screen are neither parsed nor compared again: in that page a mark stands
// for each. In a class of 500, a tap or a mark that comes in changes one.

/**
 * A row as the templates write it: its tag ends a line, and its end is a line as far from the edge. No value can end it, since
 * none has a "<".
 */
const ROW = /^( *)<(li|tr)(?: [^<>]*)? data-key="([^"<>]*)"[^<>]*>\n[^]*?\n\1<\/\2>$/gm;

/**
 * Sources of the rows on the screen that are as these say, and have not been changed since.
 * @type {WeakMap<Node, string>}
 */
const stands = new WeakMap();

/**
 * The same rows, by region and source; and of which page they are.
 * @type {WeakMap<Element, { page: string, rows: Map<string, Element> }>}
 */
const standing = new WeakMap();

/**
 * Sources of rows of fresh pages, each with the region it is for.
 * @type {WeakMap<Node, { source: string, region: Element }>}
 */
const sources = new WeakMap();

/**
 * What marks stand for.
 * @type {WeakMap<Node, { source: string, row: Element }>}
 */
const marked = new WeakMap();

/**
 * Parses a page. If it is for a region that is shown as a whole, marks stand for the rows that are there.
 * @param {string} text
 * @param {Element} [region]
 */
export function parsePage(text, region) {
  const parser = new DOMParser();
  if (!region) return parser.parseFromString(text, 'text/html');
  const { shorter, marks, others } = shorten(text, region);
  const page = parser.parseFromString(shorter, 'text/html');
  for (const mark of page.querySelectorAll('[data-kept-row]')) marked.set(mark, marks[Number(mark.getAttribute('data-kept-row'))]);
  const rows = grouped([...page.querySelectorAll(ROWS)].filter(one => !one.parentElement?.closest(ROWS)), one => one.getAttribute('data-key') ?? '');
  for (const [key, [source, ...more]] of grouped(others, keyIn)) {
    const [row, ...moreRows] = rows.get(key) ?? [];
    // Of several with the same key it is not known which is which.
    if (row && !more.length && !moreRows.length) sources.set(row, { source, region });
  }
  return page;
}

const ROWS = 'li[data-key]:not([data-kept-row]), tr[data-key]:not([data-kept-row])';

/**
 * Puts marks in place of the rows that a region has on the screen; returns what they stand for, and the sources of the other rows.
 * @param {string} text
 * @param {Element} region
 */
function shorten(text, region) {
  note(observer.takeRecords());
  const before = standing.get(region);
  /** @type {Map<string, Element>} */
  const rows = new Map();
  // The list of another class has the same people, and goes as another comes.
  const known = before?.page === location.pathname ? before.rows : rows;
  standing.set(region, { page: location.pathname, rows });
  /** @type {{ source: string, row: Element }[]} */
  const marks = [];
  /** @type {string[]} */
  const others = [];
  const shorter = text.replace(ROW, (source, _, tag, key) => {
    const row = known.get(source);
    if (!row?.isConnected || stands.get(row) !== source || rows.has(source)) {
      others.push(source);
      return source;
    }
    rows.set(source, row);
    // The text of the page before is not kept.
    stands.set(row, source);
    return `<${tag} data-key="${key}" data-kept-row="${marks.push({ source, row }) - 1}"></${tag}>`;
  });
  return { shorter, marks, others };
}

/** @param {string} source */
function keyIn(source) {
  return / data-key="([^"]*)"/.exec(source)?.[1] ?? '';
}

/**
 * @template T
 * @param {T[]} values
 * @param {(value: T) => string} keyOf
 */
function grouped(values, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const value of values) groups.set(keyOf(value), [...groups.get(keyOf(value)) ?? [], value]);
  return groups;
}

/**
 * The row on the screen that a mark stands for; undefined if this is none, or the row has been changed.
 * @param {Node} mark
 */
export function rowOf(mark) {
  const one = marked.get(mark);
  return one && stands.get(one.row) === one.source ? one.row : undefined;
}

/**
 * Puts rows in place of the marks whose rows do not stand in a list any more.
 * @param {Element} list on the screen
 * @param {Element} fresh
 */
export function unmark(list, fresh) {
  note(observer.takeRecords());
  unfold([...fresh.children].filter(mark => rowOf(mark)?.parentElement !== list));
}

/**
 * Puts rows in place of all marks in an element that was not on the screen.
 * @param {Element} fresh
 */
export function unmarkAll(fresh) {
  unfold([...fresh.querySelectorAll('[data-kept-row]')]);
}

/** @param {Element[]} elements marks, and others, which stay */
function unfold(elements) {
  const marks = elements.filter(one => marked.has(one));
  if (!marks.length) return;
  const text = marks.map(mark => within(marked.get(mark)?.source ?? '')).join('');
  const lists = [...new DOMParser().parseFromString(text, 'text/html').body.children];
  for (const [place, mark] of marks.entries()) mark.replaceWith(lists[place].querySelector('li, tr') ?? '');
}

/**
 * Puts a row into a list, without which no browser takes it for one.
 * @param {string} source
 */
function within(source) {
  return source.trimStart().startsWith('<tr') ? `<table><tbody>${source}</tbody></table>` : `<ul>${source}</ul>`;
}

/**
 * Notes that what is on the screen is as in a fresh page, with all rows in it.
 * @param {Element} old
 * @param {Element} fresh
 */
export function stand(old, fresh) {
  const rows = rowsIn(old);
  for (const [place, one] of rowsIn(fresh).entries()) {
    const known = sources.get(one);
    if (!known) continue;
    stands.set(rows[place], known.source);
    standing.get(known.region)?.rows.set(known.source, rows[place]);
    // What is on the screen itself is not asked again.
    if (old === fresh) sources.delete(one);
  }
}

/**
 * Copies an element of a fresh page, with what is known of the rows in it.
 * @param {Element} fresh
 */
export function copyOf(fresh) {
  const copy = /** @type {Element} */ (fresh.cloneNode(true));
  const rows = rowsIn(copy);
  for (const [place, one] of rowsIn(fresh).entries()) {
    const [mark, source] = [marked.get(one), sources.get(one)];
    if (mark) marked.set(rows[place], mark);
    if (source) sources.set(rows[place], source);
  }
  return copy;
}

/**
 * Notes that a row of a fresh page is not as its source says.
 * @param {Element} part of it that was changed
 */
export function differ(part) {
  for (let one = /** @type {Element | null} */ (part); one; one = one.parentElement) sources.delete(one);
}

/** @param {Element} element */
function rowsIn(element) {
  return [element, ...element.querySelectorAll('[data-key]')];
}

/** @param {MutationRecord[]} changes */
function note(changes) {
  for (const { target } of changes) {
    for (let node = /** @type {Node | null} */ (target); node; node = node.parentNode) stands.delete(node);
  }
}

const observer = new MutationObserver(note);
observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributes: true });
