import type { ClockReply } from '@matinee/contract/gen/api.ts';

/** One answered probe, in milliseconds. */
export interface ClockSample {
  /** Server time minus local time. */
  readonly offsetMs: number;
  readonly roundTripMs: number;
}

/**
 * How many samples are kept. At one per 5 s, 16 samples cover 80 s, in which a quartz clock drifts by less than 10 ms.
 */
export const keptSamples = 16;
/** How fast the estimate moves towards a better one: so slowly that the change of playback rate is inaudible. */
export const slewMsPerSecond = 0.5;
/** An estimate that is farther off than this, in milliseconds, steps: at the rate above it would take over 100 s. */
export const stepAboveMs = 50;

/** The sample of a reply (RFC 5905 §8). The server's own time between receiving and sending does not count. */
export function sampleOf(reply: ClockReply, receivedMs: number): ClockSample {
  const { client_sent_ms, server_received_ms, server_sent_ms } = reply;
  return {
    offsetMs: (server_received_ms - client_sent_ms + (server_sent_ms - receivedMs)) / 2,
    roundTripMs: Math.max(0, receivedMs - client_sent_ms - (server_sent_ms - server_received_ms)),
  };
}

/**
 * Median offset of the quarter of `samples` with the smallest round trips. A delay in one direction makes a round trip
 * longer.
 */
export function estimateOffset(samples: readonly ClockSample[]): number | undefined {
  const byRoundTrip = [...samples].sort((a, b) => a.roundTripMs - b.roundTripMs);
  const best = byRoundTrip.slice(0, Math.ceil(samples.length / 4)).map((sample) => sample.offsetMs);
  return median(best);
}

/** The middle value, the mean of the two middle ones; undefined for none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.ceil(sorted.length / 2) - 1];
  return high === undefined || low === undefined ? undefined : (low + high) / 2;
}

/** An estimate of the server's clock. Times are milliseconds since 1970. */
export interface ServerClock {
  /** True once enough probes are answered to start playback. */
  readonly isReady: boolean;
  /** Server time now; local time while nothing is known. */
  now(): number;
  /** Server time at a moment of the local clock. */
  toServer(localMs: number): number;
  /** Local time at a moment of the server's clock. */
  toLocal(serverMs: number): number;
  /** How far off the estimate may be: half of the smallest round trip; undefined while nothing is known. */
  readonly uncertaintyMs: number | undefined;
  readonly roundTripMs: number | undefined;
  addReply(reply: ClockReply, receivedMs: number): void;
  /** Forgets the samples but keeps the estimate: after a network change, old round trips say nothing. */
  startOver(): void;
}

/** `performance` time, counted from 1970. Unlike `Date`, it never jumps when the system's clock is set. */
export function localNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Number of probes in a burst. A burst runs on connecting, on return from a hidden tab and on a network change. */
export const burstProbes = 8;
/** Time between the probes of a burst: long enough that they do not queue behind each other. */
export const burstSpacingMs = 50;
/** Time between the single probes after a burst. */
export const probeEveryMs = 5_000;
/** Number of answers after which the estimate is good enough to start playback; later ones refine it. */
export const readyAfterSamples = 3;

/** Makes the clock over `local`, which counts milliseconds. [CK1]–[CK8] */
export function makeServerClock(local: () => number = localNow): ServerClock {
  let samples: ClockSample[] = [];
  let isSettled = false;
  let targetMs: number | undefined;
  // The offset in use was `appliedMs` at local time `appliedAt` and glides towards `targetMs`.
  let appliedMs = 0;
  let appliedAt = local();
  function offsetAt(localMs: number): number {
    if (targetMs === undefined) return 0;
    const reach = (Math.max(0, localMs - appliedAt) / 1000) * slewMsPerSecond;
    return appliedMs + Math.max(-reach, Math.min(reach, targetMs - appliedMs));
  }
  function aimAt(offsetMs: number): void {
    appliedMs = offsetAt(local());
    appliedAt = local();
    targetMs = offsetMs;
    // The film does not play yet during the first burst, so the estimate may step from probe to probe.
    if (!isSettled || Math.abs(offsetMs - appliedMs) > stepAboveMs) appliedMs = offsetMs;
    if (samples.length >= burstProbes) isSettled = true;
  }
  const smallest = () => (samples.length === 0 ? undefined : Math.min(...samples.map((s) => s.roundTripMs)));
  return {
    get isReady() {
      return isSettled || samples.length >= readyAfterSamples;
    },
    now: () => {
      const nowMs = local();
      return nowMs + offsetAt(nowMs);
    },
    toServer: (localMs) => localMs + offsetAt(local()),
    toLocal: (serverMs) => serverMs - offsetAt(local()),
    get uncertaintyMs() {
      const roundTripMs = smallest();
      return roundTripMs === undefined ? undefined : roundTripMs / 2;
    },
    get roundTripMs() {
      return smallest();
    },
    addReply(reply, receivedMs) {
      samples = [...samples, sampleOf(reply, receivedMs)].slice(-keptSamples);
      const offsetMs = estimateOffset(samples);
      // After `startOver` the old estimate is better than the new network's first answers.
      if (offsetMs !== undefined && (!isSettled || samples.length >= burstProbes)) aimAt(offsetMs);
    },
    startOver() {
      samples = [];
    },
  };
}
