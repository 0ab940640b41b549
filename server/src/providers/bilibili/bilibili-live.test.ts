import { deflateSync } from 'node:zlib';
import { create } from '@bufbuild/protobuf';
import { BilibiliSourceSchema } from '@matinee/contract/gen/service/provider/bilibili_pb.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import type { CommentNews, CommentTalk } from '../live-comments.ts';
import type { ResolveContext } from '../provider.ts';
import { type FakeBilibili, goodSession, liveRoom, startFakeBilibili } from './bilibili.fake.ts';
import { bilibiliComments } from './bilibili.live.ts';
import { liveComment, liveKey, livePacket, packed } from './bilibili-live.fake.ts';

let fake: FakeBilibili;
let talk: CommentTalk;
beforeAll(async () => {
  fake = await startFakeBilibili();
  talk = await talkWith();
});
afterAll(() => fake?.stop());

const source = (value: string) => create(BilibiliSourceSchema, { item: { case: 'liveRoomId', value } });

function talkWith(account?: ResolveContext['account'], room = liveRoom): Promise<CommentTalk> {
  const remembered = new Map<string, Promise<unknown>>();
  return bilibiliComments.talk(source(room), {
    clock: systemClock,
    ask: async (url, request) => fetch(url.replace(/^https:\/\/[^/]+/, fake.url), request as RequestInit),
    remember: <T>(name: string, work: () => Promise<T>) => {
      const known = remembered.get(name) ?? work();
      remembered.set(name, known);
      return known as Promise<T>;
    },
    secrets: {},
    account,
  });
}
const read = async (frame: Buffer): Promise<CommentNews> => talk.read(frame);
const textsOf = ({ comments = [] }: CommentNews) => comments.map(({ text }) => text);
const entering = ({ greeting: [first] }: CommentTalk) =>
  JSON.parse(
    Buffer.from(first as Uint8Array)
      .subarray(16)
      .toString(),
  );

test('[BI9] live streams have comments, films have none that are live', () => {
  expect(bilibiliComments.areThere(source(liveRoom))).toBe(true);
  expect(bilibiliComments.areThere(create(BilibiliSourceSchema, { item: { case: 'episodeId', value: '1' } }))).toBe(
    false,
  );
});

test('[BI9] a visitor enters with the key, at a server of Bilibili', async () => {
  for (let i = 0; i < 6; i += 1)
    expect((await talkWith()).url).toMatch(/^wss:\/\/(?:zj-cn-live-comet|broadcastlv)\.chat\.bilibili\.com:2245\/sub$/);
  const first = Buffer.from(talk.greeting[0] as Uint8Array);
  expect([first.readUInt32BE(0), first.readUInt16BE(4), first.readUInt16BE(6), first.readUInt32BE(8)]).toEqual([
    first.length,
    16,
    1,
    7,
  ]);
  expect(entering(talk)).toEqual({
    uid: 0,
    roomid: Number(liveRoom),
    protover: 3,
    platform: 'web',
    type: 2,
    key: liveKey,
  });
  expect(Buffer.from(talk.beat.frame as Uint8Array).readUInt32BE(8)).toBe(2);
});

test('[BI9] with an account it enters as that', async () => {
  const account = { id: 'pac_1', credentials: { token: goodSession, userId: '686127' } };
  expect(entering(await talkWith(account))).toMatchObject({ uid: 686_127, key: liveKey });
});

test('[BI9] a stream that is gone cannot be heard', async () => {
  await expect(talkWith(undefined, '1')).rejects.toThrow('upstream');
});

test('[BI9] comments come plain, with zlib and with brotli, many in one frame', async () => {
  const [one, two] = [
    liveComment('one', { mode: 5, size: 36, color: 0xffcc00, author: 'anna' }),
    liveComment('two', { mode: 4, size: 18 }),
  ];
  expect((await read(Buffer.concat([one, two]))).comments).toEqual([
    { id: '', authorId: '', author: 'anna', text: 'one', mode: 'top', color: 0xffcc00, size: 'large' },
    { id: '', authorId: '', author: 'a***', text: 'two', mode: 'bottom', color: 16_777_215, size: 'small' },
  ]);
  expect(textsOf(await read(packed.brotli(one, two)))).toEqual(['one', 'two']);
  expect(textsOf(await read(packed.zlib(one, two)))).toEqual(['one', 'two']);
});

test('[BI9] being let in, and not', async () => {
  expect(await read(livePacket(8, 1, '{"code":0}'))).toEqual({ isOpen: true });
  await expect(read(livePacket(8, 1, '{"code":-101}'))).rejects.toThrow('lets nobody in');
  expect(await read(livePacket(3, 1, Buffer.alloc(4)))).toEqual({});
});

test('[BI9] other commands, and comments that are programs or have no text, are passed over', async () => {
  const others = [
    '{"cmd":"WATCHED_CHANGE","data":{"num":1}}',
    '{"cmd":"DANMU_MSG","info":[]}',
    '{"cmd":"DANMU_MSG","info":{}}',
    '{',
    '',
    'null',
  ];
  const frame = Buffer.concat([
    ...others.map((text) => livePacket(5, 0, text)),
    liveComment('7', { mode: 7 }),
    liveComment('last'),
  ]);
  expect(textsOf(await read(frame))).toEqual(['last']);
});

test.each([
  [
    'a length beyond the frame',
    () => Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff]), liveComment('x').subarray(4)]),
  ],
  ['a length of nothing', () => Buffer.alloc(64)],
  ['a header that is cut off', () => liveComment('x').subarray(0, 9)],
  ['bad zlib', () => livePacket(5, 2, 'not zlib')],
  ['bad brotli', () => livePacket(5, 3, Buffer.alloc(100, 0xff))],
  ['a bomb', () => livePacket(5, 2, deflateSync(Buffer.alloc(64 * 1_048_576)))],
  ['packets packed twice', () => packed.zlib(packed.zlib(liveComment('x')))],
  ['too many packets', () => packed.brotli(...Array.from({ length: 5_001 }, () => livePacket(5, 0, '')))],
])('[BI9] %s ends the conversation', async (_, frame) => {
  await expect(read(frame())).rejects.toThrow();
});

test('[BI9] whatever bytes come, it reads or refuses them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 0, max: 9 }), async (bytes, version) => {
      for (const frame of [Buffer.from(bytes), livePacket(5, version, Buffer.from(bytes))]) {
        const outcome = await read(frame).then(
          (news) => typeof news,
          (error: unknown) => error instanceof Error && 'error',
        );
        expect(['object', 'error']).toContain(outcome);
      }
    }),
    { numRuns: 300 },
  );
});
