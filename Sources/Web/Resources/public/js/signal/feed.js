// Live feed of the journal, which refreshes the page when anything changes.

import { isOwn, isOwnEnd } from '../journal/entries.js';
import { backOff } from '../journal/sending.js';
import { takeCourseAgain } from './course-pages.js';
import { keepToken } from './network-token.js';
import { notify } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';
import { found, lose } from './signal.js';
import { takeAgain } from './take-along.js';

/** How long a screen that is looked at waits before it follows again, if its person has too many others. Milliseconds. */
const ENOUGH = 60_000;

/** A connection that was silent for so long is dead: heartbeats come every 15 seconds. Milliseconds. */
const SILENCE = 40_000;

/** Hidden for longer, a page may have slept, and its connection died while it still says to be open. Milliseconds. */
const NAP = 5_000;

/** Entries that come together become one refresh. Milliseconds. */
const TOGETHER = 150;

/**
 * Keeps the page up to date while it is open.
 * @param {string} address
 */
export function follow(address) {
  new Feed(address);
}

class Feed {
  #address;
  #source;
  /** Sequence number at which to resume after an interruption. */
  #latest = '';
  #failures = 0;
  #hiddenSince = 0;
  #retry = 0;
  #silence = 0;

  /** @param {string} address */
  constructor(address) {
    this.#address = address;
    this.#source = this.#open();
    document.addEventListener('visibilitychange', () => this.#turned());
    addEventListener('online', () => {
      this.#reopen();
      soon();
    });
    addEventListener('pageshow', event => {
      if (event.persisted) soon();
    });
  }

  /**
   * What is done about what is heard.
   * @type {Record<string, (event: MessageEvent) => void>}
   */
  #listeners = {
    entry: event => this.#entry(event),
    token: ({ data }) => keepToken(data),
    notice: ({ data }) => tellNotice(data),
    // The scope of this person has changed.
    again: () => this.#renew(),
    reload: event => this.#reload(event),
    enough: () => this.#rest(),
    open: () => this.#opened(),
    error: () => this.#failed(),
  };

  #open() {
    const from = new URL(this.#address, location.href);
    if (this.#latest) from.searchParams.set('after', this.#latest);
    const source = new EventSource(from);
    this.#listen();
    for (const type of ['open', 'beat', 'entry', 'notice', 'reload']) source.addEventListener(type, () => this.#listen());
    for (const [type, listener] of Object.entries(this.#listeners)) source.addEventListener(type, listener);
    return source;
  }

  #reopen() {
    clearTimeout(this.#retry);
    if (this.#source.readyState === EventSource.CLOSED) this.#source = this.#open();
  }

  #renew() {
    this.#source.close();
    this.#reopen();
    soon();
  }

  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      // Whoever was not even let in has no signal.
      if (this.#source.readyState === EventSource.CONNECTING) lose();
      this.#renew();
    }, SILENCE);
  }

  /** @param {MessageEvent} event */
  #entry({ lastEventId, data }) {
    this.#latest = lastEventId;
    const { id, kind, course, class: session } = entryOf(data);
    const isOthers = !isOwn(id);
    takeAgain(Number(lastEventId), kind, isOthers);
    takeCourseAgain(course, kind);
    if (!isOthers) return;
    if (kind === 'class.saved' && session && !isOwnEnd(id)) tellEnd(session);
    soon();
  }

  /**
   * It has missed too much to be told: all is read anew.
   * @param {MessageEvent} event
   */
  #reload({ lastEventId }) {
    this.#latest = lastEventId;
    takeAgain(Number(lastEventId), '', true);
    soon();
  }

  /** Whoever has so many screens open looks at few of them: this one comes back when it is looked at again. */
  #rest() {
    this.#source.close();
    this.#retryIn(ENOUGH * (1 + Math.random()), () => document.hidden || this.#reopen());
  }

  #opened() {
    this.#failures = 0;
    found();
  }

  #failed() {
    // Counts once only: if just this address is blocked, other requests still show that there is a signal.
    if (!this.#failures) lose();
    // The browser reconnects by itself, unless an intermediary has answered.
    if (this.#source.readyState !== EventSource.CLOSED) return;
    this.#failures += 1;
    this.#retryIn(backOff(this.#failures), () => this.#reopen());
  }

  /** @param {number} time milliseconds @param {() => void} retry */
  #retryIn(time, retry) {
    clearTimeout(this.#silence);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(retry, time);
  }

  #turned() {
    if (document.hidden) {
      this.#hiddenSince = Date.now();
      return;
    }
    if (Date.now() - this.#hiddenSince > NAP) this.#renew();
    else this.#reopen();
    takeAgain(Number(this.#latest));
  }
}

/** @type {Map<string, import('../screen/notices.js').Notice>} */
const unseen = new Map();

/**
 * Shows a notice from the server once the page is looked at, unless the page shows the same by itself.
 * @param {string} data
 */
function tellNotice(data) {
  try {
    const { title, text, href, tag } = JSON.parse(data);
    if (href === location.pathname && !document.hidden) return;
    unseen.set(tag, { text: `${title}: ${text}`, href, group: tag, isNews: true });
  } catch (error) {
    console.info('A notice could not be read.', error);
  }
  showUnseen();
}

function showUnseen() {
  if (document.hidden) return;
  for (const notice of unseen.values()) if (notice.href !== location.pathname) notify(notice);
  unseen.clear();
}

document.addEventListener('visibilitychange', showUnseen);

/**
 * Says to an instructor why a class goes from the screen.
 * @param {string} session
 */
function tellEnd(session) {
  const isHere = document.querySelector(`main [data-class="${CSS.escape(session)}"]`);
  if (isHere && document.documentElement.dataset.book) notify({ text: 'This class was ended on another device.', group: 'class' });
}

/** @param {string} data @returns {{ id: string, kind: string, course?: string | null, class?: string | null }} */
function entryOf(data) {
  try {
    return JSON.parse(data);
  } catch {
    return { id: '', kind: '' };
  }
}

let timer = 0;

function soon() {
  clearTimeout(timer);
  timer = setTimeout(refresh, TOGETHER);
}
