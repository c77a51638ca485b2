// "Fetch Missing Pictures": fetches a few at a time until all are done, somebody cancels, or GitHub's rate limit is
// reached.

import { element } from '../screen/element.js';
import { fetchPicture, NoPicture } from '../screen/github.js';
import { counted } from '../screen/wording.js';

/** Number of concurrent fetches. */
const LANES = 3;

/**
 * @param {HTMLElement} section
 * @param {AbortSignal} signal
 */
export function attach(section, signal) {
  const find = (/** @type {string} */ selector) => /** @type {HTMLElement | null} */ (section.querySelector(selector));
  const [start, cancel, progress] = [find('[data-fetch]'), find('[data-cancel]'), find('[data-progress]')];
  const bar = section.querySelector('progress');
  if (!start || !cancel || !progress || !bar) return;
  /** @type {AbortController | undefined} */
  let run;
  start.addEventListener('click', async () => {
    if (run) return;
    run = new AbortController();
    show(true);
    await fetchAll(run).catch(error => console.info('The pictures could not be fetched.', error));
    run = undefined;
    show(false);
  }, { signal });
  cancel.addEventListener('click', () => run?.abort(), { signal });
  signal.addEventListener('abort', () => run?.abort());

  /** @param {boolean} isRunning */
  function show(isRunning) {
    if (!start || !cancel || !progress) return;
    start.hidden = isRunning || !section.querySelector('[data-person]:not([data-done])');
    cancel.hidden = !isRunning;
    progress.hidden = !isRunning;
    if (isRunning) cancel.focus();
    else find('[data-status]')?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {AbortController} control */
  async function fetchAll(control) {
    const rows = /** @type {HTMLElement[]} */ ([...section.querySelectorAll('[data-person]:not([data-done])')]);
    const waiting = [...rows];
    let [tried, fetched, failed, words] = [0, 0, 0, ''];
    const tell = () => {
      if (bar) bar.value = tried;
      say(`${tried} of ${rows.length}`);
    };
    if (bar) [bar.max, bar.value] = [rows.length, 0];
    const lane = async () => {
      for (let row = waiting.shift(); row && !control.signal.aborted; row = waiting.shift()) {
        try {
          const { picture } = await fetchPicture(row.dataset.person ?? '', undefined, control.signal);
          fetched += 1;
          done(row, picture);
        } catch (error) {
          if (!(error instanceof NoPicture)) return;
          if (error.seconds) {
            words ||= error.message;
            control.abort();
            return;
          }
          failed += 1;
          note(row, error.message);
        }
        tried += 1;
        tell();
      }
    };
    tell();
    await Promise.all(Array.from({ length: LANES }, lane));
    const left = rows.length - tried;
    say([
      counted(fetched, 'picture fetched.', 'pictures fetched.'), failed ? `${failed} could not be.` : '',
      left ? `${left} left. ${words || 'Cancelled.'}` : '',
    ].filter(Boolean).join(' '));
  }

  /** @param {string} text */
  function say(text) {
    const status = find('[data-status]');
    if (status) status.textContent = text;
  }
}

/** @param {HTMLElement} row @param {string} picture */
function done(row, picture) {
  row.dataset.done = '';
  note(row, 'Fetched');
  row.querySelector('.avatar')?.replaceChildren(element('img', { src: `/pictures/${picture}`, alt: '', width: '512', height: '512' }));
}

/** @param {HTMLElement} row @param {string} text */
function note(row, text) {
  const place = row.querySelector('[data-note]');
  if (place) place.textContent = text;
}
