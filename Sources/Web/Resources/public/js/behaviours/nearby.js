// "Tell Me When It Starts": asks for notifications and the location, and says every few minutes before the class whether
// this device is there. Nothing is asked or sent before that press.

import { now } from '../signal/clock.js';
import { Behaviour } from '../screen/behaviour.js';
import { setText } from '../screen/element.js';
import { mention, problems } from '../journal/journal.js';
import { whose } from '../journal/maker.js';
import { findPosition } from '../device/position.js';
import { canPush, turnOn } from '../signal/push.js';
import { isLost } from '../signal/signal.js';

/** From when on the location is sent before the planned start, and how often, in milliseconds. */
const BEFORE = 30 * 60_000;
const SELDOM = 5 * 60_000;

/** How often to look whether it is time, in milliseconds. */
const LOOK = 15_000;

/**
 * @param {HTMLElement} section with data-class and data-planned
 * @param {AbortSignal} signal
 */
export function attach(section, signal) {
  new Nearby(section, signal);
}

class Nearby extends Behaviour {
  #class = this.element.dataset.class ?? '';
  /** Where the browser keeps that this was pressed. */
  #key = `told ${whose()} ${this.#class}`;
  #ask = /** @type {HTMLDialogElement} */ (this.part('[data-ask-nearby]'));
  #sentAt = -Infinity;
  #isBusy = false;
  #words = '';

  /** @param {HTMLElement} section @param {AbortSignal} signal */
  constructor(section, signal) {
    super(section, signal);
    const timer = setInterval(() => void this.#look(), LOOK);
    this.onEnd(() => clearInterval(timer));
    this.listen(document, { visibilitychange: () => void this.#look() });
    this.onPress({ '[data-tell]': () => void this.#press() });
    forgetOld();
    this.#show();
    void this.#look();
  }

  async #press() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      // Browsers show their question only while the press lasts, so it comes first.
      const isPushed = await push();
      const found = await findPosition(this.#ask);
      if ('reason' in found) {
        this.#say(`${found.status}. ${found.reason}`);
        return;
      }
      localStorage.setItem(this.#key, this.element.dataset.planned ?? '');
      this.#say(isPushed ? 'You will be told if you are there.' : 'You will be told if you are there and this page is open.');
      if (this.#isTime) await this.#send(found);
    } finally {
      this.#isBusy = false;
      this.#show();
    }
  }

  /** Sends the location again if it is time, the page is looked at, and the location is allowed already. */
  async #look() {
    if (this.#isBusy || document.hidden || isLost() || !this.#isWanted || !this.#isTime || performance.now() - this.#sentAt < SELDOM) return;
    const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
    if (permission?.state !== 'granted' || this.#isBusy) return;
    this.#isBusy = true;
    try {
      const found = await findPosition(this.#ask);
      if (!('reason' in found) && !this.signal.aborted) await this.#send(found);
    } finally {
      this.#isBusy = false;
    }
  }

  /** @param {import('../device/position.js').Fix} fix */
  async #send(fix) {
    this.#sentAt = performance.now();
    const [problem] = problems(await mention({ kind: 'device.nearby', class: this.#class, ...fix }));
    if (problem) console.info('Your location could not be used.', problem.message);
  }

  get #isWanted() {
    return localStorage.getItem(this.#key) !== null;
  }

  get #isTime() {
    return now() > Number(this.element.dataset.planned) - BEFORE;
  }

  /** @param {string} words */
  #say(words) {
    this.#words = words;
    this.#show();
  }

  #show() {
    const told = this.#isWanted;
    if (this.element.hasAttribute('data-own-told') !== told) this.element.toggleAttribute('data-own-told', told);
    setText(this.element, '[data-spoken]', this.#words || (told ? 'You will be told if you are there.' : ''));
  }
}

/** Forgets presses of more than a day ago. */
function forgetOld() {
  for (const [key, planned] of Object.entries(localStorage)) {
    if (key.startsWith('told ') && Number(planned) < now() - 86_400_000) localStorage.removeItem(key);
  }
}

/** Turns on notifications, where the browser has any; resolves to whether they are on. */
async function push() {
  try {
    if (!canPush() || await Notification.requestPermission() !== 'granted') return false;
    const response = await fetch('/notifications', { headers: { Accept: 'application/json' } });
    const { key } = await response.json();
    return key ? await turnOn(key) : false;
  } catch (error) {
    console.info('Notifications could not be turned on.', error);
    return false;
  }
}
