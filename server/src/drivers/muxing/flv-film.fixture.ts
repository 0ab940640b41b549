/** Films as encoders send them over RTMP: made by ffmpeg, read from FLV. */
import { encodedBytes } from '@matinee/testkit/films/encoded.ts';
import { FlvReader, type FlvTag } from './flv-reader.ts';
import { flvTagEnd, flvTagHeader, flvTagType } from './flv-tags.ts';

/** A tag as it stands in FLV. */
export function flvTag(kind: 'audio' | 'video', ms: number, payload: Buffer): Buffer {
  return Buffer.concat([flvTagHeader(flvTagType[kind], payload.length, ms), payload, flvTagEnd(payload.length)]);
}

/** Tags of an FLV. */
export function readFlv(bytes: Buffer): FlvTag[] {
  const tags: FlvTag[] = [];
  new FlvReader((tag) => tags.push(tag)).push(bytes);
  return tags;
}

const picture = (size: string) => ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=25`];
const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440'];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-bf', '2'];
const everySecond = ['-g', '25', '-keyint_min', '25', '-sc_threshold', '0'];

/** A key frame each second, pictures out of order, and sound, unless `has` says otherwise. */
export function filmedMessages(seconds: number, has: 'both' | 'audio' | 'video' = 'both', size = '160x90'): FlvTag[] {
  const inputs = { both: [...picture(size), ...sound], audio: sound, video: picture(size) }[has];
  const video = has === 'audio' ? [] : [...h264, ...everySecond];
  // An encoder that streams does not know how long the film will be.
  const flv = ['-c:a', 'aac', '-flvflags', 'no_duration_filesize'];
  return readFlv(encodedBytes([...inputs, '-t', String(seconds), ...video, ...flv], 'film.flv'));
}
