import { isOfOrigin } from './segment-check.ts';
import { dropPerson } from './swarm.ts';

/** Settings of the library for segments. Times are in milliseconds where the name says so, else in seconds. */
export const exchangeRules = {
  /** Segments that are needed within this time, in seconds, come from the origin, without waiting for a peer. */
  highDemandTimeWindow: 12,
  /** How far ahead segments load, from the origin or peers, in seconds. With more, a jump would waste more data. */
  httpDownloadTimeWindow: 60,
  p2pDownloadTimeWindow: 60,
  /** If a peer does not begin to send within this time, the segment comes from the origin. */
  p2pNotReceivingBytesTimeoutMs: 2_000,
  /** Segments that are kept for others, in MiB. */
  segmentMemoryStorageLimit: 128,
  validateP2PSegment: isOfOrigin,
  httpRequestSetup: askForWhole,
} as const;

/** A range of a resource, both ends included. Without `end` it goes on to the last byte. */
interface SegmentRange {
  readonly start: number;
  readonly end?: number;
}

/**
 * Asks the origin for a whole segment, even if a peer has sent a part of it. By itself the library would ask only for
 * the rest, and nobody would check the part. It drops the part when the whole segment arrives. [WSW6]
 */
export async function askForWhole(url: string, range: SegmentRange | undefined, signal: AbortSignal): Promise<Request> {
  const headers = range && { range: `bytes=${range.start}-${range.end ?? ''}` };
  return new Request(url, { signal, ...(headers ? { headers } : {}) });
}

/**
 * A peer may also send a whole segment and never say that it is complete. Then nothing is asked of the origin, and the
 * library reports the segment as the origin's. [WSW6]
 */
export function makeBegunCheck(check: typeof isOfOrigin = isOfOrigin) {
  const begunByPeers = new Set<string>();
  return {
    onSegmentStart({ segment, downloadSource }: SegmentStart): void {
      if (downloadSource === 'p2p') begunByPeers.add(segment.url);
    },
    /** True for what came from the origin alone. */
    isGood: async (url: string, range: Parameters<typeof isOfOrigin>[1], data: ArrayBuffer): Promise<boolean> =>
      !begunByPeers.has(url) || check(url, range, data),
  };
}

interface SegmentStart {
  readonly segment: { readonly url: string };
  readonly downloadSource: string;
}

/** Handles the library's report of a segment that failed to load. Drops the person who sent wrong bytes. [WSW6] */
export function onSegmentError({
  error,
  peerId,
}: {
  readonly error: { readonly type: string };
  readonly peerId: string | undefined;
}): void {
  if (error.type === 'p2p-segment-validation-failed' && peerId !== undefined) dropPerson(peerId);
}
