// What this device keeps in IndexedDB: entries that wait, entries that were sent of late, and the book it takes along.

const NAME = 'shala';

/**
 * The steps that lead to the schema. One that has once been released is never changed: new ones follow.
 * @type {((database: IDBDatabase) => void)[]}
 */
const MIGRATIONS = [
  database => {
    const entries = database.createObjectStore('entries', { keyPath: 'number', autoIncrement: true });
    entries.createIndex('id', 'entry.id', { unique: true });
    entries.createIndex('state', ['maker', 'state']);
  },
  database => {
    database.createObjectStore('sent', { keyPath: 'entry.id' });
    database.createObjectStore('book');
  },
];

/** @type {Promise<IDBDatabase> | undefined} */
let opening;

/** @returns {Promise<IDBDatabase>} */
function open() {
  opening ??= openOnce(MIGRATIONS.length).catch(error => {
    // A later step only adds to what this page knows.
    if (error?.name === 'VersionError') return openOnce();
    throw error;
  }).catch(error => {
    opening = undefined;
    throw error;
  });
  return opening;
}

/**
 * @param {number} [version] by default what there is, if that is newer than this page
 * @returns {Promise<IDBDatabase>}
 */
function openOnce(version) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, version);
    request.onupgradeneeded = ({ oldVersion }) => {
      for (const migrate of MIGRATIONS.slice(oldVersion)) migrate(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      // Another tab brings a newer schema, or wipes everything: this one lets go, and opens again when it must.
      database.onversionchange = () => {
        database.close();
        opening = undefined;
      };
      database.onclose = () => { opening = undefined; };
      resolve(database);
    };
  });
}

/**
 * Does some work in one transaction, and answers once that is on the disk.
 * @template Result
 * @param {string | string[]} stores
 * @param {IDBTransactionMode} mode
 * @param {(transaction: IDBTransaction) => Result | Promise<Result>} work may await nothing but requests of its own
 * @returns {Promise<Result>}
 */
export async function transact(stores, mode, work) {
  const transaction = await begin(stores, mode);
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was given up.'));
  });
  // Whoever fails first is told of; the other failure is the same one.
  done.catch(() => {});
  try {
    const result = await work(transaction);
    await done;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It had ended already.
    }
    throw error;
  }
}

/**
 * Begins a transaction; once more with a new connection, should the browser have let go of the old one without a word.
 * @param {string | string[]} stores
 * @param {IDBTransactionMode} mode
 */
async function begin(stores, mode) {
  const options = /** @type {const} */ ({ durability: mode === 'readwrite' ? 'strict' : 'default' });
  const database = await open();
  try {
    return database.transaction(stores, mode, options);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    opening = undefined;
    return (await open()).transaction(stores, mode, options);
  }
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
export function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = event => {
      // What the caller makes of it decides whether the transaction goes on.
      event.preventDefault();
      reject(request.error);
    };
  });
}

/**
 * Whether there is no room left on this device.
 * @param {unknown} error
 */
export function isFull(error) {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
