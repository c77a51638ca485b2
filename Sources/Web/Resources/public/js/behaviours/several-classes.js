// Checklist of a course's classes to come, which are cancelled or moved together. Times are in the course's time zone.

import { now } from '../signal/clock.js';
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
 */

const MOST_DAYS = 365;

/**
 * @param {HTMLElement} element with data-course, data-zone and data-back
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...element.querySelectorAll('.tick input')]);
  if (!boxes.length) return;
  const { course = '', zone = 'UTC', back = '/courses' } = element.dataset;
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (element.querySelector(name));
  const dialog = (/** @type {string} */ name) => /** @type {HTMLDialogElement} */ (part(`[data-dialog-of="${name}"]`));
  const form = /** @type {HTMLFormElement} */ (dialog('move').querySelector('.form'));
  const calendar = wallCalendar(zone);
  let busy = false;

  element.addEventListener('change', show, { signal });
  element.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.dataset.select === 'all') selectAll();
    if (button?.dataset.select === 'alike') selectAlike();
    if (button?.dataset.open) open(button.dataset.open);
  }, { signal });
  dialog('cancel').addEventListener('close', () => {
    if (dialog('cancel').returnValue) void once(cancel);
  }, { signal });
  form.addEventListener('input', outlook, { signal });
  form.addEventListener('submit', event => {
    event.preventDefault();
    void once(move);
  }, { signal });
  show();

  /** Those selected that have not begun meanwhile. */
  function chosen() {
    return boxes.filter(({ checked }) => checked).map(planned).filter(({ start }) => Date.parse(start) > now());
  }

  function selectAll() {
    const all = boxes.every(({ checked }) => checked);
    for (const box of boxes) box.checked = !all;
    show();
  }

  /** Selects, from the first that is selected on, all of the same weekday and time as one of them. */
  function selectAlike() {
    const slots = new Set(boxes.filter(({ checked }) => checked).map(slot));
    const first = boxes.findIndex(({ checked }) => checked);
    for (const box of boxes.slice(first)) box.checked = slots.has(slot(box));
    show();
  }

  function show() {
    const count = boxes.filter(({ checked }) => checked).length;
    part('[data-chosen]').textContent = count ? `${count} of ${counted(boxes.length, 'class', 'classes')} selected` : 'Nothing is selected.';
    part('[data-select="all"]').textContent = count === boxes.length ? 'Select None' : 'Select All';
    for (const button of element.querySelectorAll('[data-open], [data-select="alike"]')) button.toggleAttribute('disabled', !count);
  }

  /** @param {string} name */
  function open(name) {
    const those = chosen();
    if (!those.length) {
      notify({ text: 'These classes have begun.' });
      return;
    }
    if (name === 'cancel') {
      part('#several-cancel-title').textContent = `Cancel ${counted(those.length, 'class', 'classes')}?`;
      part('#several-cancel-text').textContent = `${span(those.map(({ when }) => when), 'is')} Students are told. You can undo this for ten seconds.`;
      dialog(name).returnValue = '';
    } else {
      part('#several-move-title').textContent = `Move ${counted(those.length, 'Class', 'Classes')}`;
      outlook();
    }
    dialog(name).showModal();
  }

  /** Says what would come of the move. */
  function outlook() {
    const those = chosen();
    const moves = movesOf(those);
    const words = moves.map(({ start }) => calendar.dateAndTime(start));
    part('[data-outlook]').textContent = moves.length ? `${span(words, 'will be')} Students are told.` : 'Nothing would change.';
    const venue = /** @type {HTMLSelectElement} */ (form.elements.namedItem('venue'));
    const lacks = venue.selectedOptions[0]?.dataset.noPosition !== undefined;
    part('[data-no-fence]').toggleAttribute('hidden', !lacks || !those.some(({ takesLocation }) => takesLocation));
  }

  /** @param {string} name */
  function value(name) {
    return String(new FormData(form).get(name) ?? '').trim();
  }

  /**
   * Those that the form moves, each with its new start.
   * @param {Planned[]} those
   */
  function movesOf(those) {
    const [time, minutes, venue] = ['time', 'minutes', 'venue'].map(value);
    const days = Math.max(-MOST_DAYS, Math.min(MOST_DAYS, Math.trunc(Number(value('days')) || 0))) * Number(value('way'));
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

  /** @param {() => Promise<void>} work */
  async function once(work) {
    if (busy) return;
    busy = true;
    try {
      await work();
    } catch (error) {
      console.info('The classes could not be changed.', error);
    } finally {
      busy = false;
    }
  }

  async function cancel() {
    const changes = chosen().map(({ id }) => ({
      entry: { kind: 'class.deleted', class: id, onlyPlanned: true }, undo: { kind: 'class.restored', class: id },
    }));
    await carryOut(changes, 'cancelled', count => `${count === 1 ? 'takes' : 'take'} place after all`);
  }

  async function move() {
    const moves = movesOf(chosen());
    const rest = showProblems(form, lacking(moves));
    if (rest || form.querySelector('[aria-invalid]')) return;
    const kind = 'class.scheduled';
    const changes = moves.map(({ one, start, own }) => {
      const before = Object.fromEntries(Object.keys(own).map(name => [name, one[/** @type {'minutes' | 'venue'} */ (name)]]));
      return {
        entry: { kind, course, class: one.id, start: new Date(start).toISOString(), ...own },
        undo: { kind, course, class: one.id, start: one.start, ...before },
      };
    });
    await carryOut(changes, 'moved', () => 'moved back');
  }

  /**
   * @param {ReturnType<typeof movesOf>} moves
   * @returns {FieldProblem[]}
   */
  function lacking(moves) {
    const [days, minutes] = ['days', 'minutes'].map(name => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)));
    const late = moves.filter(({ start }) => start <= now()).length;
    if (!days.validity.valid) return [{ field: 'days', code: 'range', message: `This must be a whole number from 0 to ${MOST_DAYS}.` }];
    if (!minutes.validity.valid) return [{ field: 'minutes', code: 'range', message: 'This must be a number from 5 to 1440.' }];
    if (late) return [{ field: 'days', code: 'past', message: `${counted(late, 'class', 'classes')} would begin in the past.` }];
    return moves.length ? [] : [{ field: 'days', code: 'same', message: 'Nothing would change.' }];
  }

  /**
   * Records the changes, and tells of all of them at once. What has begun meanwhile, the server leaves as it is.
   * @param {Change[]} changes
   * @param {string} deed
   * @param {(count: number) => string} undone what so many classes do once it is taken back
   */
  async function carryOut(changes, deed, undone) {
    const results = await recordEach(...changes.map(({ entry }) => entry));
    const [problem] = problems(results);
    const done = changes.filter((_, index) => !problems([results[index]]).length);
    if (!done.length) {
      const rest = problem && dialog('move').open ? showProblems(form, [problem]) : problem?.message;
      if (rest) notify({ text: rest });
      return;
    }
    const many = counted(done.length, 'class', 'classes');
    const left = changes.length - done.length;
    const words = [`${many} ${deed}.`, problem ? `${counted(left, 'class is', 'classes are')} as before: ${problem.message}` : '',
      isWaiting(results) ? 'This is kept on this device until there is signal.' : ''].filter(Boolean);
    leave({
      text: words.length > 1 ? words.join(' ') : `${many} ${deed}`, undo: done.map(({ undo }) => undo),
      undone: `${many} ${undone(done.length)}`, group: 'several',
    });
  }

  /** @param {import('../screen/notices.js').Notice} notice */
  function leave(notice) {
    dialog('move').close();
    const sheet = element.parentElement?.closest('dialog');
    if (sheet) {
      sheet.close();
      notify(notice);
    } else {
      notifyNext(notice);
      location.assign(back);
    }
  }
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
