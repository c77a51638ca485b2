// Controls of a class: pause, resume, save, delete.

import { take } from '../screen/act.js';
import { notifyNext } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';
import { run } from './clock.js';

/**
 * @param {HTMLElement} element with data-class and, if the class is over, data-back to the list it is in
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  /**
   * What is being done: pressed again, it is done once. Something else, such as "Resume" after "Pause", need not wait.
   * @type {Set<string>}
   */
  const busy = new Set();

  /** @param {string | undefined} action */
  const act = async (action = '') => {
    const perform = actions[action];
    if (!perform || busy.has(action)) return;
    busy.add(action);
    try {
      await perform(element, element.dataset.class ?? '');
    } finally {
      busy.delete(action);
    }
  };

  element.addEventListener('click', event => act(actionOf(event.target, '[data-action]')?.dataset.action), { signal });
  element.addEventListener('hold', event => act(actionOf(event.target, '[data-hold-action]')?.dataset.holdAction), { signal });
}

/** @type {Record<string, (element: HTMLElement, id: string) => Promise<void>>} */
const actions = {
  pause: (element, id) => turn(element, id, false),
  resume: (element, id) => turn(element, id, true),
  save: async (_, id) => {
    if (!await done('class.saved', id)) return;
    notifyNext({ text: 'Class saved', undo: [{ kind: 'class.restored', class: id }], then: '/class', group: 'class' });
    location.assign(`/classes/${id}`);
  },
  delete: async (element, id) => {
    const { back } = element.dataset;
    if (!await done('class.deleted', id)) return;
    notifyNext({
      text: 'Class deleted',
      undo: [{ kind: 'class.restored', class: id }],
      then: back ? location.pathname + location.search : '/class',
      group: 'class',
    });
    location.assign(back ?? '/class');
  },
};

/**
 * Starts or stops the clock, on the screen at once and in the book as soon as possible.
 * @param {HTMLElement} element
 * @param {string} id
 * @param {boolean} going
 */
async function turn(element, id, going) {
  const clock = /** @type {HTMLElement | null} */ (element.querySelector('[data-behaviour="clock"]'));
  if (clock) run(clock, going);
  await done(going ? 'class.resumed' : 'class.paused', id);
  await refresh();
}

/**
 * @param {string} kind
 * @param {string} id
 */
async function done(kind, id) {
  const isTaken = await take({ kind, class: id });
  if (!isTaken) await refresh();
  return isTaken;
}

/**
 * @param {EventTarget | null} target
 * @param {string} selector
 */
function actionOf(target, selector) {
  return target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;
}
