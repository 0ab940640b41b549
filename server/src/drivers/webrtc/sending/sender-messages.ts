/** What the thread of a sender and the process tell one another. */
import type { ViewerOffer } from '../viewer-offer.ts';

export interface SenderTask {
  /** What is told to viewers: addresses of this machine, or the one before it. */
  readonly addresses: readonly string[];
  /** Lowest and highest UDP port; undefined: any. */
  readonly ports: readonly [number, number] | undefined;
}

/** What decoders of the pictures that follow need first. */
export interface ParameterSets {
  /** Bytes of the length before each unit of a picture. */
  readonly lengthBytes: number;
  readonly units: readonly Uint8Array[];
}

/** A part of the stream. Times are milliseconds of it. */
export type StreamPart =
  | ({ readonly kind: 'config' } & ParameterSets)
  /** Units of H.264, each with its length before it. */
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
  /** Nothing is sent to this viewer any more. */
  | { readonly kind: 'gone'; readonly viewer: string }
  /** So many bytes of the stream have left the queue. */
  | { readonly kind: 'took'; readonly bytes: number };
