import type { MediaSource, ProviderAccount } from '@matinee/contract/gen/api.ts';

/** The used part of an account. */
export type SharedAccount = Pick<ProviderAccount, 'id' | 'provider'>;

/** The account with which a source is loaded; undefined: it needs none. */
export function accountOf(source: MediaSource): SharedAccount | undefined {
  const [found] = Object.entries(source).filter(([, value]) => typeof value === 'object' && 'account_id' in value);
  return found && { provider: found[0], id: (found[1] as { account_id: string }).account_id };
}

/** Lets the room watch through the account. Every kind of source with an account has this field. [WSO5] */
export function shared(source: MediaSource): MediaSource {
  const entries = Object.entries(source).map(([key, value]) => [
    key,
    typeof value === 'object' ? { ...value, is_shared: true } : value,
  ]);
  return Object.fromEntries(entries);
}

/** True when the room watches through the account of a source. */
export function isShared(source: MediaSource): boolean {
  return Object.values(source).some((value) => typeof value === 'object' && 'is_shared' in value && value.is_shared);
}
