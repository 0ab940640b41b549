import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { RoomStanding } from '../../../kernel/call.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Database } from '../../../store/database.ts';
import type { Members } from '../../rooms/members/members.port.ts';
import { libraryErrors } from '../library/library.errors.ts';
import type { Library, MediaItem } from '../library/library.port.ts';
import { streamErrors } from './streams.errors.ts';
import { isRoomOpen } from './streams.store.ts';

export interface RightParts {
  readonly db: Database;
  readonly library: Pick<Library, 'findMedia'>;
  readonly members: Pick<Members, 'findStanding'>;
}

/**
 * The item of a live stream, sent here or pulled. @throws AppError `library.media_not_found`, `streams.not_a_stream`
 */
export async function getStreamItem({ db, library }: RightParts, roomId: string, mediaId: string): Promise<MediaItem> {
  const item = await library.findMedia(db, roomId, mediaId);
  if (!item) throw libraryErrors.media_not_found();
  const source = item.media.source?.source.case;
  if (source !== 'rtmp' && source !== 'liveProxy') throw streamErrors.not_a_stream();
  return item;
}

/** The item to which a stream is sent. @throws AppError as `getStreamItem` */
export async function getPlaceOf(parts: RightParts, roomId: string, mediaId: string): Promise<MediaItem> {
  const item = await getStreamItem(parts, roomId, mediaId);
  if (item.media.source?.source.case !== 'rtmp') throw streamErrors.not_a_stream();
  return item;
}

/** The adder of an item may send to it, and so may members who manage live streams. [LS2] */
export function maySend(item: MediaItem, userId: string, { permissions }: Pick<RoomStanding, 'permissions'>): boolean {
  return item.media.creatorId === userId || permissions.has(Permission.MANAGE_LIVE_STREAMS);
}

/** Whether an absent user may send to an item. If the store is unreachable, it throws. */
export async function mayStillSend(
  parts: RightParts,
  roomId: string,
  mediaId: string,
  userId: string,
): Promise<boolean> {
  try {
    const item = await getPlaceOf(parts, roomId, mediaId);
    const standing = await parts.members.findStanding({ kind: 'user', userId }, roomId);
    if (!standing || !maySend(item, userId, standing)) return false;
    return await isRoomOpen(parts.db.query(), roomId);
  } catch (cause) {
    if (cause instanceof AppError && ['permission_denied', 'not_found', 'failed_precondition'].includes(cause.code))
      return false;
    throw cause;
  }
}
