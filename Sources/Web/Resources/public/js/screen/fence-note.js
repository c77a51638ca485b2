// What a form asks for as proof of presence, at venues that have no position: a location cannot be checked there.

import { savedValue } from './control.js';

/**
 * Says where the chosen venue has no position. What is new then asks for the code instead of a location.
 * @param {HTMLFormElement} form with the fields venue and evidence
 * @param {{ isNew: boolean, takesLocation: boolean }} about takesLocation: whether no choice means a location
 * @param {AbortSignal} signal
 */
export function followVenue(form, { isNew, takesLocation }, signal) {
  const [venue, evidence] = ['venue', 'evidence'].map(name => form.elements.namedItem(name));
  if (!(venue instanceof HTMLSelectElement && evidence instanceof HTMLSelectElement)) return;
  const asks = (/** @type {string} */ value) => value ? /location|any|all/.test(value) : takesLocation;
  const lacks = () => venue.selectedOptions[0]?.dataset.noPosition !== undefined;
  /** What was chosen before the code was put there. */
  let before = isNew && lacks() && savedValue(evidence) === 'code' ? 'location' : '';
  let isOurs = before !== '';
  const show = () => {
    for (const note of form.querySelectorAll('[data-no-fence]')) {
      note.toggleAttribute('hidden', !lacks() || (note.getAttribute('data-no-fence') === 'asked') !== asks(evidence.value));
    }
  };
  const choose = () => {
    if (isNew && lacks() && asks(evidence.value)) {
      [before, isOurs] = [evidence.value, true];
      evidence.value = 'code';
    } else if (isOurs && !lacks()) {
      isOurs = false;
      evidence.value = before;
    }
    show();
  };
  venue.addEventListener('change', choose, { signal });
  evidence.addEventListener('change', () => {
    isOurs = false;
    show();
  }, { signal });
  choose();
}
