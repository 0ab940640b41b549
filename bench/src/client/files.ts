/** The film of the benchmark, its comments, and a page that shows the film and nothing else. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '@matinee/testkit/films/encoded.ts';
import { serveMadeFiles } from '@matinee/testkit/media.ts';

export const commentsPerSecond = 100;

const bare = '<!doctype html><body style="margin:0"><video src="film.mp4" autoplay muted style="width:100%"></video>';

/** Serves `film.mp4`, `all.xml` and `bare.html`. */
export function serveFiles(filmSeconds: number) {
  return serveMadeFiles((folder) => {
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=30:duration=${filmSeconds}`];
    const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${filmSeconds}`];
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '60', '-c:a', 'aac'];
    encode(folder, [...picture, ...sound, ...codecs, '-movflags', '+faststart', 'film.mp4']);
    const comments = Array.from(
      { length: filmSeconds * commentsPerSecond },
      (_, n) => `<d p="${n / commentsPerSecond},1,25,16777215">comment ${n}</d>`,
    );
    writeFileSync(join(folder, 'all.xml'), `<i>${comments.join('')}</i>`);
    writeFileSync(join(folder, 'bare.html'), bare);
  });
}
