import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followRenewals } from './renewals.ts';

const master = (generation: number) => `/api/rooms/film.m3u8?sig=${generation}&uid=anna&exp=${generation}`;
const level = (generation: number) => `/api/rooms/part?t=720&sig=x${generation}&uid=anna&exp=${generation}`;
const sound = (generation: number) => `/api/rooms/part?t=deu&sig=y${generation}&uid=anna&exp=${generation}`;
const here = (path: string) => `http://matinee.test${path}`;

let asked: string[] = [];
let isAway = false;

beforeEach(() => {
  asked = [];
  isAway = false;
  vi.stubGlobal('location', new URL('http://matinee.test/r/room_1'));
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (isAway) throw new TypeError('no connection');
    const generation = Number(/exp=(\d+)/.exec(url)?.[1]);
    const media = `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",URI="${sound(generation)}"`;
    return new Response(`#EXTM3U\n${media}\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${level(generation)}\n`);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('[SY74] while nothing is renewed, nothing is asked', () => {
  const currentOf = followRenewals(master(1), () => master(1));
  expect(currentOf(here(master(1)))).toBe(here(master(1)));
  expect(currentOf(here(level(1)))).toBe(here(level(1)));
  expect(asked).toEqual([]);
});

test('[SY74] the list of the film is read at its new address at once, those that it names after one question', async () => {
  let generation = 1;
  const currentOf = followRenewals(master(1), () => master(generation));
  generation = 2;
  expect(currentOf(here(master(1)))).toBe(here(master(2)));
  expect(await Promise.all([currentOf(here(level(1))), currentOf(here(sound(1)))])).toEqual([
    here(level(2)),
    here(sound(2)),
  ]);
  expect(asked).toEqual([here(master(2))]);
  // A player may ask for the address that it got as an answer.
  expect(await currentOf(here(level(2)))).toBe(here(level(2)));
  generation = 3;
  expect(await currentOf(here(level(1)))).toBe(here(level(3)));
  expect(asked).toEqual([here(master(2)), here(master(3))]);
});

test('[SY74] a player that waits for the next list waits at the new address', async () => {
  const currentOf = followRenewals(master(1), () => master(2));
  const directives = '&_HLS_msn=7&_HLS_part=2&_HLS_skip=YES';
  expect(await currentOf(here(level(1) + directives))).toBe(here(level(2) + directives));
  expect(currentOf(here(master(1) + directives))).toBe(here(master(2) + directives));
});

test('[SY74] a film whose signature was renewed while the player loaded begins at the new address', () => {
  const currentOf = followRenewals(master(1), () => master(2));
  // hls.js asks for the list by the address that it was given, as the server names it.
  expect(currentOf(master(1))).toBe(here(master(2)));
});

test('[SY74] what is in a signed folder is read in the folder that serves now', async () => {
  const folder = (generation: number) =>
    `/api/playback-providers/room_1/direct-url/med_1.1/dash-resources/original/0/segment/target/anna.1/${generation}/x${generation}/`;
  vi.stubGlobal('fetch', async () => new Response(`<MPD><BaseURL>${folder(2)}</BaseURL></MPD>`));
  const currentOf = followRenewals('/film.mpd?sig=1&exp=1', () => '/film.mpd?sig=2&exp=2');
  expect(await currentOf(here(`${folder(1)}a/7.m4s?b=1`))).toBe(here(`${folder(2)}a/7.m4s?b=1`));
  const other = here(folder(1).replace('target', 'other'));
  expect(await currentOf(other)).toBe(other);
});

test('[SY74] what the list does not name, and what cannot be found out, is left as it is', async () => {
  const currentOf = followRenewals(master(1), () => master(2));
  const other = 'https://else.test/list.m3u8?exp=1';
  expect(await currentOf(other)).toBe(other);
  isAway = true;
  const blind = followRenewals(master(1), () => master(2));
  expect(await blind(here(level(1)))).toBe(here(level(1)));
});

test.each([
  ['refuses', async () => new Response('busy', { status: 503 })],
  ['breaks off', async () => new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('lost')) }))],
])('[SY74] a list that the server %s is asked for again, and the player waits for nothing', async (_, answer) => {
  const usual = fetch;
  vi.stubGlobal('fetch', answer);
  const currentOf = followRenewals(master(1), () => master(2));
  expect(await currentOf(here(level(1)))).toBe(here(level(1)));
  vi.stubGlobal('fetch', usual);
  expect(await currentOf(here(level(1)))).toBe(here(level(2)));
});
