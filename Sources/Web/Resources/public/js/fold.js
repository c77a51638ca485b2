// Text as it is compared when people search and sort, as Store/SearchKey.swift has it: without case, accents and the
// differences nobody types.

/** Letters that Unicode does not decompose, though people type them without their stroke. */
const PLAIN = new Map(Object.entries({
  đ: 'd', ð: 'd', ı: 'i', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ħ: 'h', '’': "'", 'ʼ': "'", '‘': "'",
}));

const LONGEST_WORD = 40;

/**
 * "Đặng  Ñáñez" becomes "dang  nanez".
 * @param {string} text
 */
export function fold(text) {
  // Letter by letter, so that a sigma is the same wherever it stands.
  return [...text.normalize('NFKD')].flatMap(letter => [...letter.toLowerCase()])
    .filter(character => !/[\u0300-\u036f]|[\p{Cf}\p{Cc}]/u.test(character))
    .map(character => PLAIN.get(character) ?? character).join('');
}

/**
 * The words that a search may begin with.
 * @param {...string} texts
 */
export function wordsOf(...texts) {
  return texts.flatMap(text => fold(text).split(/[\s\p{P}\p{Sm}]+/u)).filter(Boolean)
    .map(word => [...word].slice(0, LONGEST_WORD).join(''));
}

/**
 * Whether each word that is searched for begins some word of the texts.
 * @param {string} search
 * @param {...string} texts
 */
export function matches(search, ...texts) {
  const wanted = wordsOf(search);
  const words = wanted.length ? wordsOf(...texts) : [];
  return wanted.every(one => words.some(word => word.startsWith(one)));
}

/**
 * The order of two texts by their code points, as the book sorts.
 * @param {string} one
 * @param {string} other
 */
export function compare(one, other) {
  if (one === other) return 0;
  let place = 0;
  while (one[place] === other[place]) place += 1;
  const [here, there] = [one, other].map(text => text.charCodeAt(place));
  // Of two halves of pairs the larger pair has the larger half; against anything else a pair is the larger.
  const isPair = (/** @type {number} */ unit) => (unit & 0xf800) === 0xd800;
  if (isPair(here) !== isPair(there) && !Number.isNaN(here + there)) return isPair(here) ? 1 : -1;
  return one < other ? -1 : 1;
}
