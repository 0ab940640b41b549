import { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import type { ListedFolder } from './provider.ts';

type MadeKind = Exclude<FolderKind, FolderKind.UNSPECIFIED>;

/** English names of made folders; the web app translates their kinds. */
const names: Readonly<Record<MadeKind, string>> = {
  [FolderKind.FAVORITES]: 'Favourites',
  [FolderKind.WATCHED]: 'Watched',
  [FolderKind.CONTINUE]: 'Continue watching',
  [FolderKind.NEXT_UP]: 'Next up',
  [FolderKind.NEW_EPISODES]: 'New episodes',
  [FolderKind.PLAYLISTS]: 'Playlists',
  [FolderKind.STARRED]: 'Starred',
  [FolderKind.SHARED]: 'Shared',
  [FolderKind.LIVE]: 'Live now',
  [FolderKind.CATEGORIES]: 'Categories',
  [FolderKind.FOLLOWED_LIVE]: 'Followed and live',
  [FolderKind.FOLLOWED_CHANNELS]: 'Followed channels',
  [FolderKind.VIDEOS]: 'Videos',
  [FolderKind.CLIPS]: 'Clips',
  [FolderKind.SCHEDULE]: 'Schedule',
  [FolderKind.SUBSCRIPTIONS]: 'Subscriptions',
  [FolderKind.CHANNELS]: 'Channels',
};

/** A folder that a provider makes from an upstream response without a name. [PV73] */
export function madeFolder(folder: string, kind: MadeKind): ListedFolder {
  return { folder, name: names[kind], kind };
}

/** A folder as a list entry. */
export function listedFolder({
  folder,
  ...rest
}: ListedFolder): Omit<ListedFolder, 'folder'> & { is: { folder: string } } {
  return { ...rest, is: { folder } };
}
