import type { DynamicTarget } from '@matinee/contract/gen/api.ts';
import type { SourceFolder } from '../sources/source-folder.ts';

/** A folder of a source, which a playlist can follow. */
export interface FollowedFolder extends SourceFolder {
  /** A name for the playlist. */
  readonly name: string;
}

/**
 * The target of a playlist that follows a folder. A folder without an account has nothing to hide, so it is always
 * shared. [WDP1]
 */
export function targetOf({ provider, accountId, folder }: FollowedFolder, isShared: boolean): DynamicTarget {
  return { provider, account_id: accountId, folder, is_shared: isShared || accountId === '' };
}
