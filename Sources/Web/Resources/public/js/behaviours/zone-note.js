import { now } from '../signal/clock.js';
import { wallCalendar } from '../screen/wording.js';
import { ownZone } from '../screen/zone.js';

/**
 * Shows in which time zone a page writes its times, on devices whose clock shows another.
 * @param {HTMLElement} note with data-zone
 */
export function attach(note) {
  const own = ownZone();
  const [here, there] = [own, note.dataset.zone ?? own].map(zone => wallCalendar(zone).dateAndTime(now()));
  note.hidden = here === there;
}
