// "Fetch Missing Pictures": fetches a few at a time until all are done, somebody cancels, or GitHub's rate limit is
// reached.

import { Behaviour } from '../screen/behaviour.js';
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
  if (section.querySelector('[data-fetch]')) new MissingPictures(section, signal);
}

class MissingPictures extends Behaviour {
  /**
   * The one that goes on.
   * @type {Round | undefined}
   */
  #round;

  /** @param {HTMLElement} section @param {AbortSignal} signal */
  constructor(section, signal) {
    super(section, signal);
    this.onPress({ '[data-fetch]': () => void this.#fetch(), '[data-cancel]': () => this.#round?.cancel() });
    this.onEnd(() => this.#round?.cancel());
  }

  get #missing() {
    return /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll('[data-person]:not([data-done])')]);
  }

  async #fetch() {
    if (this.#round) return;
    this.#round = new Round(this.#missing, (tried, words) => this.#tell(tried, words));
    this.#show(true);
    /** @type {HTMLProgressElement} */ (this.part('progress')).max = this.#missing.length;
    await this.#round.fetch().catch(error => console.info('The pictures could not be fetched.', error));
    this.#round = undefined;
    this.#show(false);
  }

  /** @param {boolean} isRunning */
  #show(isRunning) {
    const cancel = this.part('[data-cancel]');
    this.part('[data-fetch]').hidden = isRunning || !this.#missing.length;
    cancel.hidden = !isRunning;
    this.part('[data-progress]').hidden = !isRunning;
    if (isRunning) cancel.focus();
    else this.part('[data-status]').scrollIntoView({ block: 'nearest' });
  }

  /** @param {number} tried @param {string} words */
  #tell(tried, words) {
    /** @type {HTMLProgressElement} */ (this.part('progress')).value = tried;
    this.part('[data-status]').textContent = words;
  }
}

/** Fetches the pictures of some rows, a few at a time. */
class Round {
  #control = new AbortController();
  #rows;
  #tell;
  #waiting;
  #tried = 0;
  #fetched = 0;
  #failed = 0;
  /** Why there are no more for now. */
  #limit = '';

  /**
   * @param {HTMLElement[]} rows
   * @param {(tried: number, words: string) => void} tell called with how far it has come
   */
  constructor(rows, tell) {
    this.#rows = rows;
    this.#tell = tell;
    this.#waiting = [...rows];
  }

  cancel() {
    this.#control.abort();
  }

  async fetch() {
    this.#tellTried();
    await Promise.all(Array.from({ length: LANES }, () => this.#fetchInTurn()));
    const left = this.#rows.length - this.#tried;
    this.#tell(this.#tried, [
      counted(this.#fetched, 'picture fetched.', 'pictures fetched.'), this.#failed ? `${this.#failed} could not be.` : '',
      left ? `${left} left. ${this.#limit || 'Cancelled.'}` : '',
    ].filter(Boolean).join(' '));
  }

  #tellTried() {
    this.#tell(this.#tried, `${this.#tried} of ${this.#rows.length}`);
  }

  async #fetchInTurn() {
    const { signal } = this.#control;
    for (let row = this.#waiting.shift(); row && !signal.aborted; row = this.#waiting.shift()) {
      try {
        const { picture } = await fetchPicture(row.dataset.person ?? '', undefined, signal);
        this.#fetched += 1;
        done(row, picture);
      } catch (error) {
        if (!(error instanceof NoPicture)) return;
        if (error.seconds) {
          this.#limit ||= error.message;
          this.cancel();
          return;
        }
        this.#failed += 1;
        note(row, error.message);
      }
      this.#tried += 1;
      this.#tellTried();
    }
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
