// Rotating code for the whole room. The page has the codes of a minute; each is shown in its time, by the server's clock.

import { now } from '../signal/clock.js';
import { Behaviour } from '../screen/behaviour.js';
import { refresh } from '../screen/regions.js';

/** Time after which codes are asked for again while there is none to show, in milliseconds. */
const PATIENCE = 2_000;

/**
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  offerWholeScreen(element, signal);
  stayAwake(signal);
  new CodeScreen(element, signal);
}

class CodeScreen extends Behaviour {
  /** Start of the code that is shown. */
  #shown = '';
  #asked = -Infinity;

  /** @param {HTMLElement} element @param {AbortSignal} signal */
  constructor(element, signal) {
    super(element, signal);
    const timer = setInterval(() => this.#tick(), 200);
    this.onEnd(() => clearInterval(timer));
    this.onChange(() => this.#tick());
    this.#tick();
  }

  #tick() {
    const time = now();
    const codes = /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll('[data-from]')]);
    const current = codes.find(({ dataset }) => Number(dataset.from) <= time && time < Number(dataset.until));
    for (const code of codes) code.toggleAttribute('data-own-now', code === current);
    const place = this.element.querySelector('[data-codes]');
    place?.toggleAttribute('data-own-ready', true);
    place?.toggleAttribute('data-own-lost', codes.length > 0 && !current);
    showLeft(this.element, current, time);
    if (codes.length) this.#ask(current?.dataset.from ?? '', time);
  }

  /**
   * With each new code comes a further one, so that the screen goes on for a while without signal.
   * @param {string} key
   * @param {number} time
   */
  #ask(key, time) {
    if (key === this.#shown && (key || time - this.#asked < PATIENCE)) return;
    [this.#shown, this.#asked] = [key, time];
    void refresh();
  }
}

/** @param {HTMLElement} element @param {HTMLElement | undefined} code @param {number} time */
function showLeft(element, code, time) {
  const ring = /** @type {SVGElement | null} */ (element.querySelector('[data-ring]'));
  const { from = 0, until = 1 } = code?.dataset ?? {};
  const left = code ? (Number(until) - time) / (Number(until) - Number(from)) : 0;
  ring?.style.setProperty('--left', left.toFixed(3));
}

/** @param {HTMLElement} element @param {AbortSignal} signal */
function offerWholeScreen(element, signal) {
  if (!document.fullscreenEnabled) return;
  const button = () => /** @type {HTMLElement | null} */ (element.querySelector('[data-whole]'));
  const show = () => {
    const there = button();
    if (there) there.hidden = document.fullscreenElement !== null;
  };
  element.addEventListener('click', ({ target }) => {
    if (target !== button()) return;
    document.documentElement.requestFullscreen().catch(error => console.info('There is no full screen.', error));
  }, { signal });
  document.addEventListener('fullscreenchange', show, { signal });
  const observer = new MutationObserver(show);
  const there = button();
  if (there) observer.observe(there, { attributeFilter: ['hidden'] });
  signal.addEventListener('abort', () => observer.disconnect());
  show();
}

/**
 * Keeps the screen from going dark while the code is shown.
 * @param {AbortSignal} signal
 */
function stayAwake(signal) {
  const { wakeLock } = /** @type {{ wakeLock?: { request(kind: 'screen'): Promise<{ release(): Promise<void> }> } }} */ (navigator);
  /** @type {{ release(): Promise<void> } | undefined} */
  let lock;
  const hold = async () => {
    if (document.hidden || signal.aborted) return;
    lock = await wakeLock?.request('screen').catch(() => undefined);
    if (signal.aborted) void lock?.release();
  };
  document.addEventListener('visibilitychange', () => void hold(), { signal });
  signal.addEventListener('abort', () => void lock?.release());
  void hold();
}
