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
} as const;

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
