import { PlaybackAction, type UpdatePlaybackStateRequest } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { FolderQueue, Library } from '../../media/library/library.port.ts';
import { findLivePast, type LivePast } from '../../media/streams/streams.port.ts';
import type { Change } from './changes.ts';
import { liveTarget } from './live/live-target.ts';
import { type BesideParts, itemBeside } from './order/item-beside.ts';
import { next, previous } from './order/play-order.ts';
import { type AheadParts, readAhead, readFolder } from './order/play-queue.ts';
import { playbackErrors } from './playback.errors.ts';
import type { StartOf } from './playback.port.ts';
import type { PlaybackService } from './playback.service.ts';
import { toPlaybackState } from './playback-messages.ts';
import { stopped } from './stored-playback.service.ts';
import { advance, type Cause, emptyTimeline, isRunning, type Timeline } from './timeline.ts';

type RoomCall = Call<UserPrincipal, RoomStanding>;

export interface ControlParts extends BesideParts, Pick<AheadParts, 'voteOrder'> {
  readonly library: Pick<Library, 'order' | 'folderQueue' | 'keepTarget'>;
}

/** Lets users start, stop and skip, and change the state by `UpdatePlaybackState`. */
export function makeControls(parts: ControlParts, service: PlaybackService) {
  const { library } = parts;

  async function command({ room: { roomId }, principal }: RoomCall, operationId: string | undefined, work: Change) {
    const operation = operationId ? { userId: principal.userId, operationId } : undefined;
    const { timeline } = await service.step(roomId, work, operation);
    return { playbackState: toPlaybackState(timeline ?? emptyTimeline) };
  }

  return {
    start: ({ what, positionSeconds, paused, clientOperationId }: StartOf, call: RoomCall) =>
      command(call, clientOperationId, async (timeline, nowMs, tx) => {
        const cause = causeOf(call, PlaybackAction.START, clientOperationId);
        const { room, principal } = call;
        const mediaId =
          what.case === 'target'
            ? await library.keepTarget(tx, room.roomId, what.value, principal.userId)
            : (what.value ?? '');
        return service.startOf(tx, call.room.roomId, timeline, nowMs, cause, { mediaId, positionSeconds, paused });
      }),
    stop: (clientOperationId: string | undefined, call: RoomCall) =>
      command(call, clientOperationId, (timeline, nowMs) => {
        if (timeline.mediaId === null) return undefined;
        return { timeline: stopped(timeline, nowMs, causeOf(call, PlaybackAction.STOP, clientOperationId)) };
      }),
    /** [PB9] */
    skip: async (
      direction: 'next' | 'previous',
      meant: { expectedMediaId?: string | undefined; clientOperationId?: string | undefined },
      call: RoomCall,
    ) => {
      const { roomId } = call.room;
      const isNext = direction === 'next';
      const ahead = await readSkip(parts, service, roomId, isNext, meant.expectedMediaId);
      return command(call, meant.clientOperationId, async (timeline, nowMs, tx) => {
        checkMeant(timeline, meant);
        const mediaId = await itemBeside(parts, tx, roomId, timeline, ahead, isNext ? next : previous);
        if (mediaId === undefined) throw isNext ? playbackErrors.no_next() : playbackErrors.no_previous();
        const action = isNext ? PlaybackAction.NEXT : PlaybackAction.PREVIOUS;
        const cause = causeOf(call, action, meant.clientOperationId);
        return service.startOf(tx, roomId, timeline, nowMs, cause, { mediaId });
      });
    },
    /** [PB5] [PB8] [PB12] */
    update: (request: UpdatePlaybackStateRequest, call: RoomCall) =>
      command(call, request.clientOperationId, async (timeline, nowMs, tx) => {
        checkMeant(timeline, request);
        if (timeline.mediaId === null) throw playbackErrors.nothing_playing();
        if (request.goLive && !timeline.isLive) throw playbackErrors.not_live();
        const past = timeline.isLive ? await findLivePast(tx, timeline.mediaId) : undefined;
        const facts = { leadMs: service.leadMs(call.room.roomId), past };
        const patched = patch(timeline, nowMs, request, facts, (action) =>
          causeOf(call, action, request.clientOperationId),
        );
        return patched && { timeline: patched };
      }),
  };
}

/** Reads what a skip needs before its transaction. A skip from an item that no longer plays needs nothing. */
async function readSkip(
  parts: ControlParts,
  service: Pick<PlaybackService, 'read'>,
  roomId: string,
  isNext: boolean,
  expectedMediaId: string | undefined,
): Promise<FolderQueue | undefined> {
  const [before, settings] = await Promise.all([
    service.read(roomId),
    isNext ? parts.rooms.getSettings(roomId) : undefined,
  ]);
  const isMeant = expectedMediaId === undefined || expectedMediaId === before.mediaId;
  return settings && isMeant ? readAhead(parts, roomId, before, settings) : readFolder(parts.library, roomId, before);
}

