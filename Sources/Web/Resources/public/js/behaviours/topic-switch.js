// Switch of a topic of which the person wants to be told, or not.

import { take } from '../screen/act.js';

/**
 * @param {HTMLInputElement} toggle with data-topic
 * @param {AbortSignal} signal
 */
export function attach(toggle, signal) {
  toggle.addEventListener('change', async () => {
    const wanted = toggle.checked;
    const isTaken = await take({ kind: 'notifications.chosen', topic: toggle.dataset.topic ?? '', wanted });
    if (isTaken) toggle.defaultChecked = wanted;
    else toggle.checked = !wanted;
  }, { signal });
}
