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
  return [...text.normalize('NFKD').toLowerCase()]
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
  return one < other ? -1 : one > other ? 1 : 0;
}
