/** What the thread of a receiver and the process tell one another. */
import type { Offer } from './offer.ts';

/** A message of the stream, in the form that publishers of RTMP send. */
export interface StreamMessage {
  readonly kind: 'audio' | 'video';
  readonly timestamp: number;
  readonly payload: Buffer;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface ReceiverTask {
  readonly offer: Offer;
  /** What is told to the publisher: addresses of this machine, or the one before it. */
  readonly addresses: readonly string[];
  /** Lowest and highest UDP port; undefined: any. */
  readonly ports: readonly [number, number] | undefined;
}

/** A message of the stream, whose bytes are moved between threads. */
export interface MovedMessage extends Omit<StreamMessage, 'payload'> {
  readonly payload: Uint8Array<ArrayBuffer>;
}

export type ReceiverNews =
  | { readonly kind: 'answer'; readonly sdp: string }
  | { readonly kind: 'connected' }
  | { readonly kind: 'media'; readonly message: MovedMessage }
  | { readonly kind: 'size'; readonly size: PictureSize; readonly timestamp: number }
  /** Nothing more comes. */
  | { readonly kind: 'over' };
