// Training log. Entries logged or deleted on this device and not sent yet are included in the list and the totals.

import { setText } from '../screen/element.js';
import { condition, onCondition } from '../journal/condition.js';
import { problems, record } from '../journal/journal.js';
import { whose } from '../journal/maker.js';
import { notify } from '../screen/notices.js';
import * as outbox from '../journal/outbox.js';
import { refresh } from '../screen/regions.js';
import { swipeable } from '../touch/swipe.js';
import { brief, grouped, wallCalendar } from '../screen/wording.js';
import { ownZone, tellZone } from '../screen/zone.js';

/** @typedef {{ description: string, category: string, minutes: number, start: string }} Facts */

/** Session storage key for details of deleted entries, and their maximum number. */
const KEPT = 'deleted trainings';
const MOST_KEPT = 50;

/**
 * @param {HTMLElement} page with data-zone, data-sequence
 * @param {AbortSignal} signal
 */
export function attach(page, signal) {
  const list = /** @type {HTMLElement} */ (page.querySelector('[data-trainings]'));
  const menu = /** @type {HTMLElement & { showPopover(): void, hidePopover(): void }} */ (page.querySelector('[popover]'));
  /** @type {import('../journal/entries.js').Entry[]} */
  let waiting = [];
  /**
   * Entries that the server has but this page, not refreshed since, does not show.
   * @type {import('../journal/entries.js').Entry[]}
   */
  let sent = [];
  /**
   * Details of deleted entries that were on the page.
   * @type {Map<string, Facts>}
   */
  const deleted = new Map(JSON.parse(sessionStorage.getItem(KEPT) ?? '[]'));
  /** @type {HTMLElement | undefined} */
  let chosen;

  swipeable(list, '.training-front', signal);
  page.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const row = target.closest('[data-key]');
    if (target.closest('[data-menu]') && row instanceof HTMLElement) openMenu(row);
    if (target.closest('[data-delete]') && row instanceof HTMLElement) void remove(row);
    if (target.closest('[data-delete-chosen]') && chosen) {
      closeMenu();
      void remove(chosen);
    }
    const table = target.closest('[data-table]');
    if (table) table.setAttribute('aria-expanded', String(table.closest('.chart')?.toggleAttribute('data-own-table')));
  }, { signal });
  // Safari does not close a popover by itself when anything beside it is tapped.
  document.addEventListener('pointerdown', ({ target }) => {
    if (menu.matches(':popover-open') && !(target instanceof Node && menu.contains(target))) menu.hidePopover();
  }, { signal, capture: true });
  menu.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeMenu();
  }, { signal });
  list.addEventListener('keydown', event => {
    const row = event.target instanceof Element ? event.target.closest('.training-own') : null;
    // A key held down counts once.
    if (event.repeat || !['Delete', 'Backspace'].includes(event.key) || !(row instanceof HTMLElement)) return;
    event.preventDefault();
    void remove(row);
  }, { signal });
  const observer = new MutationObserver(() => {
    apply();
    if (sent.length) void look();
  });
  observer.observe(page, { childList: true, subtree: true, characterData: true });
  signal.addEventListener('abort', () => observer.disconnect());
  onCondition(() => {
    if (!signal.aborted) void look();
  });
  if (page.dataset.zone !== ownZone()) {
    tellZone();
    void refresh();
  }

  /** @param {HTMLElement} row */
  function openMenu(row) {
    chosen = row;
    menu.showPopover();
    const { right, bottom, top } = /** @type {Element} */ (row.querySelector('[data-menu]')).getBoundingClientRect();
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(8, right - width)}px`;
    menu.style.top = `${bottom + height > innerHeight - 64 ? top - height : bottom}px`;
    menu.querySelector('button')?.focus();
  }

  /** The focus goes back to where the menu was opened. */
  function closeMenu() {
    menu.hidePopover();
    /** @type {HTMLElement | null | undefined} */ (chosen?.querySelector('[data-menu]'))?.focus();
  }

  /** @param {HTMLElement} row */
  async function remove(row) {
    const { key: training = '' } = row.dataset;
    const facts = factsOf(row);
    deleted.set(training, facts);
    sessionStorage.setItem(KEPT, JSON.stringify([...deleted].slice(-MOST_KEPT)));
    row.removeAttribute('data-own-open');
    if (row.contains(document.activeElement) || document.activeElement === document.body) focusNextTo(row);
    const [problem] = problems(await record({ kind: 'training.deleted', training }));
    notify(problem ? { text: problem.message, group: 'training' } : {
      text: `“${brief(facts.description)}” deleted`, undo: [{ kind: 'training.restored', training }], group: 'training',
    });
    await refresh();
  }

  /** @param {HTMLElement} row */
  function focusNextTo(row) {
    const rows = /** @type {HTMLElement[]} */ ([...list.children]).filter(other => other === row || !other.hidden && !other.hasAttribute('data-own-gone'));
    const next = rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1];
    const place = next?.querySelector('button, a') ?? document.getElementById('log');
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  }

  async function look() {
    const isOfLog = (/** @type {import('../journal/entries.js').Entry} */ { kind }) => kind.startsWith('training.');
    const kept = await outbox.all(whose(), 'waiting').catch(() => []);
    const now = kept.map(({ entry }) => entry).filter(isOfLog);
    const ids = new Set(now.map(({ id }) => id));
    // Sent entries are on the server's page now; refreshing first keeps them from vanishing in between.
    if (waiting.some(({ id }) => !ids.has(id))) await refresh();
    const done = await outbox.sentAfter(whose(), Number(page.dataset.sequence)).catch(() => []);
    sent = done.filter(isOfLog);
    waiting = now;
    apply();
  }

  /** Applies entries not sent yet to the page. */
  function apply() {
    const { own, gone } = fold();
    const rows = /** @type {HTMLElement[]} */ ([...list.children]);
    const known = rows.filter(row => !row.hasAttribute('data-made'));
    const sums = new Map();
    const add = (/** @type {Facts} */ { category, minutes }, sign = 1) => sums.set(category, (sums.get(category) ?? 0) + sign * minutes);
    for (const row of known) {
      const { key = '' } = row.dataset;
      // The server does not count it any more either.
      if (row.hasAttribute('data-own-gone')) continue;
      if (row.hidden !== gone.has(key)) row.hidden = gone.has(key);
      if (row.hidden) add(factsOf(row), -1);
      own.delete(key);
    }
    for (const row of rows) {
      if (row.hasAttribute('data-made') && !own.has(row.dataset.key ?? '')) row.remove();
    }
    for (const [key, facts] of own) {
      add(facts);
      if (!list.querySelector(`[data-key="${CSS.escape(key)}"]`)) insert(key, facts);
    }
    for (const total of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll('[data-total]'))) {
      const text = `${grouped(Number(total.dataset.minutes) + (sums.get(total.dataset.total) ?? 0))} min`;
      if (total.textContent !== text) total.textContent = text;
    }
    const isEmpty = /** @type {HTMLElement[]} */ ([...list.children]).every(row => row.hidden);
    setHidden('[data-empty]', !isEmpty);
    setHidden('[data-chart-note]', !(condition().behind && sums.size));
    if (list.hidden !== isEmpty) list.hidden = isEmpty;
    observer.takeRecords();
  }

  /** Folds this device's entries into those to add and those to hide. */
  function fold() {
    /** @type {Map<string, Facts>} */
    const own = new Map();
    const gone = new Set();
    for (const entry of [...sent, ...waiting]) {
      const key = String(entry.training);
      if (entry.kind === 'training.logged') {
        own.set(key, {
          description: String(entry.description), category: String(entry.category), minutes: Number(entry.minutes), start: String(entry.start),
        });
      }
      if (entry.kind === 'training.deleted') gone.add(key);
      if (entry.kind === 'training.restored') {
        gone.delete(key);
        const facts = deleted.get(key);
        if (facts && !own.has(key)) own.set(key, facts);
      }
    }
    for (const key of gone) own.delete(key);
    return { own, gone };
  }

  /** @param {string} key @param {Facts} facts */
  function insert(key, facts) {
    const { content } = /** @type {HTMLTemplateElement} */ (page.querySelector('#training-row'));
    const row = /** @type {HTMLElement} */ (document.importNode(content, true).firstElementChild);
    Object.assign(row.dataset, { key, category: facts.category, minutes: facts.minutes, start: facts.start });
    row.setAttribute('data-made', '');
    const label = page.querySelector(`[data-total="${CSS.escape(facts.category)}"]`)?.previousElementSibling?.textContent;
    setText(row, '[data-description]', facts.description);
    setText(row, '[data-category-text]', label?.trim() ?? facts.category);
    setText(row, '[data-when]', wallCalendar(page.dataset.zone ?? 'UTC').dateAndTime(Date.parse(facts.start)));
    setText(row, '[data-minutes-text]', `${grouped(Number(facts.minutes))} min`);
    row.querySelector('[data-menu]')?.setAttribute('aria-label', `Actions: ${facts.description}`);
    const rows = /** @type {HTMLElement[]} */ ([...list.children]);
    list.insertBefore(row, rows.find(({ dataset }) => Date.parse(dataset.start ?? '') <= Date.parse(facts.start)) ?? null);
  }

  /** @param {string} selector @param {boolean} hidden */
  function setHidden(selector, hidden) {
    const element = /** @type {HTMLElement} */ (page.querySelector(selector));
    if (element.hidden !== hidden) element.hidden = hidden;
  }
}

/**
 * @param {HTMLElement} row
 * @returns {Facts}
 */
function factsOf(row) {
  const { category = '', minutes = '0', start = '' } = row.dataset;
  return { description: row.querySelector('[data-description]')?.textContent ?? '', category, minutes: Number(minutes), start };
}
