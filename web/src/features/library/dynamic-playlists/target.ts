import type { DynamicTarget } from '@matinee/contract/gen/api.ts';
import type { FoundFolder } from '../sources/found-folder.ts';

/** A folder of a source, which a playlist can follow. */
export interface FollowedFolder extends FoundFolder {
  /** A name for the playlist. */
  readonly name: string;
}

/** What a playlist lists that follows a folder. Without an account there is nothing to keep to oneself. [WDP1] */
export function targetOf({ provider, accountId, folder }: FollowedFolder, isShared: boolean): DynamicTarget {
  return { provider, account_id: accountId, folder, is_shared: isShared || accountId === '' };
}
