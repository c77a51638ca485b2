// What a class asks for to believe that somebody is there, as this device finds it: the network, the position, and the code that
// was entered or scanned.

import { distance } from '../screen/wording.js';
import { tokenFor } from '../signal/network-token.js';
import { isLost } from '../signal/signal.js';
import { findPosition } from './position.js';
import { load } from './rules.js';

/**
 * What is said in place of the page's words; `without` if the instructor can be asked instead, `stays` until the student does
 * something.
 * @typedef {{ status: string, reason: string, without?: boolean, stays?: boolean }} Words
 *
 * Evidence besides the position.
 * @typedef {{ code?: string, ticket?: string, token?: string }} Shown
 *
 * @typedef {Partial<import('./position.js').Fix> & Shown} Evidence
 */

/**
 * Finds what the class asks for; or words for why it cannot be found.
 * @param {HTMLElement} element with what the class takes, and the dialog that asks for the position
 * @param {Shown} shown
 * @returns {Promise<{ evidence: Evidence } | { words: Words }>}
 */
export async function findEvidence(element, shown) {
  const { class: id = '', needsAll, takesLocation, takesNetwork } = element.dataset;
  const token = takesNetwork === undefined ? undefined : await tokenFor(id);
  const evidence = token ? { ...shown, token } : shown;
  if (token && needsAll === undefined) return { evidence };
  if (!token && takesNetwork !== undefined && (needsAll ?? takesLocation) === undefined) return { words: noNetwork };
  if (takesLocation === undefined) return { evidence };
  const found = await findPosition(/** @type {HTMLDialogElement} */ (element.querySelector('[data-ask]')));
  if ('reason' in found) {
    // A code is good for a moment only: it goes along to the instructor, who confirms.
    return Object.keys(shown).length ? { evidence } : { words: { ...found, without: true } };
  }
  const words = await outside(found, element.dataset);
  return words ? { words } : { evidence: { ...found, ...evidence } };
}

/** @type {Words} */
const noNetwork = {
  status: 'You are not on your instructor’s network', reason: 'Join the Wi-Fi of the class, and try again.', without: true,
};

/**
 * Without signal, checks the geofence by the server's own rules, so that nobody waits to learn of being outside.
 * @param {import('./position.js').Fix} fix
 * @param {DOMStringMap} data of the class
 * @returns {Promise<Words | undefined>}
 */
async function outside(fix, { latitude, longitude, radius, accuracy, venue, ...data }) {
  if (latitude === undefined || !isLost()) return undefined;
  const rules = await load().catch(() => null);
  const fence = { latitude: Number(latitude), longitude: Number(longitude), radius: Number(radius) };
  const there = rules?.locate(fix, fence, Number(accuracy));
  if (there?.answer !== 'outside') return undefined;
  const status = there.isTold ? `You are ${distance(there.distance)} from ${venue}` : `You are outside ${venue}`;
  return { status, reason: nearer(data), without: true };
}

/**
 * What whoever is outside can do.
 * @param {DOMStringMap} data of the class
 */
export function nearer({ needsAll, takesCode }) {
  return takesCode !== undefined && needsAll === undefined ? 'Come closer, or enter the code.' : 'Come closer and try again.';
}
