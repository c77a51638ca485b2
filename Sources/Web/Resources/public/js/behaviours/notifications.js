// Notifications on this device: on, off, or why they cannot be.

import { notify } from '../screen/notices.js';
import { canPush, hashOf, subscription, turnOff, turnOn } from '../signal/push.js';
import { refresh } from '../screen/regions.js';

/**
 * @param {HTMLElement} section with data-key and data-devices
 * @param {AbortSignal} signal
 */
export function attach(section, signal) {
  let busy = false;
  const observer = new MutationObserver(() => void show());
  observer.observe(section, { attributes: true, attributeFilter: ['data-devices'] });
  signal.addEventListener('abort', () => observer.disconnect());
  document.addEventListener('visibilitychange', () => void show(), { signal });

  section.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-turn-on]')) void act(on);
    else if (target.closest('[data-turn-off]')) void act(turnOff);
    else if (target.closest('[data-test]')) void act(test);
  }, { signal });
  void show();

  /** @param {() => Promise<void>} work */
  async function act(work) {
    if (busy) return;
    busy = true;
    section.toggleAttribute('data-own-busy', true);
    try {
      await work();
    } catch (error) {
      console.info('Notifications could not be changed.', error);
      notify({ text: 'This did not work. Please try again when there is a signal.', group: 'notifications' });
    } finally {
      busy = false;
      section.toggleAttribute('data-own-busy', false);
    }
    await refresh();
    await show();
  }

  async function on() {
    await turnOn(section.dataset.key ?? '');
  }

  async function show() {
    const state = await stateOf((section.dataset.devices ?? '').split(' ')).catch(() => 'none');
    if (!signal.aborted && section.getAttribute('data-own-state') !== state) section.setAttribute('data-own-state', state);
  }
}

async function test() {
  const response = await fetch('/notifications/test', { method: 'POST', headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error('The test could not be sent.');
}

/** @param {string[]} devices hashes of the addresses that the server knows */
async function stateOf(devices) {
  if (!canPush()) return isApple() ? 'install' : 'none';
  if (Notification.permission === 'denied') return 'denied';
  const found = Notification.permission === 'granted' ? await subscription() : null;
  return found && devices.includes(await hashOf(found)) ? 'on' : 'off';
}

/** Whether this is a browser on an iPhone or iPad, where only installed apps are notified. An iPad says that it is a Mac. */
function isApple() {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || /Macintosh/.test(userAgent) && maxTouchPoints > 1;
}
