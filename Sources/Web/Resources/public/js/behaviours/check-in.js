// "Check In": locates the device, lists venues nearest first, and starts a class at the chosen venue.

import { identifier } from '../journal/identifier.js';
import { problems, record } from '../journal/journal.js';
import { notifyProblem } from '../screen/notices.js';
import { fetchPage, refresh } from '../screen/regions.js';
import { isLost } from '../signal/signal.js';
import { addressOf, search } from './search.js';

/**
 * @param {HTMLElement} section
 * @param {AbortSignal} signal
 */
export function attach(section, signal) {
  const dialog = /** @type {HTMLDialogElement} */ (section.querySelector('dialog'));
  let busy = false;
  section.addEventListener('click', async event => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('[data-check-in]')) {
      dialog.showModal();
      locate(section);
    }
    // A venue, or a class of a course with its venue.
    const venue = event.target.closest('[data-venue], [data-found]');
    if (venue instanceof HTMLElement && !busy) {
      busy = true;
      await start(dialog, venue.dataset).finally(() => { busy = false; });
    }
  }, { signal });
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close();
  }, { signal });
  // The class is on the screen before the server has answered.
  addEventListener('early', () => { if (busy) dialog.close(); }, { signal });
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {DOMStringMap} chosen
 */
async function start(dialog, { class: due, venue, found, name = '', address = '', latitude, longitude }) {
  const id = venue ?? identifier();
  const started = { kind: 'class.started', class: due ?? identifier(), venue: id };
  // A found venue is saved, so that it is known next time without a network.
  const saved = { kind: 'venue.saved', venue: id, name, address, latitude: Number(latitude), longitude: Number(longitude) };
  const [problem] = problems(await record(...found ? [saved, started] : [started]));
  if (!problem) dialog.close();
  await refresh();
  // After the dialog closes, since notices inside it would close with it.
  if (problem) {
    notifyProblem(problem);
    return;
  }
  // A focus that scrolls would show the foot of the page.
  document.getElementById('main')?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** @param {HTMLElement} section */
function locate(section) {
  if (!('geolocation' in navigator)) {
    say(section, 'This device cannot determine its position. Only saved venues are shown.');
    return;
  }
  say(section, 'Finding where you are…');
  navigator.geolocation.getCurrentPosition(
    position => found(section, position.coords),
    error => say(section, reason(error)),
    { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
  );
}

/**
 * @param {HTMLElement} section
 * @param {GeolocationCoordinates} coordinates
 */
async function found(section, { latitude, longitude, accuracy }) {
  Object.assign(section.dataset, { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) });
  const form = section.querySelector('form[role="search"]');
  if (!(form instanceof HTMLFormElement)) return;
  const set = (/** @type {string} */ name, /** @type {string} */ value) => {
    const input = form.elements.namedItem(name);
    if (input instanceof HTMLInputElement) input.value = value;
  };
  for (const name of ['latitude', 'longitude']) set(name, section.dataset[name] ?? '');
  const text = section.querySelector('[data-venue-position]');
  if (text) text.textContent = `Saved at your current position, accurate to ${Math.round(accuracy)} m.`;
  // Saved venues first, since providers may be slow or fail.
  set('nearby', '');
  await search(form);
  if (section.dataset.hasProviders !== undefined) {
    say(section, 'Nearest first. Looking for more nearby…');
    const unavailable = await askProviders(form);
    if (unavailable) {
      say(section, `Nearest first. ${unavailable}`);
      return;
    }
    set('nearby', '1');
    await search(form);
  }
  say(section, isLost() ? 'Nearest first. There is no signal: only saved venues are shown.' : 'Nearest first.');
}

/**
 * Waits until the server knows what providers know of the surroundings, while what is typed or added meanwhile is
 * looked for among saved venues. Returns why there is nothing.
 * @param {HTMLFormElement} form
 */
async function askProviders(form) {
  const address = new URL(addressOf(form), location.origin);
  address.searchParams.delete('search');
  address.searchParams.set('nearby', '1');
  const page = await fetchPage(address.pathname + address.search).catch(() => undefined);
  return page?.querySelector('[data-found]') ? '' : page?.querySelector('[data-unavailable]')?.textContent ?? '';
}

/**
 * @param {HTMLElement} section
 * @param {string} text
 */
function say(section, text) {
  const status = section.querySelector('[data-position-status]');
  if (status) status.textContent = text;
}

/** @param {GeolocationPositionError} error */
function reason({ code }) {
  const why = {
    1: 'Shala does not have permission to use your location.',
    2: 'Your position could not be found.',
    3: 'Your position could not be found in time.',
  }[code];
  return `${why ?? ''} Only saved venues are shown.`.trim();
}
