// Registration for a course, and the instructor's answers.

import { take } from '../screen/act.js';
import { Behaviour, waitingEntries } from '../screen/behaviour.js';
import { whose } from '../journal/maker.js';
import { notify, notifyNext } from '../screen/notices.js';
import { refresh } from '../screen/regions.js';
import { isLost } from '../signal/signal.js';
import { brief } from '../screen/wording.js';

/**
 * @param {HTMLElement} element with data-course, where students are accepted and declined
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  new Enrolling(element, signal);
}

class Enrolling extends Behaviour {
  /**
   * Courses to which a registration waits to be sent.
   * @type {Set<unknown>}
   */
  #waiting = new Set();

  /** @param {HTMLElement} element @param {AbortSignal} signal */
  constructor(element, signal) {
    super(element, signal);
    this.onPress({
      '[data-request], [data-accept], [data-decline], [data-leave]': button => void act(element.dataset.course ?? '', button.dataset),
    });
    this.onOutbox(() => void this.#look());
    this.onChange(() => this.#show());
  }

  async #look() {
    const answers = await waitingEntries(({ kind, person }) => kind === 'enrolment.requested' || kind === 'enrolment.declined' && person === whose());
    const last = new Map(answers.map(({ course, kind }) => [course, kind]));
    this.#waiting = new Set([...last].filter(([, kind]) => kind === 'enrolment.requested').map(([course]) => course));
    this.#show();
  }

  #show() {
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll('[data-request]'))) {
      const waits = isLost() && this.#waiting.has(button.dataset.request);
      const words = button.nextElementSibling;
      if (words instanceof HTMLElement && words.hidden === waits) words.hidden = !waits;
      if (button.hidden === waits) continue;
      const hadFocus = document.activeElement === button;
      button.hidden = waits;
      if (hadFocus && words instanceof HTMLElement) words.focus();
    }
  }
}

/**
 * @param {string} course
 * @param {DOMStringMap} wanted
 */
async function act(course, { request, open, accept, decline, leave, title, name, student = '', since, asked: isAsked }) {
  if (request) {
    const deed = open === undefined ? 'asked to join' : 'registered for';
    await done({ kind: 'enrolment.requested', course: request }, `You have ${deed} ${brief(title)}`,
      [{ kind: 'enrolment.declined', course: request, person: whose() }]);
  } else if (accept) {
    const back = isAsked === undefined ? 'enrolment.declined' : 'enrolment.reopened';
    await done({ kind: 'enrolment.accepted', course, person: accept }, `${brief(name)} has joined the course`,
      [{ kind: back, course, person: accept }]);
  } else if (decline) {
    /** @type {import('../journal/entries.js').EntryPayload} */
    const back = since === undefined ? { kind: 'enrolment.reopened' } : { kind: 'enrolment.accepted', since: since || null };
    await done({ kind: 'enrolment.declined', course, person: decline },
      `${brief(name)} ${since === undefined ? 'declined' : 'removed'}`, [{ ...back, course, person: decline }]);
  } else if (leave) {
    if (!await take({ kind: 'enrolment.declined', course: leave, person: student })) return;
    notifyNext({ text: 'You have left the course' });
    location.assign('/courses');
  }
}

/**
 * @param {import('../journal/entries.js').EntryPayload} payload
 * @param {string} text
 * @param {import('../journal/entries.js').EntryPayload[]} [undo]
 */
async function done(payload, text, undo) {
  if (await take(payload)) notify({ text, undo, group: 'enrolment' });
  await refresh();
}
