import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { GetRoomRecordingFileRequest } from '@matinee/contract/gen/service/client/recordings_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import { libraryErrors } from '../library/library.errors.ts';
import type { Library } from '../library/library.port.ts';
import { mediaVersion, type PlaybackUrls } from '../proxy/proxy.port.ts';
import { recordingErrors } from './recordings.errors.ts';
import { filmKey } from './recordings.routes.ts';

export interface DownloadParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly library: Pick<Library, 'findMedia'>;
  readonly playbackUrls: PlaybackUrls;
}

/** How long an address is valid, in milliseconds. A download in progress continues. */
const lifeMs = 3_600_000;

/** Returns the address of a recording's file to users who may download it. [REC11] */
export function makeDownloadService({ db, clock, library, playbackUrls }: DownloadParts) {
  return {
    async find({ mediaId }: GetRoomRecordingFileRequest, { principal, room }: Call<UserPrincipal, RoomStanding>) {
      const item = await library.findMedia(db, room.roomId, mediaId);
      if (!item) throw libraryErrors.media_not_found();
      if (item.media.source?.source.case !== 'recording') throw recordingErrors.not_a_recording();
      const isOwn = item.media.creatorId === principal.userId;
      if (!isOwn && !room.permissions.has(Permission.DELETE_MEDIA)) throw recordingErrors.not_yours();
      const key = filmKey(room.roomId, mediaVersion(mediaId, item.sourceVersion));
      const expiresAtMs = Math.floor((clock.nowMs() + lifeMs) / 1_000) * 1_000;
      return { url: playbackUrls.urlFor(key, principal, expiresAtMs), expiresAt: timestampFromMs(expiresAtMs) };
    },
  };
}
