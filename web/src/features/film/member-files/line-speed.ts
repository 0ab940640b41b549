/** How fast the line of this page sends, while it sends without a pause. Pure. [WMF4] */

/** Shorter times say little about a line, in milliseconds. */
const measuredMs = 10_000;

export interface LineSpeed {
  /** A piece begins to be sent. */
  begin(nowMs: number): void;
  /** A piece was sent. @returns bits per second, where enough was sent without a pause. */
  end(nowMs: number, bytes: number): number | undefined;
}

export function makeLineSpeed(): LineSpeed {
  let underWay = 0;
  let sinceMs = 0;
  let sentBytes = 0;
  const restart = (nowMs: number) => {
    sinceMs = nowMs;
    sentBytes = 0;
  };
  return {
    begin(nowMs) {
      if (underWay === 0) restart(nowMs);
      underWay += 1;
    },
    end(nowMs, bytes) {
      underWay -= 1;
      sentBytes += bytes;
      const ms = nowMs - sinceMs;
      if (ms < measuredMs) return undefined;
      const speed = (sentBytes * 8_000) / ms;
      restart(nowMs);
      return speed;
    },
  };
}

/** Bits per second that a film needs to play without a pause; undefined: its length is not known. */
export function neededSpeed(sizeBytes: number, durationSeconds: number | undefined): number | undefined {
  return durationSeconds === undefined ? undefined : (sizeBytes * 8) / durationSeconds;
}
