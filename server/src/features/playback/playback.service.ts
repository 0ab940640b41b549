import { create } from '@bufbuild/protobuf';
import {
  PlaybackAction,
  PlaybackSchema,
  type StartPlaybackRequest,
  type UpdatePlaybackStateRequest,
} from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../kernel/call.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Outcome } from '../../kernel/gather.ts';
import type { Random } from '../../kernel/random.ts';
import { changePayload } from '../../realtime/frames.ts';
import type { Database, Reader, Tx } from '../../store/database.ts';
import type { Library } from '../library/library.port.ts';
import type { Rooms } from '../rooms/rooms.port.ts';
import { nextId, previousId } from './play-order.ts';
import { playbackErrors } from './playback.errors.ts';
import type { PlaybackPort } from './playback.port.ts';
import * as store from './playback.store.ts';
import { toPlayback, toPlaybackState } from './playback-messages.ts';
import { advance, type Cause, emptyTimeline, isRunning, positionAt, startLeadMs, type Timeline } from './timeline.ts';
import { attempt, type Change, type Changed, makeTurns } from './turns.ts';

type RoomCall = Call<UserPrincipal, RoomStanding>;

export interface PlaybackParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly library: Library;
  readonly rooms: Rooms;
  /** Ninetieth percentile of the round trips of the room's connections, in milliseconds. */
  readonly roundTripP90: (roomId: string) => number;
  /** Connections to the room in this process. */
  readonly audience: (roomId: string) => number;
  /** Hears of each state after it was committed. */
  readonly onChanged: (roomId: string, timeline: Timeline) => void;
}

export type PlaybackService = ReturnType<typeof makePlayback>;

