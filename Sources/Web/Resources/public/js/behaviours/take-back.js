// "Take Back" under the result of an import: what was added is removed, or deleted, with the student types that nobody else
// has, and what was changed is as before, unless somebody has changed it since.

import { take } from '../screen/act.js';
import { notify } from '../screen/notices.js';

/** @typedef {import('../journal/entries.js').EntryPayload} EntryPayload */

/**
 * Entries that take back what was added, and those that add it once more.
 * @type {Record<string, { back: (id: string) => EntryPayload, again: (id: string) => EntryPayload, text: string }>}
 */
const WAYS = {
  people: {
    back: person => ({ kind: 'person.removed', person }), again: person => ({ kind: 'person.restored', person }),
    text: 'Taken back: the people added are removed',
  },
  entries: {
    back: training => ({ kind: 'training.deleted', training }), again: training => ({ kind: 'training.restored', training }),
    text: 'Taken back: the entries added are deleted',
  },
};

/**
 * @param {HTMLButtonElement} button with data-added, the identifiers, and data-of: people or entries; data-types, student types
 *   that were added; and data-changed, what takes changes back
 * @param {AbortSignal} signal
 */
export function attach(button, signal) {
  button.addEventListener('click', async () => {
    const { added = '', types = '', of = '', changed = '' } = button.dataset;
    const { back, again, text } = WAYS[of];
    const [ids, made] = [added, types].map(text => text.split(' ').filter(Boolean));
    const unmade = made.map(type => ({ kind: 'studentType.deleted', type, onlyUnused: true }));
    const remade = made.map(type => ({ kind: 'studentType.restored', type }));
    /** @type {{ back: EntryPayload, again: EntryPayload }[]} */
    const changes = changed ? JSON.parse(changed) : [];
    button.disabled = true;
    const isTaken = await take([...ids.map(back), ...changes.map(change => change.back), ...unmade]);
    button.disabled = isTaken;
    if (!isTaken) return;
    const words = !changes.length ? text : ids.length ? `${text}, and what was changed is as before` : 'Taken back: what was changed is as before';
    notify({
      text: words, undo: [...remade, ...ids.map(again), ...changes.map(change => change.again)], undone: ids.length ? 'Added once more' : 'Changed once more',
      group: 'import',
    });
  }, { signal });
}
