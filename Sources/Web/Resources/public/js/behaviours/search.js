// Form that filters a list while the user types. The server makes the list; the address follows unless data-stay is
// set.

import { fitChoices } from '../screen/choice.js';
import { areChanged } from '../screen/control.js';
import { letGo } from '../screen/engaged.js';
import { refreshRegion, setSource } from '../screen/regions.js';
import { letMove } from '../screen/steady.js';

/** Delay after the last key, in milliseconds. */
const PAUSE = 180;

/**
 * @param {HTMLFormElement} form with data-region-target, and data-stay if it stands in a sheet
 * @param {AbortSignal} signal
 */
export function attach(form, signal) {
  let timer = 0;
  const soon = (/** @type {number} */ time) => {
    clearTimeout(timer);
    timer = setTimeout(() => search(form), time);
  };
  fitChoices(form);
  form.addEventListener('input', event => {
    fitChoices(form);
    soon(event.target instanceof HTMLSelectElement ? 0 : PAUSE);
  }, { signal });
  form.addEventListener('submit', event => {
    event.preventDefault();
    soon(0);
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
  }, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  // The user may have typed before this script had loaded.
  if (areChanged(form.elements)) soon(PAUSE);
}

/**
 * What is looked for in a place.
 * @param {Element | null} place
 */
export function searchedFor(place) {
  const input = place?.querySelector('input[type="search"]');
  return input instanceof HTMLInputElement ? input.value : '';
}

/**
 * Clears what was looked for, once it is found; whoever types goes on with the next name.
 * @param {Element | null} place
 * @param {string} found what was looked for as it was found; what has been typed since stays
 */
export async function clearSearch(place, found) {
  const input = place?.querySelector('input[type="search"]');
  if (!(input instanceof HTMLInputElement) || !found || input.value !== found || !input.form) return;
  input.value = '';
  input.focus({ preventScroll: true });
  await search(input.form);
}

/**
 * Fetches the list for the current form values.
 * @param {HTMLFormElement} form
 */
export async function search(form) {
  const region = document.querySelector(`[data-region="${CSS.escape(form.dataset.regionTarget ?? '')}"]`);
  if (!region) return;
  const address = addressOf(form);
  if (form.dataset.stay === undefined) history.replaceState(history.state, '', address);
  else setSource(region.closest('[data-sheet]') ?? region, address);
  region.setAttribute('aria-busy', 'true');
  // Another list starts from its first part.
  for (const list of region.querySelectorAll('[data-parts]')) list.removeAttribute('data-parts');
  try {
    await refreshRegion(region, letAnswer);
  } catch (error) {
    console.info('The list could not be fetched.', error);
  } finally {
    region.removeAttribute('aria-busy');
  }
}

/** What was asked for is shown even where the pointer rests. */
function letAnswer() {
  letGo();
  letMove();
}

/**
 * Returns the form's address with its values.
 * @param {HTMLFormElement} form
 */
export function addressOf(form) {
  const address = new URL(form.getAttribute('action') ?? location.pathname, location.origin);
  for (const [name, value] of new FormData(form)) {
    const control = form.elements.namedItem(name);
    // The first option is the default.
    const isDefault = control instanceof HTMLSelectElement && control.selectedIndex === 0;
    if (typeof value === 'string' && value.trim() && !isDefault) address.searchParams.set(name, value.trim());
  }
  return address.pathname + address.search;
}
