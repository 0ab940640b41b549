import type {
  StartRoomRecordingRequest,
  StopRoomRecordingRequest,
} from '@matinee/contract/gen/service/client/recordings_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { MediaItem } from '../library/library.port.ts';
import { toRecording } from '../streams/recording-messages.ts';
import { getStreamItem, maySend, type RightParts } from '../streams/rights.ts';
import { tellRoom } from '../streams/streams.messages.ts';
import { recordingErrors } from './recordings.errors.ts';
import type { recordingSettings } from './recordings.settings.ts';
import * as store from './recordings.store.ts';

export interface RecordingServiceParts extends RightParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: SettingValues<typeof recordingSettings>;
  /** A stream with no beat since this time has ended. */
  readonly staleMs: () => number;
  /** Called after a change that this process may have to act on. */
  readonly onChanged: () => void;
}

type MemberCall = Call<UserPrincipal, RoomStanding>;

/** Starts and stops recordings. [REC1] [REC2] */
export function makeRecordingService(parts: RecordingServiceParts) {
  const { db, clock, ids, settings, staleMs, onChanged } = parts;
  return {
    async start({ mediaId }: StartRoomRecordingRequest, call: MemberCall) {
      const { roomId } = call.room;
      const item = await requireRecorder(parts, call, mediaId);
      if (!settings.recordings) throw recordingErrors.switched_off();
      const at = { starterId: call.principal.userId, roomId, nowMs: clock.nowMs() };
      const recording = await db.write(async (tx) => {
        await store.insert(tx.query(), waitingRow(ids.make('rec'), item, at));
        await tellRoom(tx, roomId, staleMs());
        return store.findNewest(tx.query(), mediaId);
      });
      onChanged();
      return { recording: toRecording(recording!) };
    },
    async stop({ mediaId }: StopRoomRecordingRequest, call: MemberCall) {
      await requireRecorder(parts, call, mediaId);
      await db.write(async (tx) => {
        if (!(await store.stop(tx.query(), mediaId))) throw recordingErrors.not_recorded();
        await tellRoom(tx, call.room.roomId, staleMs());
      });
      onChanged();
      return {};
    },
  };
}

/** @throws AppError `recordings.not_allowed`, and as `getStreamItem` */
async function requireRecorder(parts: RightParts, { principal, room }: MemberCall, mediaId: string) {
  const item = await getStreamItem(parts, room.roomId, mediaId);
  if (!maySend(item, principal.userId, room)) throw recordingErrors.not_allowed();
  return item;
}

function waitingRow(
  id: string,
  { media }: MediaItem,
  { starterId, roomId, nowMs }: { readonly starterId: string; readonly roomId: string; readonly nowMs: number },
): store.RecordingRow {
  const now = dateOf(nowMs);
  return {
    id,
    room_id: roomId,
    media_id: media.id,
    playlist_id: media.playlistId,
    name: media.name,
    starter_id: starterId,
    state: 'waiting',
    fault: null,
    is_continued: false,
    replica_id: '',
    beat_at: now,
    created_at: now,
    started_at: null,
    ended_at: null,
    saved_parts: 0,
  };
}
