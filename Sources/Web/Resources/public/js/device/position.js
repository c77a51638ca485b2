// Location of the device, requested at the user's wish and after explaining why.

/**
 * @typedef {{ latitude: number, longitude: number, accuracy: number, age: number }} Fix degrees, metres, milliseconds
 */

/**
 * @param {HTMLDialogElement} ask dialog that explains why and asks for consent
 * @returns {Promise<Fix | { status: string, reason: string }>} the fix, or the reason why there is none
 */
export async function findPosition(ask) {
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
  if (permission?.state === 'prompt' && !await agreed(ask)) {
    return { status: 'Your location is unknown', reason: 'You did not allow Shala to use it.' };
  }
  return await measure();
}

/**
 * Asks the device where it is. The browser asks for permission where it has to.
 * @returns {Promise<Fix | { status: string, reason: string }>} the fix, or the reason why there is none
 */
export async function measure() {
  if (!('geolocation' in navigator)) {
    return { status: 'Your location is unknown', reason: 'This device cannot determine its location.' };
  }
  try {
    return await fix(15_000);
  } catch (error) {
    return { status: 'Your location is unknown', reason: reasonOf(error) };
  }
}

/**
 * Returns the position where it is allowed already and known at once; nothing is asked.
 * @returns {Promise<Fix | undefined>}
 */
export async function knownPosition() {
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
  if (permission?.state !== 'granted') return undefined;
  return await fix(2_000).catch(() => undefined);
}

/** @param {number} timeout milliseconds @returns {Promise<Fix>} */
async function fix(timeout) {
  const asked = performance.now();
  const { coords, timestamp } = await new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, { enableHighAccuracy: true, timeout, maximumAge: 0 });
  });
  const { latitude, longitude, accuracy } = coords;
  // Satellites have a clock of their own: by a device's that is wrong, the fix would be older than the question.
  const age = Math.min(Date.now() - timestamp, performance.now() - asked);
  return { latitude, longitude, accuracy, age: Math.max(0, Math.round(age)) };
}

/** @param {HTMLDialogElement} ask @returns {Promise<boolean>} */
function agreed(ask) {
  return new Promise(resolve => {
    ask.addEventListener('close', () => resolve(ask.returnValue === 'yes'), { once: true });
    ask.returnValue = '';
    ask.showModal();
  });
}

/** @param {unknown} error */
function reasonOf(error) {
  const { code = 2 } = /** @type {{ code?: number }} */ (error);
  return {
    1: 'Shala does not have permission to use your location. Allow it in the settings of your browser or phone, and try again.',
    3: 'It could not be found in time. Move near a window and try again.',
  }[code] ?? 'It could not be found. Is location turned on?';
}
