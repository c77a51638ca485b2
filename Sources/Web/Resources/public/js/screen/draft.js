// What was typed into a form that its person leaves for another, to come back with what was missing.

import { isControl, setValue, valueOf } from './control.js';

/** @typedef {{ address: string, typed: Record<string, string> }} Draft */

const KEPT = 'draft';

/**
 * Keeps what was typed while its person is away.
 * @param {HTMLFormElement} form
 */
export function keepDraft(form) {
  const typed = Object.fromEntries([...form.elements].filter(isControl).map(one => [one.name, valueOf(one)]));
  sessionStorage.setItem(KEPT, JSON.stringify({ address: location.pathname, typed }));
}

/** Address of the form that waits. */
export function draftAddress() {
  return kept()?.address;
}

/**
 * Puts what was typed back into its form, once.
 * @param {HTMLFormElement} form
 * @param {string} missing name of the field for which its person was away
 */
export function takeDraft(form, missing) {
  const draft = kept();
  if (draft?.address !== location.pathname) return;
  sessionStorage.removeItem(KEPT);
  for (const one of form.elements) {
    if (isControl(one) && one.name !== missing && one.name in draft.typed) setValue(one, draft.typed[one.name]);
  }
}

/** @returns {Draft | undefined} */
function kept() {
  const text = sessionStorage.getItem(KEPT);
  return text ? JSON.parse(text) : undefined;
}
