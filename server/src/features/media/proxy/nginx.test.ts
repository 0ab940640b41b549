/** A real film server: nginx, with ranges and without. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Nginx, startNginx } from '@matinee/testkit/outside/nginx.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesOf, type Cinema, startCinema } from './proxy.fixture.ts';

const film = bytesOf(5_000_000);

describe.skipIf(!hasProgram('nginx'))('with nginx', () => {
  let cinema: Cinema;
  let nginx: Nginx;
  beforeAll(async () => {
    nginx = await startNginx(({ root }) => ({ server: `location /whole/ { alias ${root}/; max_ranges 0; }` }));
    writeFileSync(join(nginx.root, 'film.mp4'), film);
    cinema = await startCinema();
  });
  afterAll(async () => {
    await nginx?.stop();
    await cinema?.server.stop();
  });

  const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  test.each(['film.mp4', 'whole/film.mp4'])('[PX5] [SC1] [SC3] all of %s, and parts of it, twice', async (path) => {
    const url = cinema.urlFor(await cinema.add(`${nginx.url}/${path}`));
    for (const _ of ['cold', 'warm']) {
      const whole = await cinema.get(url);
      expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
      expect((await bodyOf(whole)).equals(film)).toBe(true);
      const part = await cinema.get(url, { range: 'bytes=2097150-2097160' });
      const hasRanges = !path.startsWith('whole');
      expect(part.status).toBe(hasRanges ? 206 : 200);
      expect((await bodyOf(part)).equals(hasRanges ? film.subarray(2_097_150, 2_097_161) : film)).toBe(true);
    }
  });

  test('[SC6] a film that is replaced while it is watched', async () => {
    const path = join(nginx.root, 'changing.mp4');
    writeFileSync(path, film);
    const url = cinema.urlFor(await cinema.add(`${nginx.url}/changing.mp4`));
    await bodyOf(await cinema.get(url, { range: 'bytes=0-9' }));
    const other = bytesOf(5_000_000, 7).subarray(0, 4_900_000);
    writeFileSync(path, other);
    const mixed = await cinema
      .get(url)
      .then(bodyOf)
      .catch(() => undefined);
    if (mixed) expect(mixed.equals(film) || mixed.equals(other)).toBe(true);
    expect((await bodyOf(await cinema.get(url))).equals(other)).toBe(true);
  });
});
