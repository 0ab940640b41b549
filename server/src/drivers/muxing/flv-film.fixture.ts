/** Films as encoders send them over RTMP: made by ffmpeg, read from FLV. */
import { encodedBytes } from '@matinee/testkit/films/encoded.ts';
import type { MediaMessage } from '../rtmp/session.ts';

const kinds: Readonly<Record<number, MediaMessage['kind']>> = { 8: 'audio', 9: 'video', 18: 'data' };

/** Tags of an FLV. */
export function readFlv(bytes: Buffer): MediaMessage[] {
  const messages: MediaMessage[] = [];
  for (let at = 13; at + 11 <= bytes.length; ) {
    const length = bytes.readUIntBE(at + 1, 3);
    const timestamp = (bytes.readUIntBE(at + 4, 3) | (bytes[at + 7]! << 24)) >>> 0;
    if (at + 15 + length > bytes.length) break;
    messages.push({ kind: kinds[bytes[at]!]!, timestamp, payload: bytes.subarray(at + 11, at + 11 + length) });
    at += 15 + length;
  }
  return messages;
}

const picture = (size: string) => ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=25`];
const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440'];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-bf', '2'];
const everySecond = ['-g', '25', '-keyint_min', '25', '-sc_threshold', '0'];

/** A key frame each second, pictures out of order, and sound, unless `has` says otherwise. */
export function filmedMessages(
  seconds: number,
  has: 'both' | 'audio' | 'video' = 'both',
  size = '160x90',
): MediaMessage[] {
  const inputs = { both: [...picture(size), ...sound], audio: sound, video: picture(size) }[has];
  const video = has === 'audio' ? [] : [...h264, ...everySecond];
  // An encoder that streams does not know how long the film will be.
  const flv = ['-c:a', 'aac', '-flvflags', 'no_duration_filesize'];
  return readFlv(encodedBytes([...inputs, '-t', String(seconds), ...video, ...flv], 'film.flv'));
}
