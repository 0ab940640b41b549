import { makeTeletextFilm, type SentPage } from '@matinee/testkit/films/teletext-film.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTransport } from '../transport/transport-film.ts';
import { readPart } from './read-part.ts';

const reading = (film: Uint8Array) => async (start: number, end: number) => new Uint8Array(film.subarray(start, end));

const hello: SentPage = { seconds: 1, lines: { 20: '\x07  [[Hello  <there>]] x', 22: '[[and you]]' } };

function textsOf(pages: readonly SentPage[], { language = 'eng', from = 0, to = 30 } = {}) {
  const film = makeTeletextFilm({ language, seconds: 40, pages });
  return readPart(reading(film), film.length, { order: 0, from, to });
}

test('[DX12] a page is shown until it is erased, and only what stands in its boxes', async () => {
  expect(await textsOf([hello, { seconds: 3 }])).toEqual({
    cues: [{ start: 1, end: 3, text: 'Hello &lt;there&gt;\nand you' }],
    pictures: [],
  });
});

test('[DX12] a page that is sent again as it is stays one text, and one that nothing ends lasts ten seconds', async () => {
  const { cues } = await textsOf([hello, { ...hello, seconds: 4 }, { seconds: 6, isAdding: true, lines: { 22: '' } }]);
  expect(cues).toEqual([
    { start: 1, end: 6, text: 'Hello &lt;there&gt;\nand you' },
    { start: 6, end: 16, text: 'Hello &lt;there&gt;' },
  ]);
});

test('[DX12] other pages, and lines that follow them, are left out', async () => {
  const lines = { 21: '[[other]]' };
  const { cues } = await textsOf([
    ...[hello, { seconds: 2, page: 0x889, lines }, { seconds: 2.2, page: 0x188, lines }, { seconds: 3 }],
  ]);
  expect(cues).toEqual([{ start: 1, end: 3, text: 'Hello &lt;there&gt;\nand you' }]);
});

test('[DX12] a text is in the part in which it begins, with its end in the next one', async () => {
  const pages = [{ ...hello, seconds: 29 }, { seconds: 33 }];
  expect((await textsOf(pages)).cues).toMatchObject([{ start: 29, end: 33 }]);
  expect((await textsOf(pages, { from: 30, to: 60 })).cues).toEqual([]);
});

test.each([
  ['eng', 0, '#30 {', '£30 ¼'],
  ['ger', 4, '~ {|} @', 'ß äöü §'],
  ['fra', 1, '@ {', 'à â'],
  ['pol', 0, '@ |', 'ą ś'],
])('[DX12] letters of %s are those of its country', async (language, set, sent, text) => {
  const { cues } = await textsOf([{ seconds: 1, set, lines: { 20: `[[${sent}]]` } }], { language });
  expect(cues.map((cue) => cue.text)).toEqual([text]);
});

test('[DX11] [DX12] the tables tell teletext, unless it is in other letters', async () => {
  const toldOf = (language: string) => {
    const film = makeTeletextFilm({ language, seconds: 2, pages: [] });
    return readTransport(reading(film), film.length);
  };
  expect(await toldOf('ger')).toMatchObject([{ codec: 'teletext', language: 'ger', name: 'Teletext 888' }]);
  expect(await toldOf('rus')).toEqual([]);
});

test('[DX3] [DX12] damaged pages end in an answer or an error, and one wrong bit of an address is put right', async () => {
  const film = makeTeletextFilm({ language: 'eng', seconds: 5, pages: [hello, { seconds: 3 }] });
  const request = { order: 0, from: 0, to: 30 };
  const wrong = Buffer.from(film);
  // The address of the first line, behind its kind, its length, its place and the byte that is always the same.
  wrong[wrong.indexOf(Buffer.from([0x03, 44, 0xe7, 0xe4])) + 4]! ^= 0x10;
  expect((await readPart(reading(wrong), film.length, request)).cues).toHaveLength(1);
  const change = fc.tuple(fc.nat(), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 30 }), async (changes) => {
      const damaged = Uint8Array.from(film);
      for (const [place, byte] of changes) damaged[place % damaged.length] = byte;
      await readPart(reading(damaged), damaged.length, request).catch((cause: unknown) => {
        expect(cause).toBeInstanceOf(Error);
      });
    }),
    { numRuns: 100 },
  );
});

test('[DX12] pages of which one letter changes at a time are bounded', async () => {
  const lines = Object.fromEntries(Array.from({ length: 24 }, (_, i) => [i + 1, `[[${'x'.repeat(36)}`]));
  const pages = Array.from({ length: 6_000 }, (_, i): SentPage => {
    const seconds = 1 + i / 1_000;
    return i === 0 ? { seconds, lines } : { seconds, isAdding: true, lines: { 24: `[[${i}` } };
  });
  await expect(textsOf(pages)).rejects.toThrow('the subtitles are too large');
});
