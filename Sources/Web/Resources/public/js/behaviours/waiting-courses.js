// Courses made on this device that the server does not have yet.

import { element } from '../screen/element.js';
import { onCondition } from '../journal/condition.js';
import { whose } from '../journal/maker.js';
import * as outbox from '../journal/outbox.js';
import { isLost, onSignal } from '../signal/signal.js';

/**
 * @param {HTMLElement} list
 * @param {AbortSignal} signal
 */
export function attach(list, signal) {
  const look = () => {
    if (!signal.aborted) void show(list);
  };
  onCondition(look);
  onSignal(look);
}

/** @param {HTMLElement} list */
async function show(list) {
  const kept = await outbox.all(whose(), 'waiting').catch(() => []);
  const made = kept.filter(({ entry }) => entry.kind === 'course.created');
  list.hidden = !made.length;
  // These courses exist on this device only.
  list.toggleAttribute('data-own-held', made.length > 0);
  const words = isLost() ? 'Kept on this device until there is signal' : 'Sending…';
  list.replaceChildren(...made.map(({ entry }) => element('li', {}, element('div', { class: 'row' },
    element('span', { class: 'row-text' },
      element('span', { class: 'row-title', dir: 'auto' }, String(entry.title)),
      element('span', { class: 'row-note' }, element('span', {}, words)))))));
}
