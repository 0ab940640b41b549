import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import type { Ffmpeg } from '../../../drivers/ffmpeg/ffmpeg.ts';
import { makeLog } from '../../../kernel/log.ts';
import type { ResourceKey } from '../proxy/proxy.port.ts';
import { makeConversions } from './conversions.service.ts';
import { makeEncoders } from './encoders/encoders.ts';
import { makeFilmReader } from './plan/read-film.ts';
import { makePlaces } from './running/places.ts';

const key = { roomId: 'room_1', version: 'med_1.1', noun: 'conversion' } as ResourceKey;
const viewer = { userId: 'usr_1', sessionId: 'ses_1' };
const song = { format: { duration: '8' }, streams: [{ index: 0, codec_type: 'audio', codec_name: 'wmav2' }] };

/** Conversions with a film that is open or not, and what was deleted. `isBroken`: the disk is. */
function start(isBroken = false) {
  const clock = new FakeClock();
  const seen = { open: 0, probes: 0, dropped: [] as string[], readers: [] as string[] };
  const close = () => {
    seen.open -= 1;
  };
  const localFilms = {
    identify: async () => 'film',
    open: async () => {
      seen.open += 1;
      return {
        url: 'http://127.0.0.1/film',
        identity: 'film',
        readAs: (_: unknown, { userId }: typeof viewer) => void seen.readers.push(userId),
        isReading: () => false,
        close,
      };
    },
  };
  const store = {
    bytes: 0,
    clear: async () => {},
    has: () => false,
    put: async () => {},
    get: async () => undefined,
    drop: async (film: string) => {
      seen.dropped.push(film);
      if (isBroken) throw new Error('the disk cannot be read');
    },
  };
  const ffmpeg = {
    probe: async () => {
      seen.probes += 1;
      return song;
    },
  } as unknown as Ffmpeg;
  const places = makePlaces(clock, { heavy: 1, light: 1 });
  const lines: string[] = [];
  const log = makeLog('warn', { destination: { write: (line) => lines.push(String(line)) > 0 } });
  const encoders = makeEncoders({ wanted: 'software', listDevices: async () => [], clock, log });
  return {
    clock,
    ...{ seen, lines },
    ffmpeg,
    conversions: makeConversions({
      localFilms,
      readFilm: makeFilmReader(clock),
      store,
      places,
      encoders,
      clock,
      log,
      onEnded: () => {},
    }),
  };
}

test('[CV10] a film is one for all who watch it, and forgotten ten minutes after the last one', async () => {
  const { clock, seen, ffmpeg, conversions } = start();
  const end = conversions.watch();
  const film = await conversions.open(ffmpeg, key, viewer);
  clock.advance(9 * 60_000);
  expect(await conversions.open(ffmpeg, { ...key, roomId: 'room_2' }, viewer)).toBe(film);
  clock.advance(9 * 60_000);
  expect({ ...seen, films: conversions.films }).toMatchObject({ open: 1, probes: 1, dropped: [], films: 1 });
  clock.advance(2 * 60_000);
  await expect.poll(() => seen.dropped).toEqual([film.id]);
  expect({ open: seen.open, films: conversions.films }).toEqual({ open: 0, films: 0 });
  end();
});

test('[CV8] thirty who ask at once get one film, which is read as the one who asked last', async () => {
  const { seen, ffmpeg, conversions } = start();
  const films = await Promise.all(Array.from({ length: 30 }, () => conversions.open(ffmpeg, key, viewer)));
  expect({ films: new Set(films).size, open: seen.open, probes: seen.probes }).toEqual({
    films: 1,
    open: 1,
    probes: 1,
  });
  await conversions.open(ffmpeg, { ...key, version: 'med_2.1' }, { ...viewer, userId: 'usr_2' });
  expect(seen.readers.at(-1)).toBe('usr_2');
});

test('[CV10] the log tells that segments could not be deleted', async () => {
  const { lines, ffmpeg, conversions } = start(true);
  await conversions.open(ffmpeg, key, viewer);
  conversions.stop();
  await expect.poll(() => lines.join('')).toContain('the disk cannot be read');
});

test('[CV11] what is no film is read again by the next one who asks', async () => {
  const { seen, conversions } = start();
  const blind = { probe: async () => ({}) } as unknown as Ffmpeg;
  for (let i = 0; i < 2; i++)
    await expect(conversions.open(blind, key, viewer)).rejects.toMatchObject({ reason: 'conversions.unreadable' });
  await expect.poll(() => seen.open).toBe(0);
  expect(conversions.films).toBe(0);
});