function causeOf({ principal }: RoomCall, action: PlaybackAction, clientOperationId?: string): Cause {
  const { userId: actorId, username: actorName, displayName: actorDisplayName } = principal;
  return { action, actorId, actorName, actorDisplayName, clientOperationId };
}

/** @throws AppError `playback.stale` when the room has another item or version than the caller expected. [PB8] */
function checkMeant(
  timeline: Timeline,
  meant: { expectedMediaId?: string | undefined; expectedVersion?: number | undefined },
): void {
  if (meant.expectedMediaId !== undefined && meant.expectedMediaId !== timeline.mediaId) throw playbackErrors.stale();
  if (meant.expectedVersion !== undefined && meant.expectedVersion !== timeline.version) throw playbackErrors.stale();
}

/**
 * The state after a patch: play, pause, seek, speed and the end of waiting, in one step. Pure, except for its
 * callbacks.
 */
function patch(
  timeline: Timeline,
  nowMs: number,
  request: UpdatePlaybackStateRequest,
  { leadMs, past }: { readonly leadMs: number; readonly past: LivePast | undefined },
  causeOf: (action: PlaybackAction) => Cause,
): Timeline | undefined {
  const { stopWaiting, takeBreak, goLive: goesLive } = request;
  const isBreak = (takeBreak?.seconds ?? 0) > 0;
  const isPlaying = !isBreak && (request.isPlaying ?? (goesLive || timeline.isPlaying));
  const live = liveTarget(timeline, nowMs, { isPlaying, positionSeconds: request.positionSeconds, goesLive }, past);
  const { liveFromMs, seekTo, here: position } = live;
  // No other speed in the past of a live stream: players would reach the newest part and stall.
  const speed = liveFromMs === null ? (request.speed ?? timeline.speed) : 1;
  const breakTime = breakAfter(timeline, nowMs, takeBreak, isPlaying);
  const end = timeline.durationSeconds ?? Number.POSITIVE_INFINITY;
  if (seekTo !== undefined && seekTo > end) throw playbackErrors.beyond_end();
  const isSeek = seekTo !== undefined;
  const isToggle = isPlaying !== timeline.isPlaying;
  const endsWaiting = timeline.waiting !== null && (stopWaiting || isSeek || !isPlaying);
  const isSame = !isSeek && !isToggle && !endsWaiting && speed === timeline.speed && !live.hasLeft;
  if (isSame && breakTime === timeline.breakTime) return undefined;
  const atEnd = isToggle && isPlaying && !isSeek && position >= end;
  const waiting = endsWaiting ? null : timeline.waiting;
  const startsAnew = isPlaying && waiting === null && (isSeek || isToggle || endsWaiting || !isRunning(timeline));
  const action = actionOf({ isBreak, isToggle, isPlaying, isSeek, endsWaiting, isSpeed: speed !== timeline.speed });
  return advance(timeline, nowMs, causeOf(action), {
    isPlaying,
    speed,
    waiting,
    breakTime,
    positionSeconds: seekTo ?? (atEnd ? 0 : position),
    ...(isSeek ? { previousPositionSeconds: position } : {}),
    liveFromMs,
    ...(startsAnew ? { startAtMs: nowMs + leadMs } : {}),
  });
}

/** The room's break after a change: seeking keeps it, playing ends it. [PB29] */
function breakAfter(
  timeline: Timeline,
  nowMs: number,
  taken: UpdatePlaybackStateRequest['takeBreak'],
  isPlaying: boolean,
): Timeline['breakTime'] {
  if (taken) return taken.seconds > 0 ? { untilMs: nowMs + taken.seconds * 1_000, goesOn: taken.goesOn } : null;
  return isPlaying ? null : timeline.breakTime;
}

/** The action reported for a change of several things at once. The end of a break without playing is a pause. */
function actionOf(change: {
  readonly isBreak: boolean;
  readonly isToggle: boolean;
  readonly isPlaying: boolean;
  readonly isSeek: boolean;
  readonly endsWaiting: boolean;
  readonly isSpeed: boolean;
}): PlaybackAction {
  if (change.isBreak) return PlaybackAction.BREAK;
  if (change.isToggle) return change.isPlaying ? PlaybackAction.PLAY : PlaybackAction.PAUSE;
  if (change.isSeek) return PlaybackAction.SEEK;
  if (change.endsWaiting) return PlaybackAction.RESUME;
  return change.isSpeed ? PlaybackAction.SPEED : PlaybackAction.PAUSE;
}
