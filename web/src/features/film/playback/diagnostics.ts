import type { ServerClock } from '../../../client/room/clock.ts';
import type { FrameSample, SyncEngine } from './sync/engine.ts';
import type { SyncStatus } from './sync/status.ts';

/** Most frames that are kept: about a minute of film. */
const maxFrames = 4_000;

/** A log of the last frames on the screen. */
export interface FrameLog {
  readonly frames: readonly FrameSample[];
  add(frame: FrameSample): void;
}

export function makeFrameLog(): FrameLog {
  const frames: FrameSample[] = [];
  return {
    frames,
    add(frame) {
      frames.push(frame);
      if (frames.length > maxFrames) frames.splice(0, maxFrames / 2);
    },
  };
}

/** The value of `window.__matinee.sync`: measurements of this page's player, for curious people and the benchmark. */
export interface SyncDiagnostics {
  readonly status: SyncStatus;
  /** Position of this player minus the room's, in milliseconds; undefined while unknown. */
  readonly skewMs: number | undefined;
  /** Where the room is now, in seconds of the film. */
  expected(): number | undefined;
  /** The server's clock as estimated by this page, in milliseconds since 1970. */
  serverNow(): number;
  readonly frames: readonly FrameSample[];
}

declare global {
  interface Window {
    __matinee?: { sync: SyncDiagnostics };
  }
}

/** Publishes the measurements of `engine`. @returns a function that removes them. */
export function publishDiagnostics(engine: SyncEngine, log: FrameLog, clock: ServerClock): () => void {
  const published = {
    sync: {
      get status() {
        return engine.status;
      },
      get skewMs() {
        return engine.status.skewMs;
      },
      expected: () => engine.expected(),
      serverNow: () => clock.now(),
      frames: log.frames,
    },
  };
  window.__matinee = published;
  return () => {
    if (window.__matinee === published) delete window.__matinee;
  };
}
