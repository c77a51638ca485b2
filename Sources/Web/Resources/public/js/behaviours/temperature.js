// Temperature in the device's unit; the server writes degrees Celsius.

import { say } from '../screen/element.js';
import { unit } from '../screen/unit.js';
import { degrees } from '../screen/wording.js';

/**
 * @param {HTMLElement} place with data-celsius
 * @param {AbortSignal} signal
 */
export function attach(place, signal) {
  const show = () => {
    // Unknown temperature.
    if (!place.dataset.celsius) return;
    const celsius = Number(place.dataset.celsius);
    const text = unit() === 'F' ? degrees(celsius * 1.8 + 32, 'F') : degrees(celsius, 'C');
    say(place, text);
  };
  const observer = new MutationObserver(show);
  observer.observe(place, { childList: true, characterData: true, subtree: true, attributeFilter: ['data-celsius'] });
  signal.addEventListener('abort', () => observer.disconnect());
  show();
}
