import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { serveBroughtFilms } from '@matinee/testkit/films/brought-films.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cinema, startCinema } from '../../proxy/proxy.fixture.ts';

/** ffmpeg comes after everything else that the machine has to do, in milliseconds. */
const patient = { timeout: 150_000 };

describe.skipIf(!hasFfmpeg)('a film that was read for its picture', () => {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-ffprobe-'));
  const calls = join(folder, 'calls');
  let cinema: Cinema;
  let films: Awaited<ReturnType<typeof serveBroughtFilms>>;

  beforeAll(async () => {
    const ffprobe = join(folder, 'ffprobe');
    const real = join(dirname(programPath('ffmpeg')), 'ffprobe');
    writeFileSync(ffprobe, `#!/bin/sh\necho "$*" >> ${calls}\nexec ${real} "$@"\n`);
    chmodSync(ffprobe, 0o755);
    symlinkSync(programPath('ffmpeg'), join(folder, 'ffmpeg'));
    films = await serveBroughtFilms();
    const config = { 'conversion.enabled': true, 'media_probe.enabled': true };
    cinema = await startCinema({ config: { ...config, 'conversion.ffmpeg_path': join(folder, 'ffmpeg') } });
  });
  afterAll(async () => {
    films?.close();
    await cinema?.server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const readings = () => (existsSync(calls) ? readFileSync(calls, 'utf8').match(/-show_streams/g) : null)?.length ?? 0;

  test('[CV17] is not read again for its conversion', async () => {
    const key = { ...(await cinema.add(`${films.url}/old.avi`)), noun: 'conversion', mode: '' };
    const {
      owner: { token },
      room,
      server,
    } = cinema;
    const request = { media_id: key.version.split('.')[0]! };
    await expect
      .poll(
        async () => (await server.ok({ call: 'RoomService.GetMedia', token, room, request })).media.artwork,
        patient,
      )
      .toBeDefined();
    expect(readings()).toBe(1);
    expect((await cinema.get(cinema.urlFor(key))).status).toBe(200);
    expect(readings()).toBe(1);
  });
});
