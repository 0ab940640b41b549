import { fromJson } from '@bufbuild/protobuf';
import type { DanmakuComment } from '@matinee/contract/gen/api.ts';
import { DanmakuDocumentSchema } from '@matinee/contract/gen/service/client/danmaku_pb.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toDanmakuDocument } from './danmaku-document.ts';

const read = async (text: string): Promise<DanmakuComment[]> =>
  JSON.parse(await toDanmakuDocument(new TextEncoder().encode(text))).comments;
const xml = (...lines: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><i><chatid>1</chatid>${lines.join('')}<source>k-v</source></i>`;
const white = { mode: 'scroll', color: '#ffffff', size: 'normal' };

test('[DK1] comments of Bilibili, in the order of their times', async () => {
  const document = xml(
    '<d p="12.5,1,25,16777215,1700000000,0,abc,1,10">later &amp; longer</d>',
    '<d p="1.2345,5,36,255,1700000000,0,abc,2,10"><![CDATA[above]]></d>',
    '<d p="3,4,18,0,1700000000,0,abc,3,10">below</d>',
  );
  expect(await read(document)).toEqual([
    { position_seconds: 1.235, mode: 'top', color: '#0000ff', size: 'large', text: 'above' },
    { position_seconds: 3, mode: 'bottom', color: '#000000', size: 'small', text: 'below' },
    { ...white, position_seconds: 12.5, text: 'later & longer' },
  ]);
});

test.each([
  ['dandanplay', '{"count":1,"comments":[{"cid":1,"p":"2.50,5,16776960,anna","m":"hi"}]}'],
  ['DPlayer', '{"code":0,"data":[[2.5,1,16776960,"anna","hi"]]}'],
  ['ArtPlayer', '[{"text":"hi","time":2.5,"mode":1,"color":"#FFFF00","border":true}]'],
  ['this server', '{"comments":[{"position_seconds":2.5,"mode":"top","color":"#ffff00","size":"normal","text":"hi"}]}'],
])('[DK1] comments of %s', async (_, document) => {
  expect(await read(document)).toEqual([
    { position_seconds: 2.5, mode: 'top', color: '#ffff00', size: 'normal', text: 'hi' },
  ]);
});

test.each([
  '<!doctype html><html><body>sign in</body></html>',
  '<i><d p="1,1,25,1">',
  '<i><d p="1,1,25,1">a</i></d>',
  '{"error":"no"}',
  '{"comments":[{"id":1}]}',
  '[1,2,3]',
  'hello',
  '',
])('[DK1] %j holds no comments', async (document) => {
  await expect(read(document)).rejects.toThrow('');
});

test('[DK2] what lacks a time, a place or a text is left out', async () => {
  const texts = await read(
    xml(
      '<d p="NaN,1,25,1">a</d>',
      '<d p="-1,1,25,1">b</d>',
      '<d p="1e99,1,25,1">c</d>',
      '<d p="200000,1,25,1">d</d>',
      '<d p="1,7,25,1">[0,0,"1-1",4.5,"e"]</d>',
      '<d p="1,8,25,1">f()</d>',
      '<d p="1,1,25,1"> \u200b\u0007 </d>',
      '<d>g</d>',
      '<d p="1,1,25,99999999">kept</d>',
    ),
  );
  expect(texts).toEqual([{ ...white, position_seconds: 1, text: 'kept' }]);
});

test('[DK2] texts are one line without marks that nobody sees, and whole characters', async () => {
  const [first, second] = await read(
    `[${JSON.stringify({ time: 0, text: 'one\ntwo\u202e three 👩‍🚀' })},${JSON.stringify({ time: 1, text: '😀'.repeat(300) })}]`,
  );
  expect(first!.text).toBe('one two three 👩‍🚀');
  expect(second!.text).toBe('😀'.repeat(200));
});

test('[DK3] of a long document an even selection is left', async () => {
  const many = Array.from({ length: 50_000 }, (_, i) => [50_000 - i, 0, 0, '', `c${i}`]);
  const comments = await read(JSON.stringify({ code: 0, data: many }));
  expect(comments).toHaveLength(20_000);
  expect(comments[0]!.position_seconds).toBe(1);
  expect(comments.at(-1)!.position_seconds).toBeGreaterThan(49_990);
});

test('[DK4] entities of a document are not expanded', async () => {
  const bomb = `<!DOCTYPE i [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><i><d p="1,1,25,1">&b;</d></i>`;
  await expect(read(bomb)).rejects.toThrow('');
});

test('[DK4] others are served while a long document is read', async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const lines = Array.from({ length: 20_000 }, (_, i) => `<d p="${i},1,25,1">comment ${i}</d>`);
  expect(await read(xml(...lines))).toHaveLength(20_000);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(2);
});

test('[DK1] [DK2] whatever is read, it is refused or is a document of the contract', async () => {
  const attribute = fc.array(fc.oneof(fc.double().map(String), fc.integer().map(String), fc.string({ maxLength: 5 })), {
    maxLength: 6,
  });
  const harmless = (text: string) => text.replace(/[&<>"]/g, '.');
  const comment = fc.tuple(attribute, fc.string({ unit: 'binary', maxLength: 30 }));
  await fc.assert(
    fc.asyncProperty(fc.array(comment, { maxLength: 10 }), async (comments) => {
      const lines = comments.map(([p, text]) => `<d p="${harmless(p.join(','))}">${harmless(text)}</d>`);
      const bytes = new TextEncoder().encode(xml(...lines));
      const document = await toDanmakuDocument(bytes).catch(() => undefined);
      if (document === undefined) return;
      const known = fromJson(DanmakuDocumentSchema, inContractNames(document));
      for (const { positionSeconds, color, text } of known.comments) {
        expect(Number.isFinite(positionSeconds) && positionSeconds >= 0).toBe(true);
        expect(color).toMatch(/^#[0-9a-f]{6}$/);
        expect(text).not.toMatch(/[\p{Cc}\n]/u);
        expect([...text].length).toBeLessThanOrEqual(200);
      }
    }),
  );
});

/** JSON of the contract has enum values without their prefix. */
function inContractNames(document: string) {
  return JSON.parse(document, (key, value) =>
    key === 'mode' || key === 'size' ? `DANMAKU_${key}_${value}`.toUpperCase() : value,
  );
}
