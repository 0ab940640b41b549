import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { makeStore, type Store } from '../../../client/store.ts';
import { soonCode } from '../../../ui/lazily.tsx';
import { liveNeedIn } from '../../people/members/online.port.ts';
import { makeFrameLog, publishDiagnostics } from './diagnostics.ts';
import { playbackState } from './playback.port.ts';
import { makeReporter } from './reporter.ts';
import { comesLate, type PlayerFacts } from './reports.ts';
import type { LoadedSource } from './source/engines/load-media.ts';
import type { PlaybackProblem } from './source/problem.ts';
import { makeSyncEngine, type SyncEngine } from './sync/engine.ts';
import type { LiveFacts } from './sync/live-place.ts';
import { browserTime, type FilmPort } from './sync/media-port.ts';
import { isRunning, type SyncStatus } from './sync/status.ts';
import type { ViewerFacts } from './viewer/viewer-report.ts';
import type { RoomViewerReporter } from './viewer/viewer-reporter.ts';

/** The loaded media, as far as the player's state depends on it. */
interface SyncedMedia {
  isLive(): boolean | undefined;
  live(): LiveFacts | undefined;
  readonly source: LoadedSource | undefined;
}

/** One player that follows a room. */
export interface PlayerSync {
  readonly status: Store<SyncStatus>;
  /** The room's position now, in seconds. */
  expected(): number | undefined;
  /** Says which item is loaded. The player ignores room states about other items. */
  setMedia(mediaId: string | undefined, problem: PlaybackProblem | undefined): void;
  /**
   * Sets the media that knows whether a live stream plays, its facts and its source; undefined: none is loaded.
   * `pastFromMs`: it is the past of the stream that came on the air then.
   */
  setLoaded(loaded: SyncedMedia | undefined, pastFromMs?: number): void;
  /** The date of the shown picture of a live stream, in milliseconds since 1970; undefined: it is not known. */
  shownMs(): number | undefined;
  catchUp(): void;
  /** Shows another part of a live stream to this person alone, in seconds of the player's own timeline. */
  jump(seconds: number): void;
  allow(): void;
  stop(): void;
}

/** Connects `video` to the room: state, clock, reports, diagnostics. `video` may be another site's player. */
export function makePlayerSync(video: FilmPort, room: RoomConnection): PlayerSync {
  const log = makeFrameLog();
  const roomState = room.resources.store(playbackState);
  const item = makeLoadedItem();
  let [loaded, pastFromMs]: readonly [SyncedMedia?, number?] = [];
  const engine = makeSyncEngine({
    media: video,
    live: () => loaded?.live(),
    isLive: () => loaded?.isLive(),
    roomNeedMs: () => liveNeedIn(room),
    pastFromMs: () => pastFromMs,
    clock: room.clock,
    time: browserTime,
    onStatus(next) {
      if (isRunning(next)) item.run();
      status.set(next);
      reporter.tell();
    },
    onFrame: log.add,
  });
  const status = makeStore<SyncStatus>(engine.status);
  const facts = () => factsOf(video, item.get(), loaded?.isLive() === true, roomState.get(), engine.status);
  const reporter = makeReporters(room, facts, () => watchingOf(video, item.get().problem, loaded));

  const onState = makeFollower({ room, item, engine, tell: reporter.tell });

  function look(): void {
    engine.look();
    reporter.look();
  }

  const ends = [
    publishDiagnostics(engine, log, room.clock),
    roomState.subscribe(onState),
    room.connection.subscribe(reporter.tellAnew),
    watchMedia(video, look),
    watchFrames(video, engine),
    engine.stop,
  ];
  onState();

  return {
    status,
    expected: engine.expected,
    setMedia(mediaId, problem) {
      item.load(mediaId, problem);
      onState();
    },
    setLoaded(...set) {
      [loaded, pastFromMs] = set;
    },
    shownMs: () => shownMs(video, loaded),
    catchUp: engine.catchUp,
    jump: engine.jump,
    allow: engine.allow,
    stop() {
      for (const end of ends) end();
    },
  };
}

function shownMs({ currentTime }: FilmPort, loaded: SyncedMedia | undefined): number | undefined {
  const zeroMs = loaded?.live()?.zeroMs;
  return zeroMs && zeroMs + currentTime * 1_000;
}

/** What the server is told besides the state of sync: how this page plays the item. */
function watchingOf(video: FilmPort, problem: PlaybackProblem | undefined, loaded: SyncedMedia | undefined) {
  return { problem, isCoarse: video.isCoarse === true, source: loaded?.source };
}

/**
 * Time between two looks at the player when no event comes, in milliseconds. Browsers that report no frames are
 * measured at this rate.
 */
const lookEveryMs = 100;

