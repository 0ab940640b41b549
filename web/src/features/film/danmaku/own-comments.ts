import type { DanmakuComment } from '@matinee/contract/gen/api.ts';
import { useStore } from '../../../client/room/hooks.ts';
import { makeStore } from '../../../client/store.ts';
import { danmakuShown } from './choices.port.ts';

/** Comments from this person's own file, for one item. */
export interface OwnComments {
  readonly mediaId: string;
  readonly name: string;
  readonly comments: readonly DanmakuComment[];
  /** False: the person chose the item's comments. */
  readonly isShown: boolean;
}

/** File name endings that the page can open. */
export const commentEndings = '.xml,.json';

const opened = makeStore<OwnComments | undefined>(undefined);

/** Shows the comments of a file until another item plays. @throws Error when the file has none. [WDK7] */
export async function openComments(file: File, mediaId: string): Promise<void> {
  const { readComments } = await import('./read-comments.ts');
  opened.set({ mediaId, name: file.name, comments: await readComments(file), isShown: true });
  danmakuShown.set('on');
}

/** Chooses between the comments of the file and of the item. */
export function showOwnComments(isShown: boolean): void {
  const own = opened.get();
  if (own) opened.set({ ...own, isShown });
}

/** This person's own comments for the item; undefined: none. */
export function useOwnComments(mediaId: string | undefined): OwnComments | undefined {
  const own = useStore(opened);
  return own?.mediaId === mediaId ? own : undefined;
}
