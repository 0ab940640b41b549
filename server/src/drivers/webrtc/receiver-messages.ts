/** Messages between the receiver's thread and the process. */
import type { Offer } from './offer.ts';

/** A message of the stream, in the form of an RTMP publisher. */
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
  /** Addresses announced to the publisher: of this machine, or of the one in front of it. */
  readonly addresses: readonly string[];
  /** Lowest and highest UDP port; undefined: any. */
  readonly ports: readonly [number, number] | undefined;
}

/** A message of the stream whose bytes are transferred between threads. */
export interface MovedMessage extends Omit<StreamMessage, 'payload'> {
  readonly payload: Uint8Array<ArrayBuffer>;
}

export type ReceiverNews =
  | { readonly kind: 'answer'; readonly sdp: string }
  | { readonly kind: 'connected' }
  | { readonly kind: 'media'; readonly message: MovedMessage }
  | { readonly kind: 'size'; readonly size: PictureSize; readonly timestamp: number }
  /** The stream has ended. */
  | { readonly kind: 'over' };
