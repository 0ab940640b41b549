import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnswerFirst, serveMadeFiles } from '../media.ts';
import { encode } from './encoded.ts';

/** Films as people bring them: each with something that browsers do not play, or play without its sound. */
export const broughtFilms = {
  'ac3.mkv': { what: 'sound as of a DVD', frames: 200 },
  'eac3.mkv': { what: 'sound as of a stream', frames: 200 },
  'dts.mkv': { what: 'sound as of a Blu-ray', frames: 200 },
  'mp2.mkv': { what: 'sound as of television', frames: 200 },
  'surround.mkv': { what: 'six channels', frames: 200 },
  'two-sounds.mkv': { what: 'two languages', frames: 200 },
  'two-sounds.mp4': { what: 'two languages in MP4', frames: 200 },
  'transport.ts': { what: 'a recording of television', frames: 200 },
  'ten-bit.mkv': { what: 'H.264 with ten bits', frames: 200 },
  'hevc.mkv': { what: 'HEVC', frames: 200 },
  'old.avi': { what: 'an AVI of 2006', frames: 200 },
  'windows.wmv': { what: 'Windows Media', frames: 200 },
  'camera.mov': { what: 'Motion JPEG of a camera', frames: 200 },
  'television.mpg': { what: 'MPEG-2', frames: 200 },
  'no-sound.mkv': { what: 'no sound at all', frames: 200, isSilent: true },
  'one-frame.mkv': { what: 'one picture a second', frames: 8 },
  'television.mkv': { what: 'half pictures with narrow pixels', frames: 200, isSilent: true },
  'hdr.mkv': { what: 'HDR10', frames: 200, isSilent: true },
  'song.wma': { what: 'music of Windows Media', frames: 0 },
} as const;

export type BroughtFilm = keyof typeof broughtFilms;

/** Files that are no films. */
export const noFilms = ['empty.mkv', 'archive.mkv', 'page.mp4', 'list.mkv'] as const;

/** Eight seconds, 320 × 180, 25 pictures and one beep a second. */
export function serveBroughtFilms(answerFirst?: AnswerFirst) {
  return serveMadeFiles((folder) => {
    const run = (...args: readonly string[]) => encode(folder, args);
    makeOtherSounds(run);
    makeOtherPictures(run);
    writeFileSync(join(folder, 'empty.mkv'), '');
    writeFileSync(join(folder, 'archive.mkv'), Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(20_000)]));
    writeFileSync(join(folder, 'page.mp4'), '<!doctype html><title>A page</title>');
    // A list that would lead a careless reader to another file.
    writeFileSync(join(folder, 'list.mkv'), '#EXTM3U\n#EXT-X-TARGETDURATION:8\n#EXTINF:8,\nac3.mkv\n#EXT-X-ENDLIST\n');
  }, answerFirst);
}

const inputs = {
  picture: ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=8'],
  slow: ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=1:duration=8'],
  sound: ['-f', 'lavfi', '-i', 'sine=frequency=440:beep_factor=4:sample_rate=48000:duration=8'],
  other: ['-f', 'lavfi', '-i', 'sine=frequency=880:sample_rate=48000:duration=8'],
  h264: ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-g', '50', '-sc_threshold', '0'],
};

type Run = (...args: readonly string[]) => void;

/** Films with sound that browsers do not know, or cannot change. */
function makeOtherSounds(run: Run): void {
  const { picture, sound, other, h264 } = inputs;
  run(...picture, ...sound, ...h264, '-c:a', 'aac', 'plain.mp4');
  const plain = ['-i', 'plain.mp4', '-map', '0:v', '-map', '0:a', '-c:v', 'copy'];
  run(...plain, '-c:a', 'ac3', 'ac3.mkv');
  run(...plain, '-c:a', 'eac3', 'eac3.mkv');
  run(...plain, '-c:a', 'dca', '-strict', '-2', 'dts.mkv');
  run(...plain, '-c:a', 'mp2', 'mp2.mkv');
  run(...plain, '-af', 'pan=5.1|FC=c0', '-c:a', 'ac3', 'surround.mkv');
  const both = ['-i', 'plain.mp4', ...other, '-map', '0:v', '-map', '0:a', '-map', '1:a', '-c:v', 'copy', '-c:a'];
  const languages = ['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=deu', '-metadata:s:a:1'];
  run(...both, 'ac3', ...languages, 'title=Kommentar', 'two-sounds.mkv');
  run(...both, 'aac', ...languages, 'title=Kommentar', 'two-sounds.mp4');
  run('-i', 'plain.mp4', '-an', '-c', 'copy', 'no-sound.mkv');
  run('-i', 'plain.mp4', '-c', 'copy', 'transport.ts');
}

/** Films with pictures that browsers do not know, or know badly. */
function makeOtherPictures(run: Run): void {
  const { picture, slow, sound, h264 } = inputs;
  run(
    ...picture,
    ...sound,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p10le',
    '-c:a',
    'aac',
    'ten-bit.mkv',
  );
  run(
    ...picture,
    ...sound,
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    'log-level=error',
    '-c:a',
    'ac3',
    'hevc.mkv',
  );
  run(...picture, ...sound, '-c:v', 'mpeg4', '-vtag', 'xvid', '-c:a', 'libmp3lame', 'old.avi');
  run(...picture, ...sound, '-c:v', 'wmv2', '-c:a', 'wmav2', 'windows.wmv');
  run(...picture, ...sound, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-c:a', 'pcm_s16le', 'camera.mov');
  run(...picture, ...sound, '-c:v', 'mpeg2video', '-c:a', 'mp2', 'television.mpg');
  const half = ['-vf', 'scale=320:240,setsar=4/3,interlace', '-flags', '+ilme+ildct'];
  run('-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=50:duration=8', ...half, ...h264, 'television.mkv');
  const hdr = 'log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';
  const wide = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'];
  run(
    ...picture,
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p10le',
    '-x265-params',
    hdr,
    ...wide,
    'hdr.mkv',
  );
  run(...slow, ...sound, ...h264, '-c:a', 'ac3', 'one-frame.mkv');
  run(...sound, '-c:a', 'wmav2', 'song.wma');
}
