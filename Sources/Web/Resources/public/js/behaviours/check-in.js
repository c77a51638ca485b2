// "Check In": locates the device, lists venues nearest first, and starts a class at the chosen venue.

import { Behaviour } from '../screen/behaviour.js';
import { setText } from '../screen/element.js';
import { identifier } from '../journal/identifier.js';
import { notify, notifyProblem } from '../screen/notices.js';
import { press } from '../screen/pressed.js';
import { fetchPage, refresh } from '../screen/regions.js';
import { isLost } from '../signal/signal.js';
import { addressOf, search } from './search.js';

/**
 * @param {HTMLElement} section
 * @param {AbortSignal} signal
 */
export function attach(section, signal) {
  new CheckIn(section, signal);
}

class CheckIn extends Behaviour {
  #dialog = /** @type {HTMLDialogElement} */ (this.part('dialog'));
  #isBusy = false;

  /** @param {HTMLElement} section @param {AbortSignal} signal */
  constructor(section, signal) {
    super(section, signal);
    this.onPress({
      '[data-check-in]': () => this.#open(),
      // A venue, or a class of a course with its venue.
      '[data-venue], [data-found]': venue => void this.#choose(venue.dataset),
    });
    this.listen(this.#dialog, {
      click: ({ target }) => {
        if (target === this.#dialog) this.#dialog.close();
      },
    });
    // The class is on the screen before the server has answered.
    this.listen(window, {
      early: () => {
        if (this.#isBusy) this.#dialog.close();
      },
    });
  }

  #open() {
    this.#dialog.showModal();
    if (!('geolocation' in navigator)) {
      this.#say('This device cannot determine its position. Only saved venues are shown.');
      return;
    }
    this.#say('Finding where you are…');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => void this.#found(coords),
      error => this.#say(reason(error)),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
    );
  }

  /** @param {DOMStringMap} chosen */
  async #choose(chosen) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    await start(this.#dialog, chosen).finally(() => { this.#isBusy = false; });
  }

  /** @param {GeolocationCoordinates} coordinates */
  async #found({ latitude, longitude, accuracy }) {
    const { dataset } = this.element;
    Object.assign(dataset, { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) });
    const form = this.part('form[role="search"]');
    if (!(form instanceof HTMLFormElement)) return;
    for (const name of ['latitude', 'longitude']) fill(form, name, dataset[name] ?? '');
    setText(this.element, '[data-venue-position]', `Saved at your current position, accurate to ${Math.round(accuracy)} m.`);
    // Saved venues first, since providers may be slow or fail.
    fill(form, 'nearby', '');
    await search(form);
    const unavailable = dataset.hasProviders === undefined ? '' : await this.#findMore(form);
    if (unavailable) this.#say(`Nearest first. ${unavailable}`);
    else this.#say(isLost() ? 'Nearest first. There is no signal: only saved venues are shown.' : 'Nearest first.');
  }

  /**
   * Lists venues that providers know as well; resolves to why there are none.
   * @param {HTMLFormElement} form
   */
  async #findMore(form) {
    this.#say('Nearest first. Looking for more nearby…');
    const unavailable = await askProviders(form);
    if (unavailable) return unavailable;
    fill(form, 'nearby', '1');
    await search(form);
    return '';
  }

  /** @param {string} text */
  #say(text) {
    const status = this.element.querySelector('[data-position-status]');
    if (status) status.textContent = text;
  }
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
  const [problem] = await press(...found ? [saved, started] : [started]);
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
  const undo = { kind: due ? 'class.unstarted' : 'class.deleted', class: started.class };
  // Placed by what is on the screen now. A notice of a mark replaces it for good: "Undo" would take the mark, too.
  notify({ text: 'The class has started', undo: [undo], group: 'mark' });
}

/** @param {HTMLFormElement} form @param {string} name @param {string} value */
function fill(form, name, value) {
  const input = form.elements.namedItem(name);
  if (input instanceof HTMLInputElement) input.value = value;
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

/** @param {GeolocationPositionError} error */
function reason({ code }) {
  const why = {
    1: 'Shala does not have permission to use your location.',
    2: 'Your position could not be found.',
    3: 'Your position could not be found in time.',
  }[code];
  return `${why ?? ''} Only saved venues are shown.`.trim();
}
