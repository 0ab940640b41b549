import { expect, test } from 'vitest';
import { isOfOrigin } from './segment-check.ts';

const film = Uint8Array.from({ length: 20_000 }, (_, place) => place % 251);
const url = 'https://media.test/segment.ts';

/** An origin that has `film` from `start` on; records the requests. */
function origin(answer: 'ranges' | 'whole' | 'missing' | 'silent' = 'ranges') {
  const asked: string[] = [];
  const fetchIt = async (_: unknown, init: RequestInit) => {
    const range = (init.headers as Record<string, string>)['range']!;
    asked.push(range);
    if (answer === 'silent') throw new TypeError('no network');
    if (answer === 'missing') return new Response(null, { status: 404 });
    if (answer === 'whole') return new Response(film);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range)!;
    const headers = { 'content-range': `bytes ${first}-${last}/${film.length}` };
    return new Response(film.slice(Number(first), Number(last) + 1), { status: 206, headers });
  };
  return { asked, fetchIt: fetchIt as typeof fetch };
}

test.each(['ranges', 'whole'] as const)(
  '[WSW6] the bytes of the origin are taken, others are not: %s',
  async (answer) => {
    for (const random of [() => 0, () => 0.5, () => 0.999_999]) {
      const { fetchIt } = origin(answer);
      expect(await isOfOrigin(url, undefined, film.buffer, { fetchIt, random })).toBe(true);
      const wrong = film.map((byte) => byte ^ 1);
      expect(await isOfOrigin(url, undefined, wrong.buffer, { fetchIt, random })).toBe(false);
    }
  },
);

test('[WSW6] a part of a file is compared at its place, and its length is not that of the file', async () => {
  const { asked, fetchIt } = origin();
  const part = film.slice(8_000, 14_000).buffer;
  const range = { start: 8_000, end: 13_999 };
  expect(await isOfOrigin(url, range, part, { fetchIt, random: () => 0.25 })).toBe(true);
  expect(asked).toEqual(['bytes=8476-12571']);
});

test('[WSW6] what is too short, too long or empty is not the segment', async () => {
  const { fetchIt } = origin();
  const random = () => 0;
  for (const bytes of [film.slice(0, 10_000), Uint8Array.from([...film, ...film]), new Uint8Array(0)])
    expect(await isOfOrigin(url, undefined, bytes.buffer as ArrayBuffer, { fetchIt, random })).toBe(false);
});

test('[WSW6] a peer is not blamed for an origin that does not answer', async () => {
  for (const answer of ['missing', 'silent'] as const)
    expect(await isOfOrigin(url, undefined, film.buffer, { ...origin(answer), random: () => 0 })).toBe(true);
});
