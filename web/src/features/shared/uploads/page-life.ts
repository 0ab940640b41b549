import { makeId } from '../../../client/room/connection.ts';
import { inTab } from '../../../storage/storage.ts';

const key = 'matinee.page';
const lockPrefix = 'matinee page ';
/** How long the earlier page may take to go after a reload, in milliseconds. */
const goneMs = 3_000;

let page: Promise<string> | undefined;

/**
 * The id of this page. It survives a reload, because an upload belongs to its tab. A lock shows other pages that this
 * one is open; browsers have locks only on https pages.
 */
export function thisPage(): Promise<string> {
  page ??= begin();
  return page;
}

/** The ids of the open pages of this server. Empty where the browser has no locks. */
export async function whoLives(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = held.map(({ name = '' }) => name);
  return new Set(names.filter((name) => name.startsWith(lockPrefix)).map((name) => name.slice(lockPrefix.length)));
}

async function begin(): Promise<string> {
  const before = inTab.read(key) ?? makeId();
  // A copied tab has the id of the first tab, which is still open.
  const id = (await lock(before)) ? before : makeId();
  if (id !== before) await lock(id);
  inTab.write(key, id);
  return id;
}

/** Holds the lock of a page id while this page is open. @returns false when another page has it */
function lock(id: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(goneMs);
    navigator.locks
      .request(lockPrefix + id, { signal }, () => {
        resolve(true);
        return new Promise(() => {});
      })
      .catch(() => resolve(false));
  });
}
