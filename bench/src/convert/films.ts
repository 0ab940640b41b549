/** Films that browsers cannot play: MPEG-4 with AC-3 in AVI, as of 2006, but 720p. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '@matinee/testkit/films/encoded.ts';
import { serveMadeFiles } from '@matinee/testkit/media.ts';

export const filmSeconds = 60;

/** `count` films at `url`/0.avi and so on. To the server each of them is another one. */
export function serveFilms(count: number) {
  return serveMadeFiles((folder) => {
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=25:duration=${filmSeconds}`];
    const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=48000:duration=${filmSeconds}`];
    const codecs = ['-c:v', 'mpeg4', '-b:v', '4M', '-vtag', 'xvid', '-c:a', 'ac3'];
    encode(folder, [...picture, ...sound, ...codecs, 'film.avi']);
    for (let n = 0; n < count; n += 1) copyFileSync(join(folder, 'film.avi'), join(folder, `${n}.avi`));
  });
}
