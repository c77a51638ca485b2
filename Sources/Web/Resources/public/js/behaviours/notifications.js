// Notifications on this device: on, off, or why they cannot be.

import { Behaviour } from '../screen/behaviour.js';
import { notify } from '../screen/notices.js';
import { canPush, hashOf, subscription, turnOff, turnOn } from '../signal/push.js';
import { refresh } from '../screen/regions.js';

/**
 * @param {HTMLElement} section with data-key and data-devices
 * @param {AbortSignal} signal
 */
export function attach(section, signal) {
  new Notifications(section, signal);
}

class Notifications extends Behaviour {
  #isBusy = false;

  /** @param {HTMLElement} section @param {AbortSignal} signal */
  constructor(section, signal) {
    super(section, signal);
    this.onChange(() => void this.#show(), { attributes: true, attributeFilter: ['data-devices'] });
    this.listen(document, { visibilitychange: () => void this.#show() });
    this.onPress({
      '[data-turn-on]': () => void this.#once(() => turnOn(section.dataset.key ?? '')),
      '[data-turn-off]': () => void this.#once(turnOff),
      '[data-test]': () => void this.#once(test),
    });
    void this.#show();
  }

  /** @param {() => Promise<unknown>} work */
  async #once(work) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.element.toggleAttribute('data-own-busy', true);
    try {
      await work();
    } catch (error) {
      console.info('Notifications could not be changed.', error);
      notify({ text: 'This did not work. Please try again when there is a signal.', group: 'notifications' });
    } finally {
      this.#isBusy = false;
      this.element.toggleAttribute('data-own-busy', false);
    }
    await refresh();
    await this.#show();
  }

  async #show() {
    const devices = (this.element.dataset.devices ?? '').split(' ');
    const state = await stateOf(devices).catch(() => 'none');
    if (!this.signal.aborted && this.element.dataset.ownState !== state) this.element.dataset.ownState = state;
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
