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
} as const;

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
