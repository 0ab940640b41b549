/** Messages of RTMP (RTMP 1.0, sections 5.4, 6.2 and 7.1). */

export interface RtmpMessage {
  readonly type: number;
  /** 0: the connection itself. */
  readonly streamId: number;
  /** Milliseconds, modulo 2³². */
  readonly timestamp: number;
  readonly payload: Buffer;
}

export const messageType = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  amf3Data: 15,
  amf3Command: 17,
  amf0Data: 18,
  amf0Command: 20,
} as const;

/** Events of user control messages (section 6.2). */
export const userEvent = { streamBegin: 0, pingRequest: 6, pingResponse: 7 } as const;

/** A control message of one number of four bytes. */
export function numberMessage(type: number, value: number, ...more: readonly number[]): RtmpMessage {
  const payload = Buffer.alloc(4 + more.length);
  payload.writeUInt32BE(value);
  payload.set(more, 4);
  return { type, streamId: 0, timestamp: 0, payload };
}

export function userControl(event: number, value: Buffer): RtmpMessage {
  const kind = Buffer.alloc(2);
  kind.writeUInt16BE(event);
  return { type: messageType.userControl, streamId: 0, timestamp: 0, payload: Buffer.concat([kind, value]) };
}
