// Pages that the device cannot make, as they were when they were last fetched: they say when that was.

import { wallCalendar } from './wording.js';
import { ownZone } from './zone.js';

/**
 * Says on a page when it was fetched, where it has a place for that.
 * @param {Document} page with data-fetched, what the server wrote as its date
 */
export function sayWhen(page) {
  const place = page.querySelector('[data-as-it-was]');
  const time = Date.parse(page.documentElement.dataset.fetched ?? '');
  if (!(place instanceof HTMLElement) || !time) return;
  place.textContent = `There is no signal. This is how it was on ${wallCalendar(ownZone()).dateAndTime(time)}.`;
  place.hidden = false;
}