export function makePlayback({ db, clock, random, library, rooms, roundTripP90, audience, onChanged }: PlaybackParts) {
  const queries = (at: Reader) => at.query<store.PlaybackTables>();
  const leadMs = (roomId: string) => startLeadMs(roundTripP90(roomId));
  const draw = () => random.bytes(4).readUInt32BE() / 2 ** 32;

  /** The one way in which a state changes: under the row's lock, with the events in the same transaction. [PB6] [PB7] */
  async function applyAll(tx: Tx, roomId: string, changes: readonly Change[]): Promise<Outcome<Changed>[]> {
    const before = await store.lockTimeline(queries(tx), roomId);
    if (!before) return changes.map(() => ({ value: { timeline: undefined, isChanged: false } }));
    let timeline = before;
    const outcomes: Outcome<Changed>[] = [];
    for (const change of changes) {
      const result = await attempt(() => change(timeline, clock.nowMs(), tx));
      if ('error' in result) outcomes.push(result);
      else {
        const isChanged = result.next !== undefined;
        if (result.next) await emitStep(tx, roomId, timeline, result.next);
        timeline = result.next ?? timeline;
        outcomes.push({ value: { timeline, isChanged } });
      }
    }
    if (timeline !== before) tx.finish(store.updatingTimeline(queries(tx), roomId, timeline));
    return outcomes;
  }

  async function emitStep(tx: Tx, roomId: string, from: Timeline, to: Timeline): Promise<void> {
    const resource = { case: 'playbackState' as const, value: toPlaybackState(to) };
    const payload = changePayload({ version: to.version, snapshot: true, resource });
    tx.emit({ topic: roomId, kind: 'playbackState', payload });
    if (to.mediaId === from.mediaId) return;
    const media = to.mediaId === null ? undefined : await library.findMedia(tx, roomId, to.mediaId);
    tx.emit({ topic: roomId, kind: 'playback', payload: playbackPayload(to.version, toPlayback(media)) });
  }

  const takeTurn = makeTurns({ db, clock, audience, applyAll });

  async function step(roomId: string, work: Change): Promise<Changed> {
    const changed = await takeTurn(roomId, work);
    if (changed.isChanged && changed.timeline) onChanged(roomId, changed.timeline);
    return changed;
  }

  /** @returns the new state; undefined where nothing was changed. */
  async function change(roomId: string, work: Change): Promise<Timeline | undefined> {
    const { timeline, isChanged } = await step(roomId, work);
    return isChanged ? timeline : undefined;
  }

  async function command(call: RoomCall, work: Change) {
    const { timeline } = await step(call.room.roomId, work);
    return { playbackState: toPlaybackState(timeline ?? emptyTimeline) };
  }

  const causeOf = (call: RoomCall, action: PlaybackAction, clientOperationId?: string): Cause => ({
    action,
    actorId: call.principal.userId,
    actorName: call.principal.username,
    clientOperationId,
  });

  /** The state in which `mediaId` plays from `positionSeconds`. @throws AppError `playback.media_not_found`. */
  async function startOf(
    tx: Tx,
    roomId: string,
    from: Timeline,
    nowMs: number,
    cause: Cause,
    start: { mediaId: string; positionSeconds?: number; paused?: boolean; delayMs?: number },
  ): Promise<Timeline> {
    const media = await library.findMedia(tx, roomId, start.mediaId);
    if (!media) throw playbackErrors.media_not_found();
    const positionSeconds = start.positionSeconds ?? 0;
    if (positionSeconds > (media.durationSeconds ?? Number.POSITIVE_INFINITY)) throw playbackErrors.beyond_end();
    return advance(from, nowMs, cause, {
      mediaId: media.id,
      playlistId: media.playlistId,
      mediaName: media.name,
      positionSeconds,
      durationSeconds: media.durationSeconds ?? null,
      isPlaying: !start.paused,
      startAtMs: nowMs + leadMs(roomId) + (start.delayMs ?? 0),
      waiting: null,
    });
  }

  /** @throws AppError `playback.stale` when the caller meant something else than what plays. [PB8] */
  function checkMeant(
    timeline: Timeline,
    meant: { expectedMediaId?: string | undefined; expectedVersion?: number | undefined },
  ): void {
    if (meant.expectedMediaId !== undefined && meant.expectedMediaId !== timeline.mediaId) throw playbackErrors.stale();
    if (meant.expectedVersion !== undefined && meant.expectedVersion !== timeline.version) throw playbackErrors.stale();
  }

  const port: PlaybackPort = {
    createState: (tx, roomId) => store.insertTimeline(queries(tx), roomId),
    async onMediaDeleted(tx, roomId, mediaIds) {
      const stop: Change = (timeline, nowMs) =>
        timeline.mediaId !== null && mediaIds.includes(timeline.mediaId)
          ? advance(
              { ...emptyTimeline, version: timeline.version },
              nowMs,
              { action: PlaybackAction.STOP },
              { speed: timeline.speed },
            )
          : undefined;
      await applyAll(tx, roomId, [stop]);
    },
    nowPlaying: (roomIds) => store.listNames(queries(db), roomIds),
    async moment(reader, roomId) {
      const timeline = await store.readTimeline(queries(reader), roomId);
      if (timeline.mediaId === null) return undefined;
      return {
        mediaId: timeline.mediaId,
        playlistId: timeline.playlistId,
        positionSeconds: positionAt(timeline, clock.nowMs()),
      };
    },
  };

  return {
    port,
    change,
    startOf,
    draw,
    read: (roomId: string) => store.readTimeline(queries(db), roomId),
    /** [PB11] */
    async get(roomId: string) {
      const timeline = await store.readTimeline(queries(db), roomId);
      const media = timeline.mediaId === null ? undefined : await library.findMedia(db, roomId, timeline.mediaId);
      return {
        playbackState: toPlaybackState(timeline),
        playback: create(PlaybackSchema, toPlayback(media)),
        version: timeline.version,
      };
    },
    start: ({ mediaId, positionSeconds, paused, clientOperationId }: StartPlaybackRequest, call: RoomCall) =>
      command(call, (timeline, nowMs, tx) =>
        startOf(tx, call.room.roomId, timeline, nowMs, causeOf(call, PlaybackAction.START, clientOperationId), {
          mediaId,
          positionSeconds,
          paused,
        }),
      ),
    stop: (clientOperationId: string | undefined, call: RoomCall) =>
      command(call, (timeline, nowMs) =>
        timeline.mediaId === null
          ? undefined
          : advance(
              { ...emptyTimeline, version: timeline.version },
              nowMs,
              causeOf(call, PlaybackAction.STOP, clientOperationId),
              { speed: timeline.speed },
            ),
      ),
    /** [PB9] */
    skip: async (
      direction: 'next' | 'previous',
      meant: { expectedMediaId?: string | undefined; clientOperationId?: string | undefined },
      call: RoomCall,
    ) => {
      const { autoPlay } = await rooms.getSettings(call.room.roomId);
      return command(call, async (timeline, nowMs, tx) => {
        checkMeant(timeline, meant);
        if (timeline.mediaId === null || timeline.playlistId === null) throw playbackErrors.nothing_playing();
        const order = await library.order(tx, timeline.playlistId);
        const isNext = direction === 'next';
        const mediaId = isNext
          ? nextId(order, timeline.mediaId, autoPlay, draw)
          : previousId(order, timeline.mediaId, autoPlay);
        if (mediaId === undefined) throw isNext ? playbackErrors.no_next() : playbackErrors.no_previous();
        const action = isNext ? PlaybackAction.NEXT : PlaybackAction.PREVIOUS;
        return startOf(tx, call.room.roomId, timeline, nowMs, causeOf(call, action, meant.clientOperationId), {
          mediaId,
        });
      });
    },
    /** [PB5] [PB8] [PB12] */
    update: (request: UpdatePlaybackStateRequest, call: RoomCall) =>
      command(call, (timeline, nowMs) => {
        checkMeant(timeline, request);
        if (timeline.mediaId === null) throw playbackErrors.nothing_playing();
        return patch(timeline, nowMs, request, leadMs(call.room.roomId), (action) =>
          causeOf(call, action, request.clientOperationId),
        );
      }),
  };
}

