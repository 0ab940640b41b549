import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import type { ServerClock } from '../../../client/room/clock.ts';
import { type Correction, decide, forgive, noCorrection, rest } from './corrector.ts';
import { bufferedAhead, isLoadedAt, type MediaPort, ready, type SyncTime } from './media-port.ts';
import { isMeantToMove, nextTimeline, positionAt, stateAt, type Timeline } from './room-motion.ts';
import { makeSkewMeter } from './skew-meter.ts';
import { makeStarter, type Started } from './starter.ts';

/** What the engine is doing. */
export type SyncPhase =
  /** Nothing to play, or the clock or the player is not ready. */
  | 'idle'
  /** Standing still with the room. */
  | 'holding'
  /** On the way to a start. */
  | 'starting'
  | 'following'
  | 'ended';

/** What the interface and the diagnostics show. Replaced when something changes that people see. */
export interface SyncStatus {
  readonly phase: SyncPhase;
  readonly skewMs: number | undefined;
  readonly factor: number;
  readonly isLoose: boolean;
  /** Data is missing for more than a moment. */
  readonly isBuffering: boolean;
  /** What the browser refused: sound (it plays muted), or any playing before a tap. */
  readonly refused: 'nothing' | 'sound' | 'play';
  /** Own seeks since the page was opened, for the bench. */
  readonly seeks: number;
}

/** One frame on the screen, for the diagnostics. */
export interface FrameSample {
  readonly mediaSeconds: number;
  /** When it is on the screen, local milliseconds since 1970. */
  readonly displayMs: number;
  readonly errorMs: number;
  readonly rate: number;
}

/** What the engine is made of. */
export interface EngineParts {
  readonly media: MediaPort;
  readonly clock: Pick<ServerClock, 'isReady' | 'toServer' | 'toLocal'>;
  readonly time: SyncTime;
  readonly onStatus: (status: SyncStatus) => void;
  readonly onFrame?: (frame: FrameSample) => void;
}

/** Keeps one player in step with the room. */
export interface SyncEngine {
  readonly status: SyncStatus;
  /** The room's playback changed. Older and repeated states change nothing. */
  setState(state: PlaybackState): void;
  /** Nothing plays here: the player stands still until the next state. */
  clear(): void;
  /** The room's position now, in seconds; undefined before a state came. */
  expected(): number | undefined;
  /** A frame was presented: `displayMs` is when it is on the screen, local. */
  frame(mediaSeconds: number, displayMs: number): void;
  /** Looks and acts; to be called on every media event and every 100 ms. */
  step(): void;
  /** Seeks again after loose following. */
  catchUp(): void;
  /** A person tapped: sound and playing are allowed now. */
  allow(): void;
  stop(): void;
}

/** Standing still within this of the place is standing there: half a frame at 25 frames a second. */
const inPlaceSeconds = 0.02;
/** A player that does not get to the place (an inexact duration, a live list) is not asked again sooner. */
const holdAgainMs = 2_000;
/** Missing data is spoken about after this: a seek into loaded data is over sooner. */
const patienceMs = 600;
/** After this without data, playback jumps to where the room is by now. */
const giveUpStallMs = 1_500;
/** Frames come at least this often while the tab is visible; else `currentTime` tells. */
const frameSilenceMs = 300;
/** A player that stopped although it should play is started again after this. */
const pausedPatienceMs = 250;
/** Data ahead that ends buffering, in seconds: a player with just enough would stop again at once. */
const readyAheadSeconds = 2;

