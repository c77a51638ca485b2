// What is done with a venue as a whole: hidden, shown again, merged with another one, separated from it.

import { take } from '../screen/act.js';
import { notify, notifyNext } from '../screen/notices.js';
import { press } from '../screen/pressed.js';
import { refresh } from '../screen/regions.js';
import { brief } from '../screen/wording.js';

/** @typedef {import('../journal/entries.js').EntryPayload} EntryPayload */

/**
 * @param {HTMLElement} section with data-venue and data-name
 * @param {AbortSignal} signal
 */
export function attach(section, signal) {
  section.addEventListener('click', ({ target }) => {
    const button = target instanceof Element
      ? /** @type {HTMLElement | null} */ (target.closest('[data-hide], [data-show], [data-separate]')) : null;
    if (button) void act(section.dataset, button.dataset);
  }, { signal });
  section.querySelector('form[data-merge]')?.addEventListener('submit', event => {
    event.preventDefault();
    void merge(section.dataset, /** @type {HTMLFormElement} */ (event.target));
  }, { signal });
}

/** @param {DOMStringMap} section @param {DOMStringMap} wanted */
async function act({ venue = '', name }, { hide, show, separate, name: other }) {
  const [hidden, shown] = ['venue.hidden', 'venue.shown'].map(kind => ({ kind, venue }));
  if (hide !== undefined) await done(hidden, `${brief(name)} hidden`, shown);
  if (show !== undefined) await done(shown, `${brief(name)} shown again`, hidden);
  if (separate) {
    await done({ kind: 'venue.separated', venue: separate }, `${brief(other)} is a venue of its own again`,
      { kind: 'venue.merged', venue: separate, into: venue });
  }
}

/** @param {EntryPayload} entry @param {string} text @param {EntryPayload} undo */
async function done(entry, text, undo) {
  if (await take(entry)) notify({ text, undo: [undo], group: 'venue' });
  await refresh();
}

/** @param {DOMStringMap} section @param {HTMLFormElement} form */
async function merge({ venue = '', name }, form) {
  const choice = /** @type {HTMLSelectElement} */ (form.elements.namedItem('into'));
  const into = choice.value;
  const [problem] = await press({ kind: 'venue.merged', venue, into });
  form.closest('dialog')?.close();
  if (problem) {
    notify({ text: problem.message });
    return;
  }
  const other = choice.selectedOptions[0]?.dataset.name ?? '';
  notifyNext({
    text: `${brief(name)} merged with ${brief(other)}`, undo: [{ kind: 'venue.separated', venue }], then: `/venues/${venue}`,
  });
  location.assign(`/venues/${into}`);
}
