// Instructors of a course.

import { notify } from '../screen/notices.js';
import { press } from '../screen/pressed.js';
import { refresh } from '../screen/regions.js';
import { brief } from '../screen/wording.js';

/**
 * @param {HTMLElement} element with data-course; its buttons have data-add or data-remove, a person, with data-name, or
 *   data-said: what is said once it is done
 * @param {AbortSignal} signal
 */
export function attach(element, signal) {
  const { course = '' } = element.dataset;
  element.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('[data-add], [data-remove]')) : null;
    if (!button) return;
    const { add, remove, name, said } = button.dataset;
    const added = { kind: 'course.edited', course, instructorAdded: add ?? remove ?? '' };
    const removed = { kind: 'course.edited', course, instructorRemoved: add ?? remove ?? '' };
    const [problem] = await press(add ? added : removed);
    if (problem) notify({ text: problem.message });
    else notify({ text: said ?? `${brief(name)} ${add ? 'added' : 'removed'}`, undo: [add ? removed : added], group: 'instructors' });
    await refresh();
  }, { signal });
}
