// Wall times of a time zone as moments, across the changes of daylight-saving time.

/** Milliseconds. */
const DAY = 86_400_000;

/** The IANA name of the time zone that this device is in. */
export function ownZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Tells the server the time zone of days, weeks and months of whoever uses this device. */
export function tellZone() {
  const told = `time-zone=${encodeURIComponent(ownZone())}`;
  if (!document.cookie.split('; ').includes(told)) document.cookie = `${told}; path=/; max-age=31536000; SameSite=Lax`;
}

/**
 * The moment of a wall time. Where clocks go back and it comes twice, the first; where they go forward and leave it out,
 * as much later as they go forward.
 * @param {string} date as in 2026-03-29
 * @param {string} time as in 18:30
 * @param {string} zone its IANA name; one that is not known is an error
 * @returns {number} milliseconds since 1970
 */
export function momentOf(date, time, zone) {
  const wall = Date.parse(`${date}T${time}Z`);
  const [before, after] = [wall - DAY, wall + DAY].map(moment => offset(moment, zone));
  const first = wall - before;
  if (offset(first, zone) === before) return first;
  const second = wall - after;
  return offset(second, zone) === after ? second : first;
}

/**
 * The day so many days after another.
 * @param {string} date as in 2026-03-29
 * @param {number} days
 */
export function dayAfter(date, days) {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

/**
 * How far a zone's clocks are ahead of UTC at a moment. Milliseconds.
 * @param {number} moment
 * @param {string} zone
 */
function offset(moment, zone) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone, calendar: 'gregory', hourCycle: 'h23',
    year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  });
  const { year, month, day, hour, minute, second } =
    Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}
