// Conversion of local times in a time zone to moments, including daylight-saving changes.

/** A day in milliseconds. */
const DAY = 86_400_000;

/** Returns the IANA name of this device's time zone. */
export function ownZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the IANA names of all time zones that this browser knows; none in an old one. */
export function allZones() {
  const { supportedValuesOf } = /** @type {{ supportedValuesOf?: (of: string) => string[] }} */ (Intl);
  return supportedValuesOf?.('timeZone') ?? [];
}

/** Tells the server this device's time zone, for days, weeks and months. */
export function tellZone() {
  const told = `time-zone=${encodeURIComponent(ownZone())}`;
  if (!document.cookie.split('; ').includes(told)) document.cookie = `${told}; path=/; max-age=31536000; SameSite=Lax`;
}

/**
 * Converts a local time to a moment. An ambiguous time, when clocks go back, is the first; a skipped time, when they go
 * forward, moves forward by as much.
 * @param {string} date as in 2026-03-29
 * @param {string} time as in 18:30
 * @param {string} zone IANA name; throws if unknown
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
 * Returns the day a number of days after another.
 * @param {string} date as in 2026-03-29
 * @param {number} days
 */
export function dayAfter(date, days) {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

/**
 * Returns a zone's offset from UTC at a moment, in milliseconds.
 * @param {number} moment
 * @param {string} zone
 */
function offset(moment, zone) {
  const { year, month, day, hour, minute, second } =
    Object.fromEntries(formatOf(zone).formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

/**
 * Returns how many seconds a zone's clocks are ahead of UTC; none if it is unknown.
 * @param {string} zone
 * @param {number} seconds since 1970
 */
export function ahead(zone, seconds) {
  // Beyond the times that JavaScript has.
  if (!(Math.abs(seconds) <= 8.64e12)) return 0;
  try {
    return offset(seconds * 1000, zone) / 1000;
  } catch {
    return 0;
  }
}

/**
 * Formats by zone: to make one takes longer than to use it often.
 * @type {Map<string, Intl.DateTimeFormat>}
 */
const formats = new Map();

/** @param {string} zone */
function formatOf(zone) {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone, calendar: 'gregory', hourCycle: 'h23',
    year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  });
  formats.set(zone, made);
  return made;
}
