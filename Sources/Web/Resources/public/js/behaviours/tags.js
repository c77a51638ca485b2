// Tags of a person: added, and removed by a tap.

import { act, isFaultless, submit } from '../screen/act.js';
import { fold } from '../screen/fold.js';
import { record } from '../journal/journal.js';
import { notify, notifyNext } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';
import { brief } from '../screen/wording.js';

const THERE = { field: 'tagAdded', code: 'taken', message: 'This tag is there already.' };

/**
 * @param {HTMLElement} element with data-person, the tags, and a form for a new one
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  element.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('[data-tag]')) : null;
    if (button) void remove(element, button.dataset.tag ?? '');
  }, { signal });
  element.addEventListener('submit', event => {
    event.preventDefault();
    void add(element, /** @type {HTMLFormElement} */ (event.target));
  }, { signal });
  addEventListener('pagehide', () => keepOnLeaving(element), { signal });
}

/**
 * Adds what was typed and not yet added, as other fields keep what is in them.
 * @param {HTMLElement} element
 */
function keepOnLeaving(element) {
  const form = element.querySelector('form');
  const tag = form && typed(form);
  if (!tag || isThere(element, tag)) return;
  const { person = '' } = element.dataset;
  form.reset();
  notifyNext(noticeOf(person, tag));
  void record(added(person, tag));
}

/** @param {HTMLFormElement} form */
function typed(form) {
  return String(new FormData(form).get('tagAdded') ?? '').trim();
}

/** @param {HTMLElement} element @param {string} tag */
function isThere(element, tag) {
  return [...element.querySelectorAll('[data-tag]')].some(one => fold(one.getAttribute('data-tag') ?? '') === fold(tag));
}

/** @param {string} person @param {string} tag */
function noticeOf(person, tag) {
  return { text: `Tag ${brief(tag)} added`, undo: [removed(person, tag)], group: 'tags' };
}

/** @param {HTMLElement} element @param {HTMLFormElement} form */
async function add(element, form) {
  const { person = '' } = element.dataset;
  const tag = typed(form);
  const isAdded = isThere(element, tag) ? isFaultless(form, [THERE]) : await submit(form, added(person, tag));
  if (!isAdded) return;
  form.reset();
  notify(noticeOf(person, tag));
  await refresh();
}

/** @param {HTMLElement} element @param {string} tag */
async function remove({ dataset: { person = '' } }, tag) {
  await act(removed(person, tag), { text: `Tag ${brief(tag)} removed`, undo: [added(person, tag)], group: 'tags' });
  document.getElementById('new-tag')?.focus({ preventScroll: true });
}

/** @param {string} person @param {string} tagAdded */
function added(person, tagAdded) {
  return { kind: 'person.edited', person, tagAdded };
}

/** @param {string} person @param {string} tagRemoved */
function removed(person, tagRemoved) {
  return { kind: 'person.edited', person, tagRemoved };
}
