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
  return texts.flatMap(text => split(fold(text)));
}

/**
 * Returns the words of folded text.
 * @param {string} folded
 */
export function split(folded) {
  return folded.split(/[\s\p{P}\p{Math}]+/u).filter(Boolean).map(word => [...word].slice(0, LONGEST_WORD).join(''));
}
