// Checklist of a course's classes to come, which are cancelled or moved together. Times are in the course's time zone.

import { now } from '../signal/clock.js';
import { Behaviour } from '../screen/behaviour.js';
import { valueIn } from '../screen/control.js';
import { showProblems } from '../screen/form-problems.js';
import { isWaiting, problems, recordEach } from '../journal/journal.js';
import { notify, notifyNext } from '../screen/notices.js';
import { counted, wallCalendar } from '../screen/wording.js';
import { dayAfter, momentOf } from '../screen/zone.js';

/**
 * @typedef {import('../journal/entries.js').EntryPayload} EntryPayload
 * @typedef {import('../journal/entries.js').FieldProblem} FieldProblem
 *
 * Class as it is planned.
 * @typedef {{ id: string, start: string, date: string, time: string, minutes: number, venue: string, when: string,
 *             takesLocation: boolean }} Planned
 *
 * Change of a class, and what takes it back.
 * @typedef {{ entry: EntryPayload, undo: EntryPayload }} Change
 *
 * @typedef {ReturnType<typeof movesOf>[number]} Move
 */

const MOST_DAYS = 365;

/**
 * @param {HTMLElement} element with data-course, data-zone and data-back
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  if (element.querySelector('.tick input')) new SeveralClasses(element, signal);
}

class SeveralClasses extends Behaviour {
  #boxes = /** @type {HTMLInputElement[]} */ ([...this.element.querySelectorAll('.tick input')]);
  #form = /** @type {HTMLFormElement} */ (this.#dialog('move').querySelector('.form'));
  #zone = this.element.dataset.zone ?? 'UTC';
  #calendar = wallCalendar(this.#zone);
  #isBusy = false;

  /** @param {HTMLElement} element @param {AbortSignal} signal */
  constructor(element, signal) {
    super(element, signal);
    this.listen(element, { change: () => this.#show() });
    this.onPress({
      'button[data-select="all"]': () => this.#selectAll(),
      'button[data-select="alike"]': () => this.#selectAlike(),
      'button[data-open]': ({ dataset }) => this.#open(dataset.open ?? ''),
    });
    const question = this.#dialog('cancel');
    this.listen(question, {
      close: () => {
        if (question.returnValue) void this.#once(() => this.#cancel());
      },
    });
    this.listen(this.#form, {
      input: () => this.#tellOutlook(),
      submit: event => {
        event.preventDefault();
        void this.#once(() => this.#move());
      },
    });
    this.#show();
  }

  /** @param {string} name */
  #dialog(name) {
    return /** @type {HTMLDialogElement} */ (this.part(`[data-dialog-of="${name}"]`));
  }

  get #ticked() {
    return this.#boxes.filter(({ checked }) => checked);
  }

  /** Those selected that have not begun meanwhile. */
  get #chosen() {
    return this.#ticked.map(planned).filter(({ start }) => Date.parse(start) > now());
  }

  #selectAll() {
    const all = this.#boxes.every(({ checked }) => checked);
    for (const box of this.#boxes) box.checked = !all;
    this.#show();
  }

  /** Selects, from the first that is selected on, all of the same weekday and time as one of them. */
  #selectAlike() {
    const slots = new Set(this.#ticked.map(slot));
    const first = this.#boxes.findIndex(({ checked }) => checked);
    for (const box of this.#boxes.slice(first)) box.checked = slots.has(slot(box));
    this.#show();
  }

  #show() {
    const [count, all] = [this.#ticked.length, this.#boxes.length];
    this.part('[data-chosen]').textContent = count ? `${count} of ${counted(all, 'class', 'classes')} selected` : 'Nothing is selected.';
    this.part('[data-select="all"]').textContent = count === all ? 'Select None' : 'Select All';
    for (const button of this.element.querySelectorAll('[data-open], [data-select="alike"]')) button.toggleAttribute('disabled', !count);
  }

  /** @param {string} name */
  #open(name) {
    const those = this.#chosen;
    if (!those.length) {
      notify({ text: 'These classes have begun.' });
      return;
    }
    if (name === 'cancel') {
      this.part('#several-cancel-title').textContent = `Cancel ${counted(those.length, 'class', 'classes')}?`;
      this.part('#several-cancel-text').textContent =
        `${span(those.map(({ when }) => when), 'is')} Students are told. You can undo this for ten seconds.`;
      this.#dialog(name).returnValue = '';
    } else {
      this.part('#several-move-title').textContent = `Move ${counted(those.length, 'Class', 'Classes')}`;
      this.#tellOutlook();
    }
    this.#dialog(name).showModal();
  }

  /** Says what would come of the move. */
  #tellOutlook() {
    const those = this.#chosen;
    const words = movesOf(those, this.#form, this.#zone).map(({ start }) => this.#calendar.dateAndTime(start));
    this.part('[data-outlook]').textContent = words.length ? `${span(words, 'will be')} Students are told.` : 'Nothing would change.';
    const venue = /** @type {HTMLSelectElement} */ (this.#form.elements.namedItem('venue'));
    const lacks = venue.selectedOptions[0]?.dataset.noPosition !== undefined;
    this.part('[data-no-fence]').toggleAttribute('hidden', !lacks || !those.some(({ takesLocation }) => takesLocation));
  }

  /** @param {() => Promise<void>} work */
  async #once(work) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await work();
    } catch (error) {
      console.info('The classes could not be changed.', error);
    } finally {
      this.#isBusy = false;
    }
  }

  async #cancel() {
    const changes = this.#chosen.map(({ id }) => ({
      entry: { kind: 'class.deleted', class: id, onlyPlanned: true }, undo: { kind: 'class.restored', class: id },
    }));
    await this.#carryOut(changes, 'cancelled', count => `${count === 1 ? 'takes' : 'take'} place after all`);
  }

  async #move() {
    const moves = movesOf(this.#chosen, this.#form, this.#zone);
    const rest = showProblems(this.#form, lacking(moves, this.#form));
    if (rest || this.#form.querySelector('[aria-invalid]')) return;
    const { course = '' } = this.element.dataset;
    await this.#carryOut(moves.map(move => changeOf(move, course)), 'moved', () => 'moved back');
  }

  /**
   * Records the changes, and tells of all of them at once. What has begun meanwhile, the server leaves as it is.
   * @param {Change[]} changes
   * @param {string} deed
   * @param {(count: number) => string} undone what so many classes do once it is taken back
   */
  async #carryOut(changes, deed, undone) {
    const results = await recordEach(...changes.map(({ entry }) => entry));
    const [problem] = problems(results);
    const done = changes.filter((_, index) => !problems([results[index]]).length);
    if (!done.length) {
      const rest = problem && this.#dialog('move').open ? showProblems(this.#form, [problem]) : problem?.message;
      if (rest) notify({ text: rest });
      return;
    }
    const many = counted(done.length, 'class', 'classes');
    const left = changes.length - done.length;
    const words = [`${many} ${deed}.`, problem ? `${counted(left, 'class is', 'classes are')} as before: ${problem.message}` : '',
      isWaiting(results) ? 'This is kept on this device until there is signal.' : ''].filter(Boolean);
    this.#leave({
      text: words.length > 1 ? words.join(' ') : `${many} ${deed}`, undo: done.map(({ undo }) => undo),
      undone: `${many} ${undone(done.length)}`, group: 'several',
    });
  }

  /** @param {import('../screen/notices.js').Notice} notice */
  #leave(notice) {
    this.#dialog('move').close();
    const sheet = this.element.parentElement?.closest('dialog');
    if (sheet) {
      sheet.close();
      notify(notice);
    } else {
      notifyNext(notice);
      location.assign(this.element.dataset.back ?? '/courses');
    }
  }
}

