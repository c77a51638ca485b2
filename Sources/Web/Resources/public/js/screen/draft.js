// What was typed into a form that its person leaves for another, to come back with what was missing.

import { isControl, setValue, valueOf } from './control.js';

/** @typedef {{ address: string, typed: Record<string, string>, kept: number }} Draft */

const KEPT = 'draft';

/** What was typed longer ago is not expected any more, in milliseconds. */
const OLD = 30 * 60_000;

/**
 * Keeps what was typed while its person is away.
 * @param {HTMLFormElement} form
 */
export function keepDraft(form) {
  const typed = Object.fromEntries([...form.elements].filter(isControl).map(one => [one.name, valueOf(one)]));
  sessionStorage.setItem(KEPT, JSON.stringify({ address: location.pathname, typed, kept: Date.now() }));
}

/** Forgets what was typed: it is saved. */
export function dropDraft() {
  sessionStorage.removeItem(KEPT);
}

/**
 * Puts what was typed back into its form.
 * @param {HTMLFormElement} form
 * @param {string} missing name of the field for which its person was away
 */
export function takeDraft(form, missing) {
  const draft = kept();
  if (draft?.address !== location.pathname) return;
  for (const one of form.elements) {
    if (isControl(one) && one.name !== missing && one.name in draft.typed) setValue(one, draft.typed[one.name]);
  }
}

/** @returns {Draft | undefined} */
function kept() {
  const text = sessionStorage.getItem(KEPT);
  const draft = text ? JSON.parse(text) : undefined;
  return draft && Date.now() - draft.kept < OLD ? draft : undefined;
}
