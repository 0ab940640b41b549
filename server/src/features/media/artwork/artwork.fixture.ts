/** Films with embedded covers. */
import { encodedBytes } from '@matinee/testkit/films/encoded.ts';
import sharp from 'sharp';

/** A cover of one colour. */
export function coverOf(background: string): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440'];
const attached = ['-map', '0', '-map', '1', '-c:v', 'mjpeg', '-disposition:v:0', 'attached_pic'];
const h264 = ['-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20'];
const testPicture = 'testsrc=size=320x180:rate=10';

/** ffmpeg options for a film with the embedded cover `cover.jpg`. */
const withCover: Readonly<Record<string, readonly string[]>> = {
  mp4: [
    ...[...tone, '-f', 'lavfi', '-i', testPicture, '-i', 'cover.jpg', '-map', '0', '-map', '1', '-map', '2'],
    ...['-c:a', 'aac', '-c:v:0', 'libx264', ...h264, '-c:v:1', 'mjpeg', '-disposition:v:1', 'attached_pic'],
  ],
  m4a: [...tone, '-i', 'cover.jpg', ...attached, '-c:a', 'aac', '-f', 'mp4'],
  mp3: [...tone, '-i', 'cover.jpg', ...attached, '-c:a', 'libmp3lame'],
  flac: [...tone, '-i', 'cover.jpg', ...attached, '-c:a', 'flac'],
  mkv: [
    ...[...tone, '-f', 'lavfi', '-i', testPicture, '-map', '0', '-map', '1', '-c:a', 'aac', '-c:v', 'libx264', ...h264],
    ...['-attach', 'cover.jpg', '-metadata:s:t', 'mimetype=image/jpeg', '-metadata:s:t', 'filename=cover.jpg'],
  ],
};

/** Pixels twice as wide as high. */
export const wideAvi = ['-f', 'lavfi', '-i', `${testPicture},setsar=2`, '-c:v', 'mpeg4', '-g', '10', '-q:v', '5'];

/** A film of six seconds with the embedded cover `cover`, which may be any bytes. */
export function filmWith(ending: string, cover: Uint8Array): Buffer {
  return encodedBytes([...withCover[ending]!, '-t', '6'], `film.${ending}`, { 'cover.jpg': cover });
}

/** A film of these ffmpeg sources in sequence, two seconds each. */
export function filmOf(...pictures: readonly string[]): Buffer {
  const inputs = pictures.flatMap((picture) => ['-f', 'lavfi', '-t', '2', '-i', `${picture}size=320x180:rate=10`]);
  const joined = pictures.map((_, n) => `[${n}]setsar=1[v${n}];`).join('') + pictures.map((_, n) => `[v${n}]`).join('');
  const filter = ['-filter_complex', `${joined}concat=n=${pictures.length}`];
  return encodedBytes([...inputs, ...filter, '-c:v', 'libx264', ...h264], 'film.mp4');
}
