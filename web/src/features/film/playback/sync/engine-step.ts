import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { forgive } from './corrector.ts';
import {
  type EngineInput,
  type EngineState,
  type EngineStep,
  followed,
  type Moment,
  pausing,
  playingAt,
  roomPosition,
} from './engine-state.ts';
import { areFramesRare, errorAt, lookAtFollowing, measured, skewOf } from './following.ts';
import { isLive, lookAtLive } from './live.ts';
import { lookAtPlace, noLivePlace } from './live-place.ts';
import { isLoadedAt, isSeekableAt, type PlayerView, ready } from './media-port.ts';
import { lookAtPast } from './past-place.ts';
import { isMeantToMove, nextMotion, positionAt, type RoomMotion, stateAt } from './room-motion.ts';
import { begin, lookAtStart, wake } from './starting.ts';

/**
 * A player this near to the place, in seconds, is in place. A paused player that is further away could show the frame
 * beside the one that others show, so it is asked once to go there exactly; after that, half a frame at 25 frames a
 * second is near enough.
 */
const inPlaceSeconds = { first: 0.001, again: 0.02 } as const;
/** The same for a player that cannot stand still on a chosen frame. */
const coarseInPlaceSeconds = 0.5;
/** A player that cannot reach the place (an inexact duration, a live playlist) gets another seek after this. */
const placeAgainMs = 2_000;
/** The wait ends with this many seconds of data. With less, the player would soon stop again. */
const readyAheadSeconds = 2;
/** "Catch up" seeks only above this error. */
const catchUpAboveMs = 100;
/** The item has ended when the room and the player are this near to its end, in seconds. */
const endSeconds = { room: 0.05, player: 0.5 } as const;

/** Decides what to do about `input`. Pure. [SY1]–[SY26] */
export function step(state: EngineState, input: EngineInput, moment: Moment): EngineStep {
  switch (input.kind) {
    case 'look':
      return look(state, moment);
    case 'wake':
      return wake(state, moment);
    case 'state':
      return hear(state, input.state, moment);
    case 'clear':
      return {
        state: {
          ...state,
          motion: undefined,
          live: undefined,
          past: undefined,
          missingSinceMs: undefined,
          phase: { kind: 'idle' },
        },
        actions: pausing(moment),
      };
    case 'frame':
      return only(seeFrame(state, input.mediaSeconds, input.displayMs, moment));
    case 'played':
      return only(state.refused === 'play' ? { ...state, refused: moment.player.muted ? 'sound' : 'nothing' } : state);
    case 'refused':
      return playWithout(state, moment);
    case 'catchUp':
      return catchUp({ ...state, correction: forgive(state.correction) }, moment);
    case 'jump':
      return jump(state, input.seconds);
    case 'allow':
      return allow({ ...state, refused: 'nothing' }, moment);
  }
}

const only = (state: EngineState): EngineStep => ({ state, actions: [] });

function look(before: EngineState, moment: Moment): EngineStep {
  const { motion } = before;
  if (motion === undefined) return only({ ...before, phase: { kind: 'idle' } });
  const live = isLive(moment.player) ? before.live : undefined;
  const isFixed = !isLive(moment.player) && !isSeekableAt(moment.player, middleOf(moment.player));
  const past = isLive(moment.player) ? before.past : undefined;
  const state = { ...before, live, past, isFixed, missingSinceMs: missingSince(before, motion, moment) };
  if (!moment.isClockReady || moment.player.readyState < ready.metadata)
    return only({ ...state, phase: { kind: 'idle' } });
  if (isLive(moment.player)) return lookAtStream(state, motion, moment);
  if (!isMeantToMove(motion.state)) return hold(state, motion.state, moment);
  if (isAtEnd(motion, moment)) return only({ ...state, phase: { kind: 'ended' } });
  return follow(state, motion, moment);
}

/** The middle of the item, or its beginning when the length is unknown. */
function middleOf({ duration }: PlayerView): number {
  return Number.isFinite(duration) ? duration / 2 : 0;
}

