// Who makes the entries of this page, and on which device.

import { identifier } from './identifier.js';

/** User of this page; "" while signed out. */
const maker = document.documentElement.dataset.maker ?? '';

/** Returns the person who makes the entries of this page. */
export function whose() {
  return maker;
}

/** Returns those who turned out to be this person: what this device holds of theirs is sent as this person's. */
export function formerly() {
  return (document.documentElement.dataset.formerly ?? '').split(' ').filter(Boolean);
}

/** Returns the permanent identifier of this device. */
export function device() {
  const kept = localStorage.getItem('device');
  if (kept) return kept;
  const made = identifier();
  localStorage.setItem('device', made);
  return made;
}
