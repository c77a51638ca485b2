// Formatting of times, durations and numbers, as on the server (Pages/WallCalendar.swift).

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (/** @type {number} */ number) => String(number).padStart(2, '0');

/**
 * Formats moments in a time zone.
 * @param {string} timeZone IANA name
 */
export function wallCalendar(timeZone) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone, calendar: 'gregory', hourCycle: 'h23', weekday: 'short',
    year: 'numeric', month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit',
  });
  const parts = (/** @type {number} */ moment) =>
    Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return {
    time: (/** @type {number} */ moment) => time(parts(moment)),
    dateAndTime: (/** @type {number} */ moment) => dateAndTime(parts(moment)),
  };
}

/**
 * Formats as "18:30".
 * @param {Record<string, string>} parts of a moment
 */
function time({ hour, minute }) {
  return `${hour}:${minute}`;
}

/**
 * Formats as "Tue 3 Nov 2026, 18:30".
 * @param {Record<string, string>} parts of a moment
 */
function dateAndTime(parts) {
  const [year, month, day] = [parts.year, parts.month, parts.day].map(Number);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return `${WEEKDAYS[weekday]} ${day} ${MONTHS[month - 1]} ${parts.year}, ${time(parts)}`;
}

/**
 * Formats a duration: "1 h 5 min", "12 min", "under a minute".
 * @param {number} time milliseconds
 */
export function duration(time) {
  const minutes = Math.floor(time / 60_000);
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes / 60} h`;
}

/**
 * Formats a duration: "0:42:07".
 * @param {number} time milliseconds
 */
export function clock(time) {
  const seconds = Math.floor(time / 1_000);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/**
 * Formats a temperature in a unit: "−3 °C", "70 °F".
 * @param {number} temperature
 * @param {'C' | 'F'} unit
 */
export function degrees(temperature, unit) {
  // Rounds half away from zero, as on the server.
  const whole = Math.sign(temperature) * Math.round(Math.abs(temperature));
  return `${whole < 0 ? '−' : ''}${Math.abs(whole)} °${unit}`;
}

/**
 * Formats a number: "1,234".
 * @param {number} number
 */
export function grouped(number) {
  return number.toLocaleString('en');
}

/**
 * Formats a count: "1 student", "1,234 students".
 * @param {number} number
 * @param {string} one
 * @param {string} many
 */
export function counted(number, one, many) {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/**
 * Returns the letters of a text as people see them: grapheme clusters.
 * @param {string} text
 */
export function letters(text) {
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
}

/** The most characters of a name that leave room in a notice for what is said of it, on the narrowest phone too. */
const MOST_OF_NAME = 24;

/**
 * Cuts a long name in a notice, so that what is said of it can be read.
 * @param {string} [name]
 */
export function brief(name = '') {
  const all = letters(name);
  return all.length > MOST_OF_NAME ? `${all.slice(0, MOST_OF_NAME - 1).join('').trimEnd()}…` : name;
}

/**
 * Formats a distance: "240 m", "1.2 km", "35 km".
 * @param {number} metres
 */
export function distance(metres) {
  const near = Math.round(metres / 5) * 5;
  if (near < 1000) return `${near} m`;
  const tenths = Math.round(near / 100);
  return tenths < 100 ? `${(tenths / 10).toFixed(1)} km` : `${Math.round(near / 1000)} km`;
}
