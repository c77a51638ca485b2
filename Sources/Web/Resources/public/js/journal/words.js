// The instructor's words on whether somebody was there.

/**
 * Kinds of entries, by what they say.
 * @type {Record<string, string>}
 */
export const KINDS = { present: 'attendance.marked', absent: 'attendance.cleared' };

/**
 * How whoever an entry is about is shown until it has been sent. What was said before a word that is taken back, the page tells.
 * @type {Record<string, 'present' | 'absent' | undefined>}
 */
export const STATES = { 'attendance.marked': 'present', 'attendance.cleared': 'absent', 'attendance.withdrawn': undefined };
