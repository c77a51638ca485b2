// In what temperatures are shown on this device. They are kept in degrees Celsius.

import { ownZone } from './zone.js';

const KEY = 'unit';

/** Fahrenheit if somebody chose so, or if the device is one of the United States: by its time zone and its language. */
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
