import { thisPage, whoLives } from './page-life.ts';

/** A value that this browser keeps until it is sent. */
export interface UnsentRow<T> {
  readonly key: string;
  readonly value: T;
  /** Id of the page that sends it. */
  readonly pageId: string;
  readonly keptAtMs: number;
}

/** Keeps unsent values in this browser, also the bytes of files. Each call rejects where the browser stores nothing. */
export interface UnsentTable {
  /** Stores all of them, or none. */
  put(rows: readonly (readonly [key: string, value: unknown])[]): Promise<void>;
  find<T>(key: string): Promise<UnsentRow<T> | undefined>;
  remove(keys: readonly string[]): Promise<void>;
  /** The rows below `prefix` of this page and of closed pages, the oldest first. Removes rows that are too old. */
  list<T>(prefix: string): Promise<readonly UnsentRow<T>[]>;
}

const [database, table] = ['matinee-unsent', 'rows'];
/** How long a row is kept (ms): a message of last week is no longer sent. */
const longestMs = 7 * 86_400_000;

/** @param now milliseconds since 1970 */
export function unsentTable(now: () => number): UnsentTable {
  const self: UnsentTable = {
    async put(rows) {
      const pageId = await thisPage();
      await inTable('readwrite', (all) => {
        for (const [key, value] of rows) all.put({ key, value, pageId, keptAtMs: now() });
      });
    },
    find: (key) => inTable('readonly', (all) => all.get(key)),
    remove: (keys) =>
      inTable('readwrite', (all) => {
        for (const key of keys) all.delete(key);
      }),
    async list<T>(prefix: string) {
      const pageId = await thisPage();
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const rows = await inTable<UnsentRow<T>[]>('readonly', (all) => all.getAll(range));
      const old = rows.filter(({ keptAtMs }) => keptAtMs < now() - longestMs);
      await self.remove(old.map(({ key }) => key));
      const others = await whoLives();
      return rows
        .filter((row) => !old.includes(row) && (row.pageId === pageId || !others.has(row.pageId)))
        .sort((a, b) => a.keptAtMs - b.keptAtMs);
    },
  };
  return self;
}

let opened: Promise<IDBDatabase> | undefined;

/** Keeps the database open, so that a page that is being left can still begin its requests. */
function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(table, { keyPath: 'key' });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
  opened.then(
    // The browser closed it, or another page wants to delete it.
    (db) => {
      db.onclose = forget;
      db.onversionchange = () => {
        db.close();
        forget();
      };
    },
    forget,
  );
  return opened;
}

function forget(): void {
  opened = undefined;
}

async function inTable<R>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => unknown): Promise<R> {
  const db = await open();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(table, mode);
    const asked = work(transaction.objectStore(table));
    transaction.oncomplete = () => resolve((asked instanceof IDBRequest ? asked.result : undefined) as R);
    // For example when the disk is too full for the bytes of a file.
    transaction.onabort = () => reject(transaction.error);
    transaction.commit();
  });
}
