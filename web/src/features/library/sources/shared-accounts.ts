import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { inBrowser } from '../../../storage/storage.ts';
import type { SharedAccount } from '../../film/playback/source-accounts.port.ts';

const storageKey = 'matinee.shared-sources';

type Choices = Readonly<Record<string, boolean>>;

/** The choices in this browser, by account, and each person's last choice for a provider. */
function readChoices(): Choices {
  const stored = inBrowser.readValue(storageKey);
  // Earlier versions kept the ids of shared accounts.
  if (Array.isArray(stored)) return Object.fromEntries(stored.map((id) => [String(id), true]));
  return typeof stored === 'object' && stored !== null ? (stored as Choices) : {};
}

const lastKey = (userId: string, { provider }: SharedAccount) => `${userId} ${provider}`;

/**
 * Returns whether others may watch through an account: the choice for this account, else the owner's last choice for
 * an account of that provider. [WSO5]
 */
export function useIsShared(): (account: SharedAccount) => boolean {
  const userId = useSession().user?.id ?? '';
  return (account) => {
    const choices = readChoices();
    return (choices[account.id] ?? choices[lastKey(userId, account)]) === true;
  };
}

/**
 * Whether items from an account are shared with the room. They are not until the person chooses so; the choice is
 * remembered. [WSO5]
 */
export function useShared(account: SharedAccount): readonly [boolean, (isShared: boolean) => void] {
  const userId = useSession().user?.id ?? '';
  const remembered = useIsShared();
  const [isShared, setShared] = useState(() => remembered(account));
  const choose = (next: boolean) => {
    const choices = { ...readChoices(), [account.id]: next, [lastKey(userId, account)]: next };
    inBrowser.write(storageKey, JSON.stringify(choices));
    setShared(next);
  };
  return [isShared, choose];
}