/** Follows a live stream like a film that began long ago, at the common place. [SY58] [SY66] [SY67] */
function lookAtStream(before: EngineState, room: RoomMotion, moment: Moment): EngineStep {
  const { nowMs, offsetMs, player } = moment;
  const from = room.state.live_from_ms;
  if (from !== undefined && from === moment.pastFromMs) return lookAtEarlier(before, room, moment);
  const live = lookAtPlace(before.live ?? noLivePlace, {
    facts: moment.live,
    roomNeedMs: moment.roomNeedMs,
    room: room.state,
    nowMs,
    serverNowMs: nowMs + offsetMs,
    playerSeconds: player.currentTime,
    isOwnSeek: before.phase.kind === 'starting',
  });
  const state = { ...before, live, past: undefined };
  if (live.motion === undefined || live.isOwnPlace || !isMeantToMove(room.state))
    return lookAtLive(state, room, moment);
  return follow(state, live.motion, moment);
}

/** Follows the past of a live stream like a film. [SY92] */
function lookAtEarlier(before: EngineState, { state: room }: RoomMotion, moment: Moment): EngineStep {
  const { nowMs, offsetMs, live: facts } = moment;
  const past = lookAtPast(before.past, { facts, room, nowMs, serverNowMs: nowMs + offsetMs });
  const state = { ...before, live: undefined, past };
  if (!past) return { state: { ...state, phase: { kind: 'idle' } }, actions: pausing(moment) };
  return isMeantToMove(room) ? follow(state, past.motion, moment) : hold(state, past.motion.state, moment);
}

function follow(state: EngineState, motion: RoomMotion, moment: Moment): EngineStep {
  switch (state.phase.kind) {
    case 'starting':
      return lookAtStart(state, state.phase, motion, moment);
    case 'following':
      return lookAtFollowing(state, state.phase, motion, moment);
    default:
      return begin(state, motion, moment, false);
  }
}

/**
 * Since when data has been missing; undefined while there is enough. While the room waits, two seconds are enough.
 * [SY22]
 */
function missingSince(state: EngineState, motion: RoomMotion, { nowMs, player }: Moment): number | undefined {
  // A live stream never has two seconds loaded ahead.
  const wantsMore = state.phase.kind !== 'following' && motion.state.waiting !== undefined && !isLive(player);
  const hasEnough = wantsMore
    ? isLoadedAt(player, player.currentTime, readyAheadSeconds) || player.readyState >= ready.enoughData
    : player.readyState >= ready.futureData;
  return hasEnough || player.ended ? undefined : (state.missingSinceMs ?? nowMs);
}

/** Makes the picture stand still on exactly the room's frame. [SY3] */
function hold(state: EngineState, room: PlaybackState, moment: Moment): EngineStep {
  const { nowMs, player } = moment;
  const place = positionAt({ state: room }, room.at_ms);
  const placed = state.phase.kind === 'holding' ? state.phase.placed : undefined;
  const isAgain = placed?.version === room.version;
  const wasAsked = isAgain && nowMs - placed.atMs < placeAgainMs;
  const near = isAgain ? inPlaceSeconds.again : inPlaceSeconds.first;
  const isInPlace =
    player.seeking ||
    wasAsked ||
    !isSeekableAt(player, place) ||
    Math.abs(player.currentTime - place) <= (player.isCoarse ? coarseInPlaceSeconds : near);
  const phase = {
    kind: 'holding',
    placed: isInPlace ? placed : { version: room.version, atMs: nowMs },
  } as const;
  return {
    state: { ...state, phase, correction: { ...state.correction, factor: 1 } },
    actions: [
      ...pausing(moment),
      ...playingAt(room.speed, moment),
      ...(isInPlace ? [] : [{ kind: 'seek', seconds: place } as const]),
    ],
  };
}

