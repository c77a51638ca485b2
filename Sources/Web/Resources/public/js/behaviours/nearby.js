// "Tell Me When It Starts": asks for notifications and the location, and says every few minutes before the class whether
// this device is there. Nothing is asked or sent before that press.

import { now } from '../signal/clock.js';
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
  const id = section.dataset.class ?? '';
  const key = `told ${whose()} ${id}`;
  const ask = /** @type {HTMLDialogElement} */ (section.querySelector('[data-ask-nearby]'));
  let sentAt = -Infinity;
  let busy = false;
  let words = '';

  const timer = setInterval(() => void look(), LOOK);
  signal.addEventListener('abort', () => clearInterval(timer));
  document.addEventListener('visibilitychange', () => void look(), { signal });
  const observer = new MutationObserver(show);
  observer.observe(section, { childList: true, subtree: true, characterData: true });
  signal.addEventListener('abort', () => observer.disconnect());
  section.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-tell]')) void press();
  }, { signal });
  forgetOld();
  show();
  void look();

  async function press() {
    if (busy) return;
    busy = true;
    try {
      // Browsers show their question only while the press lasts, so it comes first.
      const isPushed = await push();
      const found = await findPosition(ask);
      if ('reason' in found) {
        say(`${found.status}. ${found.reason}`);
        return;
      }
      localStorage.setItem(key, section.dataset.planned ?? '');
      say(isPushed ? 'You will be told if you are there.' : 'You will be told if you are there and this page is open.');
      if (isTime()) await send(found);
    } finally {
      busy = false;
      show();
    }
  }

  /** Sends the location again if it is time, the page is looked at, and the location is allowed already. */
  async function look() {
    if (busy || document.hidden || isLost() || !isWanted() || !isTime() || performance.now() - sentAt < SELDOM) return;
    const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
    if (permission?.state !== 'granted' || busy) return;
    busy = true;
    try {
      const found = await findPosition(ask);
      if (!('reason' in found) && !signal.aborted) await send(found);
    } finally {
      busy = false;
    }
  }

  /** @param {import('../device/position.js').Fix} fix */
  async function send(fix) {
    sentAt = performance.now();
    const [problem] = problems(await mention({ kind: 'device.nearby', class: id, ...fix }));
    if (problem) console.info('Your location could not be used.', problem.message);
  }

  function isWanted() {
    return localStorage.getItem(key) !== null;
  }

  function isTime() {
    return now() > Number(section.dataset.planned) - BEFORE;
  }

  /** @param {string} text */
  function say(text) {
    words = text;
    show();
  }

  function show() {
    const told = isWanted();
    if (section.hasAttribute('data-own-told') !== told) section.toggleAttribute('data-own-told', told);
    setText(section, '[data-nearby-words]', words || (told ? 'You will be told if you are there.' : ''));
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
