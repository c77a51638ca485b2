// IndexedDB storage: waiting entries, recently sent entries, and the offline book.

const NAME = 'shala';

/**
 * Migrations of the schema. Released migrations never change; new migrations are appended.
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

/** How long the browser may take to open the storage: WebKit may never do, after a page was left that was making it. Milliseconds. */
const OPENS_WITHIN = 5_000;

/** How long it is not asked again after that. Milliseconds. */
const RESTS = 30_000;

/** How long a transaction may wait for others before it is given up. Milliseconds. */
const STARTS_WITHIN = 5_000;

/** @type {Promise<IDBDatabase> | undefined} */
let opening;

/** @returns {Promise<IDBDatabase>} */
function open() {
  opening ??= openOnce(MIGRATIONS.length).catch(error => {
    // Newer migrations only add to the schema, so this page can still use it.
    if (error?.name === 'VersionError') return openOnce();
    throw error;
  }).catch(error => {
    if (error instanceof TooSlow) setTimeout(() => { opening = undefined; }, RESTS);
    else opening = undefined;
    throw error;
  });
  return opening;
}

/** The storage has not opened in time. */
class TooSlow extends Error {}

/**
 * @param {number} [version] by default the existing version, if newer than this page
 * @returns {Promise<IDBDatabase>}
 */
function openOnce(version) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, version);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (request.transaction) follow(request.transaction);
      for (const migrate of MIGRATIONS.slice(oldVersion)) migrate(request.result);
    };
    const timer = setTimeout(() => reject(new TooSlow('The storage of this device does not open.')), OPENS_WITHIN);
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error);
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      const database = request.result;
      // Another tab upgrades the schema or deletes the database: close, and reopen when needed.
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
 * Runs work in a transaction; resolves once the changes are on disk.
 * @template Result
 * @param {string | string[]} stores
 * @param {IDBTransactionMode} mode
 * @param {(transaction: IDBTransaction) => Result | Promise<Result>} work may await only requests of this transaction
 * @returns {Promise<Result>}
 */
export async function transact(stores, mode, work) {
  const transaction = await begin(stores, mode);
  follow(transaction);
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was given up.'));
  });
  // The first failure is reported; this is the same failure.
  done.catch(() => {});
  giveUpUnlessStarted(transaction);
  try {
    const result = await work(transaction);
    await done;
    return result;
  } catch (error) {
    giveUp(transaction);
    throw error;
  }
}

/** @param {IDBTransaction} transaction until it has ended */
function follow(transaction) {
  underway.add(transaction);
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => underway.delete(transaction));
}

/** @param {IDBTransaction} transaction */
function giveUp(transaction) {
  try {
    transaction.abort();
  } catch {
    // Already ended.
  }
}

/** @param {IDBTransaction} transaction */
function giveUpUnlessStarted(transaction) {
  const timer = setTimeout(() => giveUp(transaction), STARTS_WITHIN);
  // Answered as soon as it is this transaction's turn; there is no such key.
  const first = transaction.objectStore(transaction.objectStoreNames[0]).getKey(0);
  void answer(first).catch(() => {}).finally(() => clearTimeout(timer));
}

/** Transactions of this page that have not ended. @type {Set<IDBTransaction>} */
const underway = new Set();

// In WebKit, a transaction that its page left behind keeps others out of its stores for ever, and one that was making the
// stores keeps all out. What was being written is either written anew, as entries on their way to the outbox are, or asked
// for again.
addEventListener('pagehide', () => {
  for (const transaction of underway) giveUp(transaction);
});

/**
 * Starts a transaction, retrying with a new connection if the browser has silently closed the old connection.
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
      // The caller decides whether the transaction continues.
      event.preventDefault();
      reject(request.error);
    };
  });
}

/**
 * Whether the device is out of storage space.
 * @param {unknown} error
 */
export function isFull(error) {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
