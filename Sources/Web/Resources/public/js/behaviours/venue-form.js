// Form that adds a venue by hand, at the current position if known.

import { submit } from '../screen/act.js';
import { showProblems } from '../screen/form-problems.js';
import { identifier } from '../journal/identifier.js';
import { fold } from './disclosure.js';
import { search } from './search.js';

/**
 * @param {HTMLFormElement} form within an element with data-latitude and data-longitude
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  let busy = false;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    await save(form).finally(() => { busy = false; });
  }, { signal });
}

/** @param {HTMLFormElement} form */
async function save(form) {
  const data = new FormData(form);
  const name = String(data.get('name') ?? '').trim();
  const radius = Number(data.get('radius'));
  if (!radius) {
    showProblems(form, [{ field: 'radius', code: 'type', message: 'This must be a number from 10 to 10000.' }]);
    return;
  }
  const venue = identifier();
  const address = String(data.get('address') ?? '').trim();
  if (!await submit(form, { kind: 'venue.saved', venue, name, address, radius, ...position(form) })) return;
  form.reset();
  const button = document.querySelector(`[aria-controls="${form.id}"]`);
  if (button instanceof HTMLElement) fold(button, true);
  await showVenue(venue);
}

/**
 * Scrolls to the new venue in the list.
 * @param {string} venue
 */
async function showVenue(venue) {
  const list = document.querySelector('[data-region-target="venues"]');
  if (!(list instanceof HTMLFormElement)) return;
  /** @type {HTMLInputElement} */ (list.elements.namedItem('search')).value = '';
  await search(list);
  const row = document.querySelector(`[data-venue="${venue}"]`);
  if (row instanceof HTMLElement) row.focus();
}

/**
 * @param {HTMLFormElement} form
 * @returns {Record<string, number>}
 */
function position(form) {
  const { latitude, longitude } = /** @type {HTMLElement | null} */ (form.closest('[data-latitude]'))?.dataset ?? {};
  return latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : {};
}