/** The state after a patch: play, pause, seek, speed and the end of waiting, in one step. Pure but for its callbacks. */
function patch(
  timeline: Timeline,
  nowMs: number,
  request: UpdatePlaybackStateRequest,
  leadMs: number,
  causeOf: (action: PlaybackAction) => Cause,
): Timeline | undefined {
  const { isPlaying = timeline.isPlaying, positionSeconds: seekTo, speed = timeline.speed, stopWaiting } = request;
  const end = timeline.durationSeconds ?? Number.POSITIVE_INFINITY;
  if (seekTo !== undefined && seekTo > end) throw playbackErrors.beyond_end();
  const isSeek = seekTo !== undefined;
  const isToggle = isPlaying !== timeline.isPlaying;
  const endsWaiting = timeline.waiting !== null && (stopWaiting || isSeek || !isPlaying);
  if (!isSeek && !isToggle && !endsWaiting && speed === timeline.speed) return undefined;
  const position = positionAt(timeline, nowMs);
  const atEnd = isToggle && isPlaying && !isSeek && position >= end;
  const waiting = endsWaiting ? null : timeline.waiting;
  const startsAnew = isPlaying && waiting === null && (isSeek || isToggle || endsWaiting || !isRunning(timeline));
  const action = isToggle
    ? isPlaying
      ? PlaybackAction.PLAY
      : PlaybackAction.PAUSE
    : isSeek
      ? PlaybackAction.SEEK
      : endsWaiting
        ? PlaybackAction.RESUME
        : PlaybackAction.SPEED;
  return advance(timeline, nowMs, causeOf(action), {
    isPlaying,
    speed,
    waiting,
    positionSeconds: seekTo ?? (atEnd ? 0 : position),
    ...(isSeek ? { previousPositionSeconds: position } : {}),
    ...(startsAnew ? { startAtMs: nowMs + leadMs } : {}),
  });
}

/** Payload of what plays; sent for each new item. */
export function playbackPayload(version: number, value: ReturnType<typeof toPlayback>): Uint8Array {
  return changePayload({ version, snapshot: true, resource: { case: 'playback', value } });
}
