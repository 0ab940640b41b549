/** The film that all encoders of the benchmark send. */
import { readFlv } from '@matinee/server/drivers/muxing/flv-film.fixture.ts';
import type { FlvTag } from '@matinee/server/drivers/muxing/flv-reader.ts';
import { encodedBytes } from '@matinee/testkit/films/encoded.ts';

/** Length of the film in milliseconds. */
export const filmMs = 10_000;

/** 720 lines, 30 pictures and 2.5 megabits a second, a key frame every two seconds, and sound. */
export function makeFilm(): readonly FlvTag[] {
  const seconds = String(filmMs / 1_000);
  const inputs = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30', '-f', 'lavfi', '-i', 'sine', '-t', seconds];
  const rate = [
    '-b:v',
    '2500k',
    '-minrate',
    '2500k',
    '-maxrate',
    '2500k',
    '-bufsize',
    '2500k',
    '-x264-params',
    'nal-hrd=cbr',
  ];
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p', ...rate];
  const keys = ['-g', '60', '-keyint_min', '60', '-sc_threshold', '0'];
  return readFlv(encodedBytes([...inputs, ...video, ...keys, '-c:a', 'aac', '-b:a', '128k'], 'film.flv'));
}
