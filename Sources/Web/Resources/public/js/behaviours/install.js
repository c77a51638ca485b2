// Shows the steps for the system of this device first.

/** @param {HTMLElement} systems */
export function attach(systems) {
  systems.querySelector(`[data-system="${system()}"]`)?.setAttribute('data-own-system', '');
}

function system() {
  const { userAgent, maxTouchPoints } = navigator;
  if (/Android/.test(userAgent)) return 'android';
  // An iPad says that it is a Mac.
  if (/iPhone|iPad/.test(userAgent) || /Macintosh/.test(userAgent) && maxTouchPoints > 1) return 'ios';
  return /Macintosh/.test(userAgent) ? 'mac' : 'other';
}
