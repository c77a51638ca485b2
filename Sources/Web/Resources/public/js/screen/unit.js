// Temperature unit of this device. Temperatures are stored in degrees Celsius.

import { ownZone } from './zone.js';

const KEY = 'unit';

/** Returns the chosen unit; by default Fahrenheit on devices in the United States, by time zone and language. */
export function unit() {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'C' || chosen === 'F') return chosen;
  const zones = /^(US\/|Pacific\/Honolulu|America\/(Adak|Anchorage|Boise|Chicago|Denver|Detroit|Indiana|Juneau|Kentucky|Los_Angeles|Menominee|New_York|North_Dakota|Phoenix))/;
  const isThere = zones.test(ownZone()) && /-US$/.test(navigator.language);
  return isThere ? 'F' : 'C';
}

/** @param {string} wanted */
export function chooseUnit(wanted) {
  localStorage.setItem(KEY, wanted === 'F' ? 'F' : 'C');
}
