import { messageType, type RtmpMessage } from './message.ts';

/** Control messages have a chunk stream of their own (RTMP 1.0, section 5.4). */
const controlChunkStream = 2;
const commandChunkStream = 3;
/** Time stamps from here on take four more bytes (section 5.3.1.3). */
const extended = 0xff_ffff;

/** A message as chunks of at most `chunkSize` bytes: a full header, and continuations of one byte. (Section 5.3.1) */
export function toChunks({ type, streamId, timestamp, payload }: RtmpMessage, chunkSize: number): Buffer {
  const isControl = type <= messageType.peerBandwidth;
  const chunkStream = isControl ? controlChunkStream : commandChunkStream;
  const header = Buffer.alloc(12);
  header.writeUInt8(chunkStream, 0);
  header.writeUIntBE(Math.min(timestamp, extended), 1, 3);
  header.writeUIntBE(payload.length, 4, 3);
  header.writeUInt8(type, 7);
  header.writeUInt32LE(streamId, 8);
  const long = timestamp >= extended ? [uint32(timestamp)] : [];
  const parts = [header, ...long, payload.subarray(0, chunkSize)];
  for (let at = chunkSize; at < payload.length; at += chunkSize)
    parts.push(Buffer.of(0xc0 | chunkStream), ...long, payload.subarray(at, at + chunkSize));
  return Buffer.concat(parts);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
