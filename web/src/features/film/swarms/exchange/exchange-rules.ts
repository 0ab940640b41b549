import { isOfOrigin } from './segment-check.ts';
import { dropPerson } from './swarm.ts';

/** Of the library for segments, as far as it matters here. Times are milliseconds or seconds, as their names say. */
export const exchangeRules = {
  /** What lies ahead of the place that is shown by less, in seconds, comes from the origin: nobody waits for a peer. */
  highDemandTimeWindow: 12,
  /** How far ahead segments are loaded, from whomever, in seconds: more is loaded for nothing when somebody jumps. */
  httpDownloadTimeWindow: 60,
  p2pDownloadTimeWindow: 60,
  /** How long a peer may take to begin to send before a segment comes from the origin. */
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
 * Asks the origin for all of a segment, also where a peer has sent a part of it: the library would ask for the rest alone, and nobody would
 * look at the part. It throws away the part when the whole comes. [WSW6]
 */
export async function askForWhole(url: string, range: SegmentRange | undefined, signal: AbortSignal): Promise<Request> {
  const headers = range && { range: `bytes=${range.start}-${range.end ?? ''}` };
  return new Request(url, { signal, ...(headers ? { headers } : {}) });
}

/** A peer may also send everything and never say so: then nothing is asked of the origin, and the segment counts as the origin's. [WSW6] */
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

/** Takes what the library says of a segment that could not be loaded: whoever sent wrong bytes is dropped. [WSW6] */
export function onSegmentError({
  error,
  peerId,
}: {
  readonly error: { readonly type: string };
  readonly peerId: string | undefined;
}): void {
  if (error.type === 'p2p-segment-validation-failed' && peerId !== undefined) dropPerson(peerId);
}
