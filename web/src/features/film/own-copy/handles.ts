/**
 * Remembers on this device which file the person opened, where the browser can (File System API): after a reload one
 * press opens it again. In other browsers, or when storage is refused, the person chooses the file again.
 */
import type { OwnCopySource } from '@matinee/contract/gen/api.ts';
import { copyKey } from './copies.ts';

/** A file that the browser may read again once the person allows it. */
export interface FileHandle {
  readonly name: string;
  getFile(): Promise<File>;
  requestPermission?(options: { readonly mode: 'read' }): Promise<PermissionState>;
}

const [database, table] = ['matinee-own-copies', 'handles'];

export async function keepHandle(source: OwnCopySource, handle: FileHandle): Promise<void> {
  await inTable('readwrite', (handles) => handles.put(handle, copyKey(source))).catch(() => {});
}

/** The remembered file; undefined: none. */
export function findHandle(source: OwnCopySource): Promise<FileHandle | undefined> {
  return inTable<FileHandle | undefined>('readonly', (handles) => handles.get(copyKey(source))).catch(() => undefined);
}

/** The file of a handle, if it is still there and the person allows it. */
export async function readHandle(handle: FileHandle): Promise<File | undefined> {
  try {
    const permission = (await handle.requestPermission?.({ mode: 'read' })) ?? 'granted';
    return permission === 'granted' ? await handle.getFile() : undefined;
  } catch {
    return undefined;
  }
}

function inTable<T>(mode: IDBTransactionMode, work: (handles: IDBObjectStore) => IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(table);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const asked = work(db.transaction(table, mode).objectStore(table));
      asked.onsuccess = () => resolve(asked.result as T);
      asked.onerror = () => reject(asked.error);
      asked.transaction?.addEventListener('complete', () => db.close());
    };
  });
}
