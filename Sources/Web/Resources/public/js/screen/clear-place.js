// Place of the notices: above the tabs or, if they would cover a control there, at the top of the page.

import { heightOfPress } from './engaged.js';

const CONTROLS = 'a[href], button, input, select, textarea, label, summary';

/** Pixels between the points of a notice at which it is looked whether it covers something: what a finger taps is larger. */
const STEP = 40;

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
  // They are not shown.
  if (!width || !height) return false;
  const [across, down] = [pointsOf(width), pointsOf(height)];
  return across.some(x => down.some(y => {
    const there = document.elementsFromPoint(left + x, top + y);
    return there.some(one => !notices.contains(one) && one.closest(CONTROLS));
  }));
}

/** @param {number} length pixels, more than none @returns {number[]} from edge to edge */
function pointsOf(length) {
  const steps = Math.max(1, Math.ceil((length - 2) / STEP));
  return Array.from({ length: steps + 1 }, (_, step) => 1 + step * (length - 2) / steps);
}
