/** Messages between the sender's thread and the process. */
import type { ViewerOffer } from '../viewer-offer.ts';

export interface SenderTask {
  /** Addresses announced to viewers: of this machine, or of the one in front of it. */
  readonly addresses: readonly string[];
  /** Lowest and highest UDP port; undefined: any. */
  readonly ports: readonly [number, number] | undefined;
}

/** The decoder configuration for the following pictures. */
export interface ParameterSets {
  /** Size of the length prefix of each unit, in bytes. */
  readonly lengthBytes: number;
  readonly units: readonly Uint8Array[];
}

/** A part of the stream. Times are in milliseconds of the stream. */
export type StreamPart =
  | ({ readonly kind: 'config' } & ParameterSets)
  /** Length-prefixed H.264 units. */
  | { readonly kind: 'picture'; readonly ms: number; readonly isKey: boolean; readonly bytes: Uint8Array }
  /** A packet of Opus. */
  | { readonly kind: 'sound'; readonly ms: number; readonly bytes: Uint8Array };

export type SenderOrder =
  | StreamPart
  | { readonly kind: 'admit'; readonly viewer: string; readonly offer: ViewerOffer }
  | { readonly kind: 'leave'; readonly viewer: string };

export type SenderNews =
  | { readonly kind: 'answer'; readonly viewer: string; readonly sdp: string }
  | { readonly kind: 'connected'; readonly viewer: string }
  /** This viewer has been dropped. */
  | { readonly kind: 'gone'; readonly viewer: string }
  /** Number of bytes of the stream that have left the queue. */
  | { readonly kind: 'took'; readonly bytes: number };
