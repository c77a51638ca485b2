import { countAll } from '../journal/outbox.js';
import { typeInGroups } from '../screen/groups.js';
import { counted } from '../screen/wording.js';
import { isLost } from '../signal/signal.js';
import { isServerThere } from './needs-signal.js';

/**
 * Formats a sign-in code as in K7QF-2M9X-RT4D, and keeps it from being sent where there is no signal.
 * @param {HTMLInputElement} input
 * @param {AbortSignal} signal
 */
export function attach(input, signal) {
  typeInGroups(input, { size: 4, count: 3, separator: '-' }, signal);
  const { form } = input;
  form?.addEventListener('submit', async event => {
    if (!isLost()) return;
    event.preventDefault();
    // Perhaps only what waits cannot be sent.
    if (await isServerThere()) {
      form.submit();
      return;
    }
    input.setCustomValidity('There is no signal. Signing in needs it.');
    input.reportValidity();
    input.setCustomValidity('');
  }, { signal });
  tellWhatIsKept(input).catch(error => console.info('What is kept could not be counted.', error));
}

/**
 * Nobody who was signed out is to think that what they did without signal is lost.
 * @param {HTMLInputElement} input
 */
async function tellWhatIsKept(input) {
  const words = input.form?.querySelector('[data-kept]');
  const count = await countAll();
  if (!words || !count) return;
  words.textContent = `${counted(count, 'change is', 'changes are')} kept on this device, and sent once whoever made ${count === 1 ? 'it' : 'them'} signs in.`;
  words.removeAttribute('hidden');
}