const events = ['loadedmetadata', 'canplay', 'playing', 'waiting', 'seeked', 'pause', 'ended', 'durationchange'];

/** The item in the video element, and how loading it went. */
interface Item {
  readonly mediaId: string | undefined;
  readonly problem: PlaybackProblem | undefined;
  /** True once this player has played it. */
  readonly hasRun: boolean;
  /**
   * Whether the others were already watching the item when this player got it; undefined: the room's state is not known
   * yet.
   */
  readonly isLate: boolean | undefined;
}

/** What this player knows about the item in it. */
function makeLoadedItem() {
  let item: Item = { mediaId: undefined, problem: undefined, hasRun: false, isLate: undefined };
  return {
    get: () => item,
    load(mediaId: string | undefined, problem: PlaybackProblem | undefined): void {
      const isSame = mediaId === item.mediaId;
      item = { mediaId, problem, hasRun: item.hasRun && isSame, isLate: isSame ? item.isLate : undefined };
    },
    run(): void {
      item = { ...item, hasRun: true };
    },
    /** Keeps what the first state of the room tells about who came first. */
    compare(state: PlaybackState, nowMs: number): void {
      item = { ...item, isLate: item.isLate ?? comesLate(state, nowMs) };
    },
  };
}

interface FollowerParts {
  readonly room: RoomConnection;
  readonly item: ReturnType<typeof makeLoadedItem>;
  readonly engine: SyncEngine;
  /** Tells the room about this player. */
  readonly tell: () => void;
}

/** @returns what to do when the room's state or the loaded item is another one. */
function makeFollower({ room, item, engine, tell }: FollowerParts): () => void {
  const roomState = room.resources.store(playbackState);
  return () => {
    const state = roomState.get();
    if (state === undefined) return;
    if (state.media_id !== undefined && state.media_id === item.get().mediaId) {
      item.compare(state, room.clock.now());
      engine.setState(state);
    }
    // The room has chosen another item that is not loaded yet: the old one must stop.
    else engine.clear();
    tell();
  };
}

const loadViewerReporter = soonCode(() => import('./viewer/viewer-reporter.ts'));

/** Tells the people in the room about this player, and the server how the item plays, for the room's diagnosis. */
function makeReporters(
  room: RoomConnection,
  facts: () => PlayerFacts | undefined,
  more: () => Omit<ViewerFacts, keyof PlayerFacts>,
) {
  const reporter = makeReporter({ facts, send: (report) => room.report(report), now: browserTime.now });
  let viewer: RoomViewerReporter | undefined;
  // Its first report is due seconds later.
  void loadViewerReporter().then(({ makeRoomViewerReporter }) => {
    viewer = makeRoomViewerReporter(room, () => {
      const known = facts();
      return known && { ...known, ...more() };
    });
  });
  return {
    tell: reporter.tell,
    /** Call it also while nothing changes, ten times a second. */
    look() {
      reporter.tell();
      viewer?.look();
    },
    tellAnew() {
      reporter.tellAnew();
      viewer?.tellAnew();
    },
  };
}

/** The facts to report; undefined when the loaded item is not the one that the room plays. */
function factsOf(
  video: FilmPort,
  { mediaId, problem, hasRun, isLate = false }: Item,
  isLive: boolean,
  state: PlaybackState | undefined,
  status: SyncStatus,
): PlayerFacts | undefined {
  if (state === undefined || mediaId === undefined || state.media_id !== mediaId) return undefined;
  const durationSeconds = !isLive && Number.isFinite(video.duration) ? video.duration : undefined;
  const hasProblem = problem !== undefined;
  return { mediaId, state, status, durationSeconds, hasRun, isLate, hasProblem, isHidden: document.hidden };
}

/** Calls `look` at every event of `media` and from time to time. @returns a function that ends it. */
export function watchMedia(media: FilmPort, look: () => void): () => void {
  for (const event of events) media.addEventListener(event, look);
  const timer = setInterval(look, lookEveryMs);
  return () => {
    clearInterval(timer);
    for (const event of events) media.removeEventListener(event, look);
  };
}

/** Passes each frame of `film` to `engine`, if the browser reports frames. @returns a function that ends it. */
function watchFrames(film: FilmPort, engine: SyncEngine): () => void {
  if (!('requestVideoFrameCallback' in film)) return () => {};
  const video = film as HTMLVideoElement;
  let isOver = false;
  function onFrame(_: number, frame: VideoFrameCallbackMetadata): void {
    if (isOver) return;
    engine.frame(frame.mediaTime, performance.timeOrigin + frame.expectedDisplayTime);
    video.requestVideoFrameCallback(onFrame);
  }
  video.requestVideoFrameCallback(onFrame);
  return () => {
    isOver = true;
  };
}
