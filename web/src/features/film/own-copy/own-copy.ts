import type { Media, OwnCopySource, PlaybackMedia } from '@matinee/contract/gen/api.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { lazily } from '../../../ui/lazily.tsx';
import { closeCopy, copyKey, openedCopies } from './copies.ts';

/** Asks for the file in the place of the film. The code loads when an item needs it. */
export const OwnCopyCard = lazily(() => import('./own-copy-card.tsx').then((module) => module.OwnCopyCard));

/** The person's own file for the item. */
export interface OwnCopy {
  readonly source: OwnCopySource;
  /** The media to load; undefined: the person has not opened the file yet. */
  readonly media: PlaybackMedia | undefined;
  /** Lets the person open another file. */
  readonly forget: () => void;
}

/** The person's own file of an item; undefined for an item that loads from an address. [WOC3] */
export function useOwnCopy(media: Media | undefined): OwnCopy | undefined {
  const opened = useSyncExternalStore(openedCopies.subscribe, openedCopies.get);
  const source = media?.source?.own_copy;
  const forget = useCallback(() => source && closeCopy(source), [source]);
  if (source === undefined) return undefined;
  const url = opened.get(copyKey(source));
  return { source, forget, media: url === undefined ? undefined : fileAt(url) };
}

function fileAt(url: string): PlaybackMedia {
  return { name: '', url, headers: {}, format: 'file', proxied: false, converted: false };
}
