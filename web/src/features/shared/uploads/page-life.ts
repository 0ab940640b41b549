import { makeId } from '../../../client/room/connection.ts';

const key = 'matinee.page';
const lockPrefix = 'matinee page ';
/** So long the page that was here before may take to go when it is loaded again, in milliseconds. */
const goneMs = 3_000;

let page: Promise<string> | undefined;

/**
 * The id of this page. It outlives a reload, as what a tab began belongs to it. A lock shows other pages that it lives; browsers have
 * them on pages of https alone.
 */
export function thisPage(): Promise<string> {
  page ??= begin();
  return page;
}

/** The pages of this server that are open. Empty where the browser has no locks. */
export async function whoLives(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = held.map(({ name = '' }) => name);
  return new Set(names.filter((name) => name.startsWith(lockPrefix)).map((name) => name.slice(lockPrefix.length)));
}

async function begin(): Promise<string> {
  const before = sessionStorage.getItem(key) ?? makeId();
  // A tab that was copied has the id of the other one, which lives.
  const id = (await lock(before)) ? before : makeId();
  if (id !== before) await lock(id);
  sessionStorage.setItem(key, id);
  return id;
}

/** Holds the lock of a page as long as this one lives. @returns false when another one has it */
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
