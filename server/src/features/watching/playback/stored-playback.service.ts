import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Database } from '../../../store/database.ts';
import type { Progress } from '../../rooms/rooms/rooms.port.ts';
import { applyChanges, type Change, type ChangeParts } from './changes.ts';
import type { PlaybackPort } from './playback.port.ts';
import * as store from './playback.store.ts';
import { toPlaybackState } from './playback-messages.ts';
import { advance, type Cause, emptyTimeline, isRunning, positionAt, type Timeline } from './timeline.ts';

/** Playback's port. It depends on no other feature, so that library and rooms can depend on it. */
export function makeStoredPlayback(parts: ChangeParts & { readonly db: Database }): PlaybackPort {
  const { db, clock } = parts;
  return {
    createState: (tx, roomId) => store.insertTimeline(tx.query(), roomId),
    async onMediaDeleted(tx, roomId, mediaIds) {
      const stop: Change = (timeline, nowMs) =>
        timeline.mediaId !== null && mediaIds.includes(timeline.mediaId)
          ? { timeline: stopped(timeline, nowMs, { action: PlaybackAction.STOP }) }
          : undefined;
      await applyChanges(parts, tx, roomId, [{ change: stop }]);
    },
    nowPlaying: (roomIds) => store.listChosen(db.query(), roomIds),
    async moment(reader, roomId) {
      const timeline = await store.readTimeline(reader.query(), roomId);
      if (timeline.mediaId === null) return undefined;
      const { mediaId, playlistId, target, targetHash, isPlaying } = timeline;
      const positionSeconds = positionAt(timeline, clock.nowMs());
      return { mediaId, playlistId, target, targetHash, positionSeconds, isPlaying };
    },
    state: async (roomId) => toPlaybackState(await store.readTimeline(db.query(), roomId)),
    async progress(roomId) {
      const timeline = await store.readTimeline(db.query(), roomId);
      return timeline.mediaId === null ? undefined : progressAt(timeline, clock.nowMs());
    },
    async progressOf(roomIds) {
      const nowMs = clock.nowMs();
      const timelines = await store.listTimelines(db.query(), roomIds);
      return new Map([...timelines].map(([roomId, timeline]) => [roomId, progressAt(timeline, nowMs)]));
    },
  };
}

function progressAt(timeline: Timeline, nowMs: number): Progress {
  return {
    positionSeconds: positionAt(timeline, nowMs),
    durationSeconds: timeline.durationSeconds ?? undefined,
    speed: isRunning(timeline) ? timeline.speed : 0,
    live: timeline.isLive,
  };
}

/** The state without a chosen item; the speed stays. Pure. */
export function stopped(from: Timeline, nowMs: number, cause: Cause): Timeline {
  return advance({ ...emptyTimeline, version: from.version }, nowMs, cause, { speed: from.speed });
}