/**
 * Those that the form moves, each with its new start and what else of it is new.
 * @param {Planned[]} those
 * @param {HTMLFormElement} form
 * @param {string} zone
 */
function movesOf(those, form, zone) {
  const [time, minutes, venue] = ['time', 'minutes', 'venue'].map(name => valueIn(form, name));
  const days = Math.max(-MOST_DAYS, Math.min(MOST_DAYS, Math.trunc(Number(valueIn(form, 'days')) || 0))) * Number(valueIn(form, 'way'));
  return those.map(one => {
    const stays = !days && (!time || time === one.time);
    const start = stays ? Date.parse(one.start) : momentOf(dayAfter(one.date, days), time || one.time, zone);
    const own = {
      ...minutes && Number(minutes) !== one.minutes ? { minutes: Number(minutes) } : {},
      ...venue && venue !== one.venue ? { venue } : {},
    };
    return { one, start, own, stays: stays && !Object.keys(own).length };
  }).filter(({ stays }) => !stays);
}

/**
 * @param {Move} move
 * @param {string} course
 * @returns {Change}
 */
function changeOf({ one, start, own }, course) {
  const before = Object.fromEntries(Object.keys(own).map(name => [name, one[/** @type {'minutes' | 'venue'} */ (name)]]));
  /** @type {EntryPayload} */
  const entry = { kind: 'class.scheduled', course, class: one.id };
  // It may have been moved elsewhere meanwhile.
  if (start === Date.parse(one.start)) entry.keepsStart = true;
  return { entry: { ...entry, start: new Date(start).toISOString(), ...own }, undo: { ...entry, start: one.start, ...before } };
}

/**
 * @param {Move[]} moves
 * @param {HTMLFormElement} form
 * @returns {FieldProblem[]}
 */
function lacking(moves, form) {
  const [days, minutes] = ['days', 'minutes'].map(name => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)));
  const late = moves.filter(({ start }) => start <= now()).length;
  if (!days.validity.valid) return [{ field: 'days', code: 'range', message: `This must be a whole number from 0 to ${MOST_DAYS}.` }];
  if (!minutes.validity.valid) return [{ field: 'minutes', code: 'range', message: 'This must be a number from 5 to 1440.' }];
  if (late) return [{ field: 'days', code: 'past', message: `${counted(late, 'class', 'classes')} would begin in the past.` }];
  return moves.length ? [] : [{ field: 'days', code: 'same', message: 'Nothing would change.' }];
}

/** @param {HTMLInputElement} box @returns {Planned} */
function planned({ value: id, dataset: { start = '', date = '', time = '', minutes, venue = '', when = '', takesLocation } }) {
  return { id, start, date, time, minutes: Number(minutes), venue, when, takesLocation: takesLocation !== undefined };
}

/** Weekday and time of a class. @param {HTMLInputElement} box */
function slot({ dataset: { date = '', time = '' } }) {
  return `${new Date(date).getUTCDay()} ${time}`;
}

/**
 * Says when classes are: "The first is on …, the last on …."
 * @param {string[]} times
 * @param {string} be
 */
function span(times, be) {
  const [first] = times;
  return times.length === 1 ? `On ${first}.` : `The first ${be} on ${first}, the last on ${times[times.length - 1]}.`;
}
