// Classroom's rules, compiled from the server's source: they predict the server's verdict on entries, and compute the
// distance to a venue.

import { call, encode, loadModule } from './module.js';

/** @typedef {import('../journal/entries.js').FieldProblem} FieldProblem */
/** @typedef {import('./module.js').Value} Value */

/**
 * Loads the rules once; rejects if unavailable.
 * @returns {Promise<typeof rules>}
 */
export async function load() {
  await loadModule();
  return rules;
}

const rules = {
  /**
   * Checks an entry without the book.
   * @param {string} device
   * @param {number} now milliseconds since 1970
   * @param {Record<string, Value>} entry
   * @returns {FieldProblem[]}
   */
  judge(device, now, entry) {
    const answer = call('judge', encode([device, now, ...Object.entries(entry).flat()]));
    return triples(answer).map(([field, code, message]) => ({ field, code, message }));
  },

  /**
   * Locates a device relative to a venue's geofence, with the distance from its centre in metres.
   * @param {{ latitude: number, longitude: number, accuracy: number, age: number }} fix metres and milliseconds
   * @param {{ latitude: number, longitude: number, radius: number }} venue
   * @param {number} [worstAccuracy] worst accepted accuracy, in metres
   */
  locate(fix, venue, worstAccuracy) {
    const [answer, distance, isTold] = call('locate', encode([
      fix.latitude, fix.longitude, fix.accuracy, fix.age, venue.latitude, venue.longitude, venue.radius,
      ...worstAccuracy === undefined ? [] : [worstAccuracy],
    ]));
    return { answer: String(answer), distance: Number(distance), isTold: isTold === 1 };
  },

  /**
   * Reads a position that people typed or pasted; undefined if there is none in the text.
   * @param {string} text
   */
  place(text) {
    const [latitude, longitude] = call('place', encode([text])).map(Number);
    return longitude === undefined ? undefined : { latitude, longitude };
  },

  /**
   * Counts the waiting entries that fit into a batch.
   * @param {number[]} sizes size of each in bytes, oldest first
   */
  batch(sizes) {
    return Number(call('batch', encode(sizes))[0]);
  },
};

/** @param {(string | number | boolean | null)[]} values */
function triples(values) {
  return Array.from({ length: values.length / 3 }, (_, index) => values.slice(index * 3, index * 3 + 3).map(String));
}
