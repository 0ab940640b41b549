import { isOfOrigin } from './segment-check.ts';
import { dropPerson, personOf } from './swarm.ts';

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

interface Segment {
  readonly url: string;
  readonly byteRange?: { readonly start: number } | undefined;
}

interface SegmentStart {
  readonly segment: Segment;
  readonly downloadSource: string;
  readonly peerId?: string | undefined;
}

/** Failures after which the library forgets what it had of the segment. */
const forgetting: ReadonlySet<string> = new Set([
  'p2p-segment-validation-failed',
  'http-segment-validation-failed',
  'peer-response-bytes-length-mismatch',
  'peer-protocol-violation',
]);

/** Most segments whose senders are known. Those that were begun long ago have ended, or nobody wants them any more. */
const maxSegments = 500;

/**
 * Learns from the library's events who sent parts of a segment, and drops a person who sent the whole of a wrong one.
 * When a peer stops, the library continues with another one, even if nothing is missing, and reports only the last. If
 * several people sent parts, nobody knows whose part is wrong, so none is dropped. [WSW6]
 */
export function makeSenders() {
  /** The segment that each peer was asked for last. */
  const asked = new Map<string, string>();
  const persons = new Map<string, Set<string>>();
  const nameOf = ({ url, byteRange }: Segment) => `${url} ${byteRange?.start ?? ''}`;
  return {
    onSegmentStart({ segment, peerId }: SegmentStart): void {
      if (peerId !== undefined) asked.set(peerId, nameOf(segment));
    },
    onChunkDownloaded(_: number, __: string, peerId: string | undefined): void {
      const segment = peerId === undefined ? undefined : asked.get(peerId);
      if (segment === undefined) return;
      persons.set(segment, (persons.get(segment) ?? new Set()).add(personOf(peerId!)));
      if (persons.size > maxSegments) persons.delete(persons.keys().next().value!);
    },
    onSegmentLoaded({ peerId = '' }: { readonly peerId?: string | undefined; readonly downloadSource: string }): void {
      persons.delete(asked.get(peerId) ?? '');
    },
    onSegmentError({ error, segment, peerId }: SegmentFailure): void {
      const senders = persons.get(nameOf(segment)) ?? new Set(peerId === undefined ? [] : [personOf(peerId)]);
      if (forgetting.has(error.type)) persons.delete(nameOf(segment));
      const [sender] = senders;
      if (error.type === 'p2p-segment-validation-failed' && sender !== undefined && senders.size === 1)
        dropPerson(sender);
    },
  };
}

interface SegmentFailure {
  readonly error: { readonly type: string };
  readonly segment: Segment;
  readonly peerId?: string | undefined;
}
