import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeOpener } from './open-source.ts';

interface Played {
  srcObject: object | null;
  currentSrc: string;
  crossOrigin: string | null;
  load(): void;
}

const element = (currentSrc: string, more: Partial<Played> = {}) => {
  const made: Played = { srcObject: null, currentSrc, crossOrigin: null, load: vi.fn(), ...more };
  return made as Played & HTMLMediaElement;
};
const giving = (ok: boolean) => vi.fn(async () => new Response(null, { status: ok ? 200 : 404 }));
const refusing = () => vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')));

beforeEach(() => void vi.stubGlobal('location', { origin: 'https://room.example' }));
afterEach(() => void vi.unstubAllGlobals());

test('[WEL4] sound of this server, of a media source and of an own file is open, without a question', async () => {
  const ask = giving(true);
  const { open } = makeOpener(ask);
  for (const address of ['https://room.example/film.mp4', 'blob:https://room.example/1'])
    expect(await open(element(address), true)).toBe('open');
  expect(ask).not.toHaveBeenCalled();
});

test('[WEL4] WebRTC and HLS of Safari are left to the browser, and nothing is known before there is a film', async () => {
  const { open } = makeOpener(giving(true));
  expect(await open(element('', { srcObject: {} }), true)).toBe('browser');
  expect(await open(element('https://cdn.example/film.m3u8?a=1'), true)).toBe('browser');
  expect(await open(element(''), true)).toBe('later');
});

test('[WEL4] a site that gives its film to pages is asked once, and the film loaded so', async () => {
  const ask = giving(true);
  const { open } = makeOpener(ask);
  const film = element('https://cdn.example/film.mp4?sig=1');
  expect(await open(film, true)).toBe('later');
  expect([film.crossOrigin, vi.mocked(film.load).mock.calls.length]).toEqual(['anonymous', 1]);
  expect(await open(film, true)).toBe('open');
  film.currentSrc = 'https://cdn.example/film.mp4?sig=2';
  expect(await open(film, true)).toBe('open');
  expect(ask).toHaveBeenCalledTimes(1);
});

test.each([giving(false), refusing()])('[WEL4] where the site gives it to no page, it stays as it is', async (ask) => {
  const film = element('https://cdn.example/film.mp4');
  expect(await makeOpener(ask).open(film, true)).toBe('site');
  expect([film.crossOrigin, vi.mocked(film.load).mock.calls.length]).toEqual([null, 0]);
});

test('[WEL4] nobody is asked for a person who does not want it', async () => {
  const ask = giving(true);
  expect(await makeOpener(ask).open(element('https://cdn.example/film.mp4'), false)).toBe('site');
  expect(ask).not.toHaveBeenCalled();
});

test('[WEL4] the next film, of a site that may give it to no page, is not asked for in that way', async () => {
  const { open } = makeOpener(giving(true));
  const film = element('https://cdn.example/film.mp4');
  await open(film, true);
  film.currentSrc = 'https://other.example/film.mp4';
  expect(await open(film, false)).toBe('later');
  expect([film.crossOrigin, vi.mocked(film.load).mock.calls.length]).toEqual([null, 2]);
});