/** True when both the room and the player have reached the end of the item. [SY23] */
function isAtEnd(motion: RoomMotion, moment: Moment): boolean {
  const { player } = moment;
  const state = stateAt(motion, moment.nowMs + moment.offsetMs);
  const duration = Number.isFinite(player.duration) ? player.duration : state.duration_seconds;
  if (duration === undefined || roomPosition(motion, moment) < duration - endSeconds.room) return false;
  return player.ended || player.currentTime >= duration - endSeconds.player;
}

/**
 * Takes a new state of the room. A change without a jump does not stop the film; any other change begins a new start.
 * [SY4] [SY5] [SY7]
 */
function hear(before: EngineState, room: PlaybackState, moment: Moment): EngineStep {
  const motion = nextMotion(before.motion, room, moment.nowMs + moment.offsetMs);
  if (motion === undefined) return only(before);
  const isSameFilm = before.motion?.state.media_id === room.media_id;
  const live = isSameFilm ? before.live : undefined;
  const state = { ...before, motion, live, correction: forgive(before.correction) };
  const goesOn = before.phase.kind === 'following' && isSameFilm && motion.before !== undefined;
  if (goesOn || before.phase.kind === 'idle') return look(state, moment);
  return look({ ...state, phase: { kind: 'holding', placed: undefined } }, moment);
}

function seeFrame(before: EngineState, mediaSeconds: number, displayMs: number, moment: Moment): EngineState {
  const lastGapMs = moment.nowMs - before.lastFrameMs;
  const frameGapMs = Math.min(lastGapMs, before.lastGapMs);
  const state = { ...before, lastFrameMs: moment.nowMs, lastGapMs, frameGapMs };
  const { phase, correction } = state;
  const motion = followed(state);
  if (phase.kind !== 'following' || motion === undefined || areFramesRare(state, moment)) return state;
  const errorMs = errorAt(motion, moment, mediaSeconds, displayMs);
  return { ...state, phase: measured(phase, correction, moment, errorMs, displayMs) };
}

/** The browser refused to play: tries again without sound. If it refuses that too, gives up until a tap. [SY25] */
function playWithout(before: EngineState, { player }: Moment): EngineStep {
  // A refused start teaches nothing about the delay of `play()`.
  const phase = before.phase.kind === 'following' ? { ...before.phase, teachesPlay: false } : before.phase;
  if (player.muted) return only({ ...before, phase, refused: 'play' });
  return {
    state: { ...before, phase, refused: 'sound' },
    actions: [{ kind: 'mute', isMuted: true }, { kind: 'play' }],
  };
}

/** Seeks to the room at once, also after too many seeks. [SY18] */
function catchUp(before: EngineState, moment: Moment): EngineStep {
  const state = { ...before, live: before.live && { ...before.live, isOwnPlace: false } };
  const { phase, correction } = state;
  const motion = followed(state);
  if (phase.kind !== 'following' || motion === undefined) return look(state, moment);
  const isOff = Math.abs(skewOf(phase, correction, moment.nowMs) ?? 0) > catchUpAboveMs;
  return isOff ? begin(state, motion, moment, true) : look(state, moment);
}

/** Shows another part of a live stream, also while a start is under way. [SY67] */
function jump(state: EngineState, seconds: number): EngineStep {
  const live = { ...(state.live ?? noLivePlace), isOwnPlace: true, playerSeconds: seconds };
  const correction = { ...state.correction, factor: 1 };
  return {
    state: { ...state, live, correction, phase: { kind: 'live', askedMs: undefined } },
    actions: [{ kind: 'seek', seconds }],
  };
}

/** After a tap: unmutes, and plays if the browser had refused to. [SY25] */
function allow(state: EngineState, moment: Moment): EngineStep {
  const { phase } = state;
  const motion = followed(state);
  const isStopped = phase.kind === 'following' && motion !== undefined && moment.player.paused;
  const next = isStopped ? begin(state, motion, moment, true) : look(state, moment);
  return { state: next.state, actions: [{ kind: 'mute', isMuted: false }, ...next.actions] };
}
