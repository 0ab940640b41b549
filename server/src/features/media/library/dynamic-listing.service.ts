import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type ListPlaylistItemsRequest, PlaylistItemSort } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { DynamicTarget } from '@matinee/contract/gen/service/provider/dynamic_target_pb.ts';
import type { UserPrincipal } from '../../../kernel/call.ts';
import type { PageCursors } from '../../../kernel/signing/page-cursors.ts';
import type { FolderEntry, Folders } from '../providers/providers.port.ts';
import { type DynamicNames, digestOf, hashOf, readTarget, storeTarget } from './dynamic-items.ts';
import { libraryErrors } from './library.errors.ts';
import type { PlaylistRow } from './library.store.ts';
import { toPlaylist } from './library-changes.ts';

const usualPage = 20;

type Request = Omit<ListPlaylistItemsRequest, '$typeName' | 'roomId'>;

export interface DynamicListingParts {
  readonly folders: Folders;
  readonly cursors: PageCursors;
  readonly names: DynamicNames;
}

/** The listed folder: a playlist's, or that of a preview before the playlist exists. */
interface Listed {
  readonly roomId: string;
  readonly ownerId: string;
  readonly target: DynamicTarget;
  readonly digest: string;
  /** Undefined in a preview: its entries cannot be played yet. */
  readonly playlistId: string | undefined;
}

/** Lists the current contents of providers' folders. [LI16] [LI17] */
export function makeDynamicListing({ folders, cursors, names }: DynamicListingParts) {
  async function list(listed: Listed, request: Request, viewer: UserPrincipal) {
    checkIsListable(request);
    const { roomId, ownerId, target, digest, playlistId } = listed;
    const { search, folder: sealed, paging, pageSize, refresh } = request;
    const scope = [roomId, playlistId ?? `preview ${ownerId}`, digest];
    const top = target.folder;
    const folder = sealed === '' ? top : names.openFolder(scope, sealed);
    const pageScope = ['dynamic page', ...scope, folder, search];
    const cursor = paging.case === 'cursor' ? paging.value : '';
    const after = cursor === '' ? undefined : cursors.open(pageScope, cursor);
    if (cursor !== '' && after === undefined) throw libraryErrors.invalid_cursor();
    const query = { folder, after, limit: pageSize || usualPage, search, isFresh: refresh };
    const page = await folders.list(target, ownerId, viewer, query);
    const below = page.path.slice(page.path.findIndex((one) => one.folder === top) + 1);
    return {
      entries: page.entries.map((entry) => toEntry(entry, folder)),
      path: below.map((one) => ({ ...one, folder: names.sealFolder(scope, one.folder) })),
      ...(page.next === undefined ? {} : { nextCursor: cursors.seal(pageScope, page.next) }),
    };

    function toEntry({ name, is, modifiedAt, ...facts }: FolderEntry, of: string) {
      const known = { ...facts, name, ...(modifiedAt ? { modifiedAt: timestampFromDate(modifiedAt) } : {}) };
      if ('folder' in is) return { ...known, folder: names.sealFolder(scope, is.folder) };
      const { source, format } = is;
      if (playlistId === undefined) return { ...known, format };
      const { durationSeconds = null } = facts;
      const target = names.sealItem(roomId, { playlistId, digest, folder: of, name, durationSeconds, source });
      return { ...known, format, target, targetHash: hashOf({ playlistId, source }) };
    }
  }

  return {
    async playlist(row: PlaylistRow, request: Request, viewer: UserPrincipal) {
      const { room_id: roomId, creator_id: ownerId, id: playlistId } = row;
      const listed = { roomId, ownerId, playlistId, target: readTarget(row.target!), digest: digestOf(row.target!) };
      return { playlist: toPlaylist(row), ...(await list(listed, request, viewer)) };
    },
    async preview(roomId: string, target: DynamicTarget, request: Request, viewer: UserPrincipal) {
      await requireTarget(folders, target, viewer.userId);
      const listed = { roomId, ownerId: viewer.userId, target, digest: digestOf(storeTarget(target)) };
      return list({ ...listed, playlistId: undefined }, request, viewer);
    },
  };
}

/** @throws AppError `library.invalid_url` with the fields. */
export async function requireTarget(folders: Folders, target: DynamicTarget, userId: string): Promise<void> {
  const violations = await folders.check(target, userId);
  const [first] = violations;
  if (first) throw libraryErrors.invalid_url({ violations, message: `${first.field}: ${first.description}` });
}

/** Upstream has one order, no filters, and only sequential pages. @throws AppError `library.not_for_dynamic`. */
function checkIsListable({ paging, sort, descending, filter, recursive }: Request): void {
  const isSorted = sort !== PlaylistItemSort.UNSPECIFIED && sort !== PlaylistItemSort.POSITION;
  const isFurther = paging.case === 'page' && paging.value > 1;
  if (isSorted || isFurther || descending || recursive || filter !== undefined) throw libraryErrors.not_for_dynamic();
}
