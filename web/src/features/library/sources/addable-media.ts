import { filmEnding } from '@matinee/contract/film-ending.ts';
import type { MediaSource, ProviderEntry } from '@matinee/contract/gen/api.ts';
import { shared } from '../../film/playback/source-accounts.port.ts';

/** An item that can be added to a playlist. */
export interface AddableMedia {
  readonly name: string;
  readonly source: MediaSource;
}

/** The item for an entry of a listing; undefined for a folder. `isShared`: the room watches through the account. */
export function mediaOf({ name, source }: ProviderEntry, isShared: boolean): AddableMedia | undefined {
  if (source === undefined) return undefined;
  return { name: withoutEnding(name), source: isShared ? shared(source) : source };
}

function withoutEnding(name: string): string {
  return name.replace(filmEnding, '') || name;
}
