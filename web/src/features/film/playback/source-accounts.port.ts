import type { MediaSource, ProviderAccount } from '@matinee/contract/gen/api.ts';

/** An account, as far as it matters here. */
export type SharedAccount = Pick<ProviderAccount, 'id' | 'provider'>;

/** The account that a source is loaded with; undefined: it needs none. */
export function accountOf(source: MediaSource): SharedAccount | undefined {
  const [found] = Object.entries(source).filter(([, value]) => typeof value === 'object' && 'account_id' in value);
  return found && { provider: found[0], id: (found[1] as { account_id: string }).account_id };
}

/** Lets the room watch through the account. Every source of an account has this field, whatever its kind. [WSO5] */
export function shared(source: MediaSource): MediaSource {
  const entries = Object.entries(source).map(([key, value]) => [
    key,
    typeof value === 'object' ? { ...value, is_shared: true } : value,
  ]);
  return Object.fromEntries(entries);
}

/** True where the room watches through the account of a source. */
export function isShared(source: MediaSource): boolean {
  return Object.values(source).some((value) => typeof value === 'object' && 'is_shared' in value && value.is_shared);
}
