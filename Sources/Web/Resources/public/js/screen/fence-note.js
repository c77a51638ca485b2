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
  const asks = () => evidence.value ? /location|any|all/.test(evidence.value) : takesLocation;
  const lacks = () => venue.selectedOptions[0]?.dataset.noPosition !== undefined;
  const show = () => showNotes(form, lacks(), asks());
  /** What was chosen before the code was put there; undefined if nobody but its person put it there. */
  let before = isNew && lacks() && savedValue(evidence) === 'code' ? 'location' : undefined;
  const choose = () => {
    if (isNew && lacks() && asks()) {
      before = evidence.value;
      evidence.value = 'code';
    } else if (before !== undefined && !lacks()) {
      evidence.value = before;
      before = undefined;
    }
    show();
  };
  venue.addEventListener('change', choose, { signal });
  evidence.addEventListener('change', () => {
    before = undefined;
    show();
  }, { signal });
  choose();
}

/** @param {HTMLFormElement} form @param {boolean} lacksPosition @param {boolean} asksLocation */
function showNotes(form, lacksPosition, asksLocation) {
  for (const note of form.querySelectorAll('[data-no-fence]')) {
    note.toggleAttribute('hidden', !lacksPosition || (note.getAttribute('data-no-fence') === 'asked') !== asksLocation);
  }
}
