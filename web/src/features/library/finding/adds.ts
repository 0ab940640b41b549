import type { AddableMedia } from '../sources/addable-media.ts';
import type { SourceFolder } from '../sources/source-folder.ts';

/** The actions that the person may perform on results. */
export interface Adds {
  /** False: they suggest instead. */
  readonly mayAdd: boolean;
  /** True: this person chooses what plays. */
  readonly mayPlay: boolean;
  /** True: nothing is chosen, so an added item starts. */
  readonly startsAdded: boolean;
  /** Adds the item, or suggests it. False when that failed and a toast says so. @throws ApiError */
  readonly add: (item: AddableMedia, play: boolean) => Promise<boolean>;
  /** Plays an item of the playlist. */
  readonly play: (mediaId: string) => void;
  readonly addLinks: (links: readonly string[]) => void;
  /** Opens the servers that the person is signed in to, at a folder or a search. */
  readonly openSources: (start?: SourceFolder) => void;
}
