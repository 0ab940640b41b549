import type { PlaybackReport, PlaybackState } from '@matinee/contract/gen/api.ts';
import type { RoomConnection } from '../../client/room/room.ts';
import { makeStore, type Store } from '../../client/store.ts';
import { makeFrameLog, publishDiagnostics } from './diagnostics.ts';
import { isNews, reportEveryMs, reportOf } from './reports.ts';
import type { PlaybackProblem } from './source/problem.ts';
import { makeSyncEngine } from './sync/engine.ts';
import { browserTime } from './sync/media-port.ts';
import type { SyncStatus } from './sync/status.ts';

/** One video element that follows a room. */
export interface PlayerSync {
  readonly status: Store<SyncStatus>;
  /** The room's position now, in seconds. */
  expected(): number | undefined;
  /** The item that is loaded into the element; states of another one are kept from it. */
  setMedia(mediaId: string | undefined, problem: PlaybackProblem | undefined): void;
  catchUp(): void;
  allow(): void;
  stop(): void;
}

/** Looks between frames and events, in milliseconds; also the rate of measuring where frames are not reported. */
const lookEveryMs = 100;

const events = ['loadedmetadata', 'canplay', 'playing', 'waiting', 'seeked', 'pause', 'ended', 'durationchange'];

/** Ties `video` to the room: its state, its clock, reports, diagnostics. */
export function makePlayerSync(video: HTMLVideoElement, room: RoomConnection): PlayerSync {
  const log = makeFrameLog();
  let mediaId: string | undefined;
  let problem: PlaybackProblem | undefined;
  let hasRun = false;
  let lastReport: PlaybackReport | undefined;
  let lastReportMs = 0;
  let isStopped = false;
  const engine = makeSyncEngine({
    media: video,
    clock: room.clock,
    time: browserTime,
    onStatus(next) {
      if (next.phase === 'following') hasRun = true;
      status.set(next);
      report();
    },
    onFrame: log.add,
  });
  const status = makeStore<SyncStatus>(engine.status);
  const unpublish = publishDiagnostics(engine, log, room.clock);

  function onState(): void {
    const state = room.cache.stores.playbackState.get();
    if (state === undefined) return;
    if (state.media_id !== undefined && state.media_id === mediaId) engine.setState(state);
    // The next item is chosen but not loaded yet: the old one must not go on.
    else engine.clear();
    report();
  }

  /** Tells the room what is new, and that it is alive. */
  function report(): void {
    const state = room.cache.stores.playbackState.get();
    if (isStopped || state === undefined || mediaId === undefined || state.media_id !== mediaId) return;
    const next = reportOf(factsOf(state, mediaId), room.clock.now());
    const isDue = state.is_playing && performance.now() - lastReportMs >= reportEveryMs;
    if ((!isDue && !isNews(next, lastReport)) || !room.report(next)) return;
    lastReport = next;
    lastReportMs = performance.now();
  }

  function factsOf(state: PlaybackState, loadedId: string) {
    return {
      mediaId: loadedId,
      state,
      status: engine.status,
      durationSeconds: Number.isFinite(video.duration) ? video.duration : undefined,
      hasRun,
      hasProblem: problem !== undefined,
      isHidden: document.hidden,
    };
  }

  function onFrame(_: number, frame: VideoFrameCallbackMetadata): void {
    if (isStopped) return;
    engine.frame(frame.mediaTime, performance.timeOrigin + frame.expectedDisplayTime);
    video.requestVideoFrameCallback(onFrame);
  }

  function onConnection(): void {
    // The server forgets reports with the connection that they came on.
    lastReport = undefined;
    report();
  }
  const unsubscribe = [room.cache.stores.playbackState.subscribe(onState), room.connection.subscribe(onConnection)];
  for (const event of events) video.addEventListener(event, engine.look);
  const timer = setInterval(() => {
    engine.look();
    report();
  }, lookEveryMs);
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(onFrame);
  onState();

  return {
    status,
    expected: engine.expected,
    setMedia(nextId, nextProblem) {
      if (nextId !== mediaId) hasRun = false;
      mediaId = nextId;
      problem = nextProblem;
      onState();
    },
    catchUp: engine.catchUp,
    allow: engine.allow,
    stop() {
      isStopped = true;
      engine.stop();
      clearInterval(timer);
      unpublish();
      for (const end of unsubscribe) end();
      for (const event of events) video.removeEventListener(event, engine.look);
    },
  };
}
