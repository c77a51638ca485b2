// Pictures from GitHub, fetched by the server.

/**
 * Result of a fetch, with the previous values for undo.
 * @typedef {{ changed: boolean, github: string, githubBefore: string, picture: string, pictureBefore?: string }} Fetched
 */

/** Error for a picture that could not be fetched, with the time to wait after a rate limit. */
export class NoPicture extends Error {
  /** @param {string} message @param {string} field @param {number} seconds */
  constructor(message, field, seconds) {
    super(message);
    this.field = field;
    this.seconds = seconds;
  }
}

/**
 * @param {string} person
 * @param {string} [username] if not known yet
 * @param {AbortSignal} [signal]
 * @returns {Promise<Fetched>}
 */
export async function fetchPicture(person, username, signal) {
  const response = await fetch(`/people/${person}/github`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept': 'application/json' },
    body: JSON.stringify({ username }),
    signal,
  }).catch(error => {
    throw signal?.aborted ? error : new NoPicture('There is no connection. Nothing was changed.', '', 0);
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const seconds = response.status === 429 ? Number(response.headers.get('Retry-After')) || 60 : 0;
  throw new NoPicture(answer.detail ?? 'The picture could not be fetched.', answer.fields?.[0]?.field ?? '', seconds);
}
