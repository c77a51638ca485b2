// Place of the notices: above the tabs or, if they would cover a control there, at the top of the page.

import { heightOfPress } from './engaged.js';

const CONTROLS = 'a[href], button, input, select, textarea, label, summary';

/** Pixels between the points of a notice at which it is looked whether it covers something: no control is smaller. */
const STEP = 20;

/**
 * Moves the notices to where they cover no control or, if they do so everywhere, away from where was pressed last.
 * @param {HTMLElement} notices
 */
export function makeRoom(notices) {
  notices.removeAttribute('data-own-above');
  if (!covers(notices)) return;
  notices.setAttribute('data-own-above', '');
  if (covers(notices) && heightOfPress() <= innerHeight / 2) notices.removeAttribute('data-own-above');
}

/** @param {HTMLElement} notices */
function covers(notices) {
  const { left, top, width, height } = (notices.querySelector('.notice:not([hidden])') ?? notices).getBoundingClientRect();
  for (let x = 1; x < width; x += STEP) {
    for (let y = 1; y < height; y += STEP) {
      const there = document.elementsFromPoint(left + x, top + y);
      if (there.some(one => !notices.contains(one) && one.closest(CONTROLS))) return true;
    }
  }
  return false;
}
