// The class that this device started last. Should another device of its instructor have started one as well, this one stays on the
// page of the class in session.

/** How long it is remembered, in seconds: longer than any class goes on. */
const TWO_DAYS = 172_800;

/**
 * Notes which class was started, for the server as well.
 * @param {import('./entries.js').Entry[]} entries
 */
export function noteStart(entries) {
  for (const { kind, class: id } of entries) {
    if (kind === 'class.started') document.cookie = `class=${id}; path=/; max-age=${TWO_DAYS}; SameSite=Lax`;
  }
}

/** Returns the identifier of that class; undefined if there is none. */
export function ownClass() {
  return document.cookie.split('; ').find(one => one.startsWith('class='))?.slice('class='.length);
}
