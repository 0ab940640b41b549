import type { ViewerReport, ViewerState } from '@matinee/contract/gen/api.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { playbackSource } from '../playback.port.ts';
import { browserTime } from '../sync/media-port.ts';
import { browserFamily } from './browser-family.ts';
import { makeViewerMeter } from './viewer-meter.ts';
import { type PageFacts, type ViewerFacts, viewerReportOf, viewerStateOf } from './viewer-report.ts';

/** A report goes out this often, in milliseconds. The first one of an item or a connection comes sooner. */
const everyMs = 30_000;
const firstAfterMs = 5_000;
/** Attempts to send are this far apart, in milliseconds. */
const restMs = 1_000;
/** Pages do not all report at once: each waits longer by a time of its own, in milliseconds, below this. */
const spreadMs = 4_000;

interface ViewerReporterParts {
  /** Undefined: nothing plays here. */
  readonly facts: () => ViewerFacts | undefined;
  readonly page: () => PageFacts;
  /** @returns false when there is no connection. */
  readonly send: (report: ViewerReport) => boolean;
  /** Local time in milliseconds, monotonic. */
  readonly now: () => number;
  /** The time by which this page reports later than others, in milliseconds. */
  readonly laterMs: number;
}

/** Tells the server how the item plays at this page, for the room's diagnosis. [WDG1]–[WDG3] */
export function makeViewerReporter({ facts, page, send, now, laterMs }: ViewerReporterParts) {
  const meter = makeViewerMeter(now());
  let dueMs = now() + firstAfterMs + laterMs;
  let earliestMs = 0;
  let told: Pick<ViewerReport, 'media_id' | 'state'> | undefined;
  let mediaId: string | undefined;

  function begin(next: string | undefined): void {
    mediaId = next;
    meter.startOver(now());
    dueMs = now() + firstAfterMs + laterMs;
  }

  return {
    /** Call it at every event of the player, and ten times a second. */
    look(): void {
      const known = facts();
      if (known === undefined) return;
      if (known.mediaId !== mediaId) begin(known.mediaId);
      const nowMs = now();
      const { is_playing: isPlaying, waiting } = known.state;
      meter.look(known.status, isPlaying && (known.hasRun || waiting !== undefined), nowMs);
      const state = viewerStateOf(known);
      const isNews = doesNotPlay(state) !== (told?.media_id === mediaId && doesNotPlay(told?.state));
      if (nowMs < earliestMs || (nowMs < dueMs && !isNews)) return;
      earliestMs = nowMs + restMs;
      const report = viewerReportOf(known, page(), meter.read(nowMs));
      if (!send(report)) return;
      told = report;
      meter.startOver(nowMs);
      dueMs = nowMs + everyMs;
    },
    /** Call it when the connection changed: the server forgets what came on an earlier one. */
    tellAnew(): void {
      told = undefined;
      dueMs = Math.min(dueMs, now() + firstAfterMs + laterMs);
    },
  };
}

function doesNotPlay(state: ViewerState | undefined): boolean {
  return state === 'failed' || state === 'blocked';
}

export type RoomViewerReporter = ReturnType<typeof makeRoomViewerReporter>;

/** The reporter of the player in a room. */
export function makeRoomViewerReporter(room: RoomConnection, facts: () => ViewerFacts | undefined) {
  const source = room.resources.store(playbackSource);
  const browser = browserFamily(globalThis.navigator?.userAgent ?? '');
  return makeViewerReporter({
    facts,
    page: () => ({ playback: source.get(), roundTripMs: room.clock.roundTripMs, browser }),
    send: (report) => room.tell({ viewer_report: report }),
    now: browserTime.now,
    laterMs: performance.timeOrigin % spreadMs,
  });
}
