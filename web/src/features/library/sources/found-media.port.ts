import type { MediaSource, ProviderEntry } from '@matinee/contract/gen/api.ts';
import type { SharedAccount } from './shared-accounts.port.ts';

/** Something to be added to a playlist. */
export interface FoundMedia {
  readonly name: string;
  readonly source: MediaSource;
}

/** What adding an entry of a listing takes; undefined for a folder. `isShared`: the room watches through the account. */
export function mediaOf({ name, source }: ProviderEntry, isShared: boolean): FoundMedia | undefined {
  if (source === undefined) return undefined;
  return { name: withoutEnding(name), source: isShared ? shared(source) : source };
}

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

function withoutEnding(name: string): string {
  return (
    name.replace(/\.(?:mp4|m4v|webm|mkv|mov|avi|ts|m3u8?|mpd|flv|mp3|m4a|aac|flac|og[gav]|opus|wav)$/i, '') || name
  );
}
