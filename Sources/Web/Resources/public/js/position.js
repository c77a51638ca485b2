// Where the device is, asked for when the person wants it, with why said before the browser asks.

/**
 * @typedef {{ latitude: number, longitude: number, accuracy: number, age: number }} Fix degrees, metres, milliseconds
 */

/**
 * @param {HTMLDialogElement} ask says why, and whether the person wants it
 * @returns {Promise<Fix | { status: string, reason: string }>} or why there is none
 */
export async function findPosition(ask) {
  if (!('geolocation' in navigator)) {
    return { status: 'Your position is not known', reason: 'This device cannot tell where it is.' };
  }
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
  if (permission?.state === 'prompt' && !await agreed(ask)) {
    return { status: 'Your position is not known', reason: 'You did not want to be asked for it.' };
  }
  try {
    const asked = performance.now();
    const { coords, timestamp } = await new Promise((resolve, reject) => {
      navigator.geolocation.getCurrentPosition(resolve, reject, { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 });
    });
    const { latitude, longitude, accuracy } = coords;
    // Satellites have a clock of their own: by a device's that is wrong, the fix would be older than the question.
    const age = Math.min(Date.now() - timestamp, performance.now() - asked);
    return { latitude, longitude, accuracy, age: Math.max(0, Math.round(age)) };
  } catch (error) {
    return { status: 'Your position is not known', reason: reasonOf(error) };
  }
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
    1: 'Shala may not ask where you are. Allow it in the settings of your browser or phone, and try again.',
    3: 'It could not be found in time. Go near a window, and try again.',
  }[code] ?? 'It could not be found. Is location switched on?';
}
