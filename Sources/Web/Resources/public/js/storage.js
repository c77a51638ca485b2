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
  opening ??= openOnce().catch(error => {
    opening = undefined;
    throw error;
  });
  return opening;
}

/** @returns {Promise<IDBDatabase>} */
function openOnce() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, MIGRATIONS.length);
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
  const database = await open();
  const transaction = database.transaction(stores, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' });
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
