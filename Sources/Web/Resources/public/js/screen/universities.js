// Search in the list of universities, tolerant of spelling.

import { fold, wordsOf } from './fold.js';

/**
 * @typedef {object} University
 * @property {string} name
 * @property {string} country
 * @property {string} key folded name
 * @property {string[]} aliases other names, folded
 * @property {string[]} words all searchable words, folded
 */

/** Maximum number of suggestions. */
export const MOST = 50;

/**
 * Parses the list: "# Country", then a line for each university there, "Name" or "Name = Alias; Alias".
 * @param {string} text
 * @returns {University[]}
 */
export function parse(text) {
  /** @type {University[]} */
  const universities = [];
  let country = '';
  for (const line of text.split('\n').map(line => line.trim())) {
    if (line.startsWith('#')) country = line.slice(1).trim();
    else if (line) universities.push(university(line, country));
  }
  return universities;
}

/**
 * Returns the universities that match the text, best first: every word typed begins a word of the name, of an alias or
 * of the country.
 * @param {University[]} universities
 * @param {string} text
 */
export function find(universities, text) {
  const typed = fold(text).trim();
  const wanted = wordsOf(typed);
  if (!wanted.length) return [];
  return universities
    .filter(({ words }) => wanted.every(begin => words.some(word => word.startsWith(begin))))
    .map(university => ({ university, rank: rank(university, typed, wanted) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ university }) => university);
}

/**
 * Returns the university of this name, ignoring marks and capitals only.
 * @param {University[]} universities
 * @param {string} text
 */
export function named(universities, text) {
  const key = fold(text).trim();
  return universities.find(university => university.key === key);
}

/**
 * @param {string} line
 * @param {string} country
 * @returns {University}
 */
function university(line, country) {
  const [name, others = ''] = line.split(' = ', 2);
  const aliases = others.split(';').map(alias => fold(alias).trim()).filter(Boolean);
  const key = fold(name);
  return { name, country, key, aliases, words: [key, ...aliases, fold(country)].flatMap(wordsToFind) };
}

/**
 * Returns the words, plus those with an apostrophe joined: "queen", "s" and "queens".
 * @param {string} text
 */
function wordsToFind(text) {
  return [...wordsOf(text), ...wordsOf(text.replace(/['’ʼ]/g, ''))];
}

/**
 * Ranks a match; the lower, the better.
 * @param {University} university
 * @param {string} typed
 * @param {string[]} wanted
 */
function rank({ key, aliases }, typed, wanted) {
  if (key.startsWith(typed)) return 0;
  if (aliases.some(alias => alias.startsWith(typed))) return 1;
  const own = wordsOf(key);
  return wanted.every(begin => own.some(word => word.startsWith(begin))) ? 2 : 3;
}