/** Makes the engine for one player. [SY1]–[SY26] in ../playback-sync.spec.md. */
export function makeSyncEngine(parts: EngineParts): SyncEngine {
  const { media, clock, time } = parts;
  const meter = makeSkewMeter();
  const starter = makeStarter(media, time, play, () => count());
  let timeline: Timeline | undefined;
  let correction: Correction = noCorrection;
  let phase: SyncPhase = 'idle';
  let status: SyncStatus = {
    phase,
    skewMs: undefined,
    factor: 1,
    isLoose: false,
    isBuffering: false,
    refused: 'nothing',
    seeks: 0,
  };
  let refused: SyncStatus['refused'] = 'nothing';
  let seeks = 0;
  let isRoomSeek = true;
  let started: Started | undefined;
  let held: { version: number; atMs: number } | undefined;
  let lastFrameMs = 0;
  let missingSinceMs: number | undefined;
  let pausedSinceMs: number | undefined;
  let wasInterrupted = false;
  // What own nudges have moved the picture by so far; errors are kept without it, so that smoothing does not lag behind a nudge.
  let nudgedMs = 0;
  let nudgedAtMs = time.now();
  let isStopped = false;

  const serverNow = () => clock.toServer(time.now());

  function count(): void {
    if (!isRoomSeek) seeks += 1;
  }

  function nudgedAt(nowMs: number): number {
    return nudgedMs + (correction.factor - 1) * Math.max(0, nowMs - nudgedAtMs);
  }

  function setCorrection(next: Correction, speed: number): void {
    const nowMs = time.now();
    nudgedMs = nudgedAt(nowMs);
    nudgedAtMs = nowMs;
    correction = next;
    const rate = speed * next.factor;
    if (media.playbackRate !== rate) media.playbackRate = rate;
  }

  function step(): void {
    if (isStopped) return;
    look();
    publish();
  }

  function look(): void {
    if (timeline === undefined || !clock.isReady || media.readyState < ready.metadata) {
      phase = 'idle';
      return;
    }
    const nowMs = time.now();
    const state = stateAt(timeline, serverNow());
    noteMissing(nowMs);
    if (!isMeantToMove(timeline.state)) return hold(timeline.state);
    if (isAtEnd(state)) return end();
    if (starter.isActive) return starter.step();
    if (phase !== 'following') return begin(true);
    if (media.paused) return resume(nowMs);
    pausedSinceMs = undefined;
    follow(nowMs, state.speed);
  }

  /** The room stands still: so does the picture, on the very frame. [SY3] */
  function hold(state: PlaybackState): void {
    phase = 'holding';
    starter.cancel();
    started = undefined;
    if (!media.paused) media.pause();
    setCorrection({ ...correction, factor: 1 }, state.speed);
    const place = positionAt({ state }, state.at_ms);
    const isDone = held?.version === state.version && time.now() - held.atMs < holdAgainMs;
    if (media.seeking || isDone || Math.abs(media.currentTime - place) <= inPlaceSeconds) return;
    held = { version: state.version, atMs: time.now() };
    media.currentTime = place;
  }

  function isAtEnd(state: PlaybackState): boolean {
    const duration = Number.isFinite(media.duration) ? media.duration : state.duration_seconds;
    if (duration === undefined || timeline === undefined) return false;
    return positionAt(timeline, serverNow()) >= duration - 0.05 && (media.ended || media.currentTime >= duration - 0.5);
  }

  function end(): void {
    phase = 'ended';
    starter.cancel();
  }

  /** Brings the player to the room and starts it; `isRoom`: the room asked for it, it is no correction. [SY6]–[SY9] */
  function begin(isRoom: boolean): void {
    if (timeline === undefined) return;
    const line = timeline;
    phase = 'starting';
    wasInterrupted = false;
    isRoomSeek = isRoom;
    started = undefined;
    meter.clear();
    if (!media.paused) media.pause();
    const { start_at_ms, speed } = stateAt(line, serverNow());
    setCorrection({ ...correction, factor: 1 }, speed);
    starter.begin({
      positionAt: (localMs) => positionAt(line, clock.toServer(localMs)),
      startAtMs: clock.toLocal(start_at_ms),
      speed,
    });
  }

  function play(how: Started): void {
    phase = 'following';
    started = how;
    meter.clear();
    correction = rest(correction, time.now());
    pausedSinceMs = undefined;
    void tryPlay();
  }

  /** Plays; without sound where the browser wants a tap for it, and says so. [SY25] */
  async function tryPlay(): Promise<void> {
    try {
      await media.play();
      if (refused === 'play') refused = media.muted ? 'sound' : 'nothing';
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'NotAllowedError') return;
      // A start that was refused tells nothing about the browser's delay.
      started = undefined;
      if (media.muted) {
        refused = 'play';
      } else {
        media.muted = true;
        refused = 'sound';
        await tryPlay();
      }
    }
    if (!isStopped) publish();
  }

  /** Somebody else stopped the player (the system, a headset): it goes on with the room. [SY24] */
  function resume(nowMs: number): void {
    meter.clear();
    wasInterrupted = true;
    pausedSinceMs ??= nowMs;
    if (refused === 'play' || nowMs - pausedSinceMs < pausedPatienceMs) return;
    pausedSinceMs = undefined;
    begin(false);
  }

  /** [SY10]–[SY19] */
  function follow(nowMs: number, speed: number): void {
    if (missingSinceMs !== undefined) return stalled(nowMs);
    if (nowMs - lastFrameMs > frameSilenceMs) measure(media.currentTime, nowMs);
    if (wasInterrupted) started = undefined;
    const errorMs = wasInterrupted ? rawError(nowMs) : readMeter(nowMs);
    if (started !== undefined && errorMs !== undefined && nowMs >= correction.restUntilMs) {
      starter.learn(started, errorMs);
      started = undefined;
    }
    const maySeek = isLoadedAt(media, positionAt(timeline!, serverNow()) + 0.3, 0.5);
    const decision = decide(correction, { nowMs, errorMs, maySeek, wasInterrupted });
    if (decision.action === 'seek') {
      correction = decision.correction;
      return begin(false);
    }
    setCorrection(wasInterrupted ? rest(decision.correction, nowMs) : decision.correction, speed);
    wasInterrupted = false;
  }

  /** No data: wait, and after a while jump to where the room is, which loads from there. [SY21] */
  function stalled(nowMs: number): void {
    started = undefined;
    wasInterrupted = true;
    meter.clear();
    if (nowMs - missingSinceMs! < giveUpStallMs) return;
    const target = positionAt(timeline!, serverNow());
    const isFar = Math.abs(target - media.currentTime) > 2 && bufferedAhead(media, target) === 0;
    if (isFar && nowMs - lastJumpMs > 10_000) {
      lastJumpMs = nowMs;
      begin(false);
    }
  }
  let lastJumpMs = Number.NEGATIVE_INFINITY;

  /** Remembers since when data is missing. While a start is under way or the room waits, being ready takes more than a frame. [SY22] */
  function noteMissing(nowMs: number): void {
    const wantsMore = phase !== 'following' && timeline?.state.waiting !== undefined;
    const hasEnough = wantsMore
      ? isLoadedAt(media, media.currentTime, readyAheadSeconds) || media.readyState >= ready.enoughData
      : media.readyState >= ready.futureData;
    if (hasEnough || media.ended) missingSinceMs = undefined;
    else missingSinceMs ??= nowMs;
  }

  function measure(mediaSeconds: number, displayMs: number): number | undefined {
    if (timeline === undefined) return undefined;
    const serverMs = clock.toServer(displayMs);
    const { speed } = stateAt(timeline, serverMs);
    const errorMs = ((mediaSeconds - positionAt(timeline, serverMs)) * 1000) / speed;
    if (phase === 'following' && !media.paused && !media.seeking) meter.add(errorMs - nudgedAt(displayMs), displayMs);
    return errorMs;
  }

  /** What `currentTime` tells at once, good enough for deciding about a seek. */
  function rawError(nowMs: number): number {
    const serverMs = clock.toServer(nowMs);
    const { speed } = stateAt(timeline!, serverMs);
    return ((media.currentTime - positionAt(timeline!, serverMs)) * 1000) / speed;
  }

  function readMeter(nowMs: number): number | undefined {
    const raw = meter.read(nowMs);
    return raw === undefined ? undefined : raw + nudgedAt(nowMs);
  }

  function publish(): void {
    const nowMs = time.now();
    const skewMs = phase === 'following' ? readMeter(nowMs) : undefined;
    const next: SyncStatus = {
      phase,
      skewMs: skewMs === undefined ? undefined : Math.round(skewMs),
      factor: correction.factor,
      isLoose: correction.isLoose,
      isBuffering:
        missingSinceMs !== undefined && nowMs - missingSinceMs > patienceMs && timeline?.state.media_id !== undefined,
      refused,
      seeks,
    };
    const isSame = (Object.keys(next) as (keyof SyncStatus)[]).every((key) => next[key] === status[key]);
    if (isSame) return;
    status = next;
    parts.onStatus(next);
  }

  return {
    get status() {
      return status;
    },
    setState(state) {
      const next = nextTimeline(timeline, state, serverNow());
      if (next === undefined) return;
      const hasFilm = timeline?.state.media_id === state.media_id;
      timeline = next;
      correction = forgive(correction);
      held = undefined;
      // What joins on goes on; everything else starts anew.
      if (!(phase === 'following' && hasFilm && next.before !== undefined)) {
        starter.cancel();
        if (phase !== 'idle' && isMeantToMove(state)) phase = 'holding';
      }
      step();
    },
    clear() {
      timeline = undefined;
      starter.cancel();
      missingSinceMs = undefined;
      if (!media.paused) media.pause();
      step();
    },
    expected: () => (timeline === undefined ? undefined : positionAt(timeline, serverNow())),
    frame(mediaSeconds, displayMs) {
      lastFrameMs = time.now();
      const errorMs = measure(mediaSeconds, displayMs);
      if (errorMs !== undefined) parts.onFrame?.({ mediaSeconds, displayMs, errorMs, rate: media.playbackRate });
    },
    step,
    catchUp() {
      correction = forgive(correction);
      if (phase === 'following' && Math.abs(status.skewMs ?? 0) > 100) begin(false);
      step();
    },
    allow() {
      media.muted = false;
      refused = 'nothing';
      if (phase === 'following' && media.paused) begin(false);
      step();
    },
    stop() {
      isStopped = true;
      starter.cancel();
    },
  };
}
