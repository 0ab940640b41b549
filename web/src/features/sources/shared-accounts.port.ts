import { useState } from 'react';

const storageKey = 'matinee.shared-sources';

/** Ids of the accounts through which others may watch what is added, as this browser remembers them. */
function readShared(): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.map(String) : []);
  } catch {
    return new Set();
  }
}

/** Whether others may watch through an account, as this browser remembers it. [WSO5] */
export function isAccountShared(accountId: string): boolean {
  return readShared().has(accountId);
}

/** Whether what is added from an account is shared with the room. It is not until somebody says so, and then for each next time. [WSO5] */
export function useShared(accountId: string): readonly [boolean, (isShared: boolean) => void] {
  const [isShared, setShared] = useState(() => isAccountShared(accountId));
  const choose = (next: boolean) => {
    const ids = new Set(readShared());
    if (next) ids.add(accountId);
    else ids.delete(accountId);
    try {
      localStorage.setItem(storageKey, JSON.stringify([...ids]));
    } catch {
      // The choice then lasts as long as the page.
    }
    setShared(next);
  };
  return [isShared, choose];
}
