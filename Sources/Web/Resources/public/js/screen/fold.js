// Text folded for searching and sorting, as in Store/SearchKey.swift: case, accents and hard-to-type differences are
// ignored.

/** Letters that people type without the stroke, though Unicode does not decompose them. */
const PLAIN = new Map(Object.entries({
  đ: 'd', ð: 'd', ı: 'i', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ħ: 'h', '’': "'", 'ʼ': "'", '‘': "'",
}));

const LONGEST_WORD = 40;

/**
 * Folds text: "Đặng  Ñáñez" becomes "dang  nanez".
 * @param {string} text
 */
export function fold(text) {
  // Character by character, so that a sigma is the same at the end of a word.
  return [...text.normalize('NFKD')].flatMap(letter => [...letter.toLowerCase()])
    .filter(character => !/[\u0300-\u036f]|[\p{Cf}\p{Cc}]/u.test(character))
    .map(character => PLAIN.get(character) ?? character).join('');
}

/**
 * Returns the words whose beginning a search can match.
 * @param {...string} texts
 */
export function wordsOf(...texts) {
  return texts.flatMap(text => fold(text).split(/[\s\p{P}\p{Sm}]+/u)).filter(Boolean)
    .map(word => [...word].slice(0, LONGEST_WORD).join(''));
}

/**
 * Whether each search word is the beginning of a word in the texts.
 * @param {string} search
 * @param {...string} texts
 */
export function matches(search, ...texts) {
  const wanted = wordsOf(search);
  const words = wanted.length ? wordsOf(...texts) : [];
  return wanted.every(one => words.some(word => word.startsWith(one)));
}

/**
 * Compares two texts by code points, as the database sorts.
 * @param {string} one
 * @param {string} other
 */
export function compare(one, other) {
  if (one === other) return 0;
  let place = 0;
  while (one[place] === other[place]) place += 1;
  const [here, there] = [one, other].map(text => text.charCodeAt(place));
  // Surrogate pairs compare in order among themselves, and sort after everything else.
  const isPair = (/** @type {number} */ unit) => (unit & 0xf800) === 0xd800;
  if (isPair(here) !== isPair(there) && !Number.isNaN(here + there)) return isPair(here) ? 1 : -1;
  return one < other ? -1 : 1;
}
