import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { afterEach, expect, test } from 'vitest';
import { makeLog } from '../../../../kernel/log.ts';
import { LiveStream } from '../air/live-stream.ts';
import { playlistOf } from '../hls/playlist.ts';
import { addresses } from '../hls/playlist-addresses.fixture.ts';
import { faultsOf, faultsOfChange, type ReadPlaylist, readPlaylist } from '../hls/playlist-rules.fixture.ts';
import { serveSegment } from '../hls/serve-hls.ts';
import { configs, keyFrame, opus } from '../streams.fixture.ts';
import { Pasts, type PastsParts } from './pasts.ts';

const interFrame = Buffer.from('27010000000000000241ff', 'hex');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A stream whose past is kept; settings and what writes can be changed. */
function begin({ dvrMinutes = 1, maxDvrMegabytes = 16 } = {}, more: Partial<PastsParts> = {}) {
  const clock = new FakeClock(Date.UTC(2026, 0, 1));
  const pastFolder = join(mkdtempSync(join(tmpdir(), 'matinee-past-')), 'pasts');
  folders.push(dirname(pastFolder));
  const settings = { dvrMinutes, maxDvrMegabytes };
  const pasts = new Pasts({ clock, log: makeLog('silent'), settings, pastFolder, pastShare: 1, ...more });
  const makeStream = (generationId: string, hasOpus = false) => {
    const stream = new LiveStream({ generationId, clock });
    const past = pasts.begin(generationId);
    stream.hls.window.past = past;
    stream.take({ kind: 'video', timestamp: 0, payload: configs.video });
    if (hasOpus) stream.take({ kind: 'audio', timestamp: 0, payload: opus.config });
    let ms = 0;
    return {
      ...{ stream, past },
      /** Sends seconds with a key frame at the beginning of each, of so many bytes. */
      async film(seconds: number, bytes = 0) {
        for (const endMs = ms + seconds * 1_000; ms < endMs; ms += 100) {
          const payload = ms % 1_000 === 0 ? withBytes(keyFrame, bytes) : interFrame;
          stream.take({ kind: 'video', timestamp: ms, payload });
          if (hasOpus) stream.take({ kind: 'audio', timestamp: ms + 7, payload: opus.packet });
          clock.advance(100);
          if (ms % 1_000 === 0) await past.settled();
        }
        await past.settled();
      },
      async list(): Promise<ReadPlaylist> {
        return readPlaylist(
          playlistOf(stream.hls.window.viewPast(await past.list()), {
            ...addresses,
            hasParts: stream.hls.window.hasParts,
          }),
        );
      },
      read: async (number: number, ending = '.ts') => {
        const answer = await serveSegment(stream.hls, `${number}${ending}`, undefined, new AbortController().signal);
        const pieces: Buffer[] = [];
        await answer.write!({ write: (piece: Buffer) => pieces.push(piece) } as never);
        return Buffer.concat(pieces);
      },
    };
  };
  return { clock, pasts, settings, pastFolder, makeStream };
}

/** One slice of a picture, longer by `bytes`. */
function withBytes(frame: Buffer, bytes: number): Buffer {
  if (bytes === 0) return frame;
  const slice = Buffer.concat([frame.subarray(9), Buffer.alloc(bytes, 0x55)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(slice.length);
  return Buffer.concat([frame.subarray(0, 5), length, slice]);
}
const secondsOf = ({ segments }: ReadPlaylist) => segments.reduce((sum, { seconds = 0 }) => sum + seconds, 0);

test('[LS70] what leaves the memory can still be listed and read, within the rules of the draft', async () => {
  const { makeStream } = begin();
  const { stream, film, list, read } = makeStream('str_1');
  await film(3);
  const first = await read((await list()).first);
  let before = await list();
  const oldest = before.first;
  for (let second = 0; second < 50; second += 1) {
    await film(1);
    const now = await list();
    expect([...faultsOf(now), ...faultsOfChange(before, now)]).toEqual([]);
    before = now;
  }
  expect(stream.hls.window.view().segments).toHaveLength(8);
  expect(before.first).toBe(oldest);
  expect(secondsOf(before)).toBeGreaterThan(50);
  expect(await read(oldest)).toEqual(first);
});

test('[LS70] [LS75] that of MP4 keeps what players read before its segments, for as long as one is there', async () => {
  const { makeStream, settings, pasts } = begin();
  const { stream, film, list, read, past } = makeStream('str_1', true);
  await film(4);
  const [oldest] = (await list()).segments;
  const init = Number(oldest!.init!.replace('.mp4', ''));
  const [head, segment] = [await read(init, '.mp4'), await read(oldest!.number, '.m4s')];
  // A camera with another size: what is shown from now on has another head.
  stream.take({ kind: 'video', timestamp: 4_000, payload: Buffer.concat([configs.video, Buffer.of(0)]) });
  await film(40);
  expect(faultsOf(await list())).toEqual([]);
  expect(stream.hls.window.findInit(init)).toBeUndefined();
  expect([await read(init, '.mp4'), await read(oldest!.number, '.m4s')]).toEqual([head, segment]);
  expect(new Set((await list()).segments.map((one) => one.init)).size).toBe(2);
  settings.dvrMinutes = 0.5;
  pasts.beat();
  expect(await past.readInit(init)).toBeUndefined();
  await expect(read(init, '.mp4')).rejects.toMatchObject({ reason: 'streams.off_air' });
  expect(faultsOf(await list())).toEqual([]);
});

test('[LS72] an encoder whose decoders change all the time has a shorter past, and no more memory', async () => {
  const { makeStream } = begin({ dvrMinutes: 10 });
  const { stream, film, list, past } = makeStream('str_1', true);
  await film(4);
  const { first } = await list();
  for (let second = 4; second < 130; second += 1) {
    const config = Buffer.concat([configs.video, Buffer.of(second)]);
    stream.take({ kind: 'video', timestamp: second * 1_000, payload: config });
    await film(1);
  }
  const now = await list();
  expect([...faultsOf(now), now.segments.length]).toEqual([101]);
  expect(past.reachSeconds).toBe(90);
  expect(await past.readInit(first)).toBeUndefined();
});

test('[LS70] [LS71] it is no longer than the operator allows, at once when that changes', async () => {
  const { makeStream, settings, pasts, pastFolder } = begin();
  const { film, list, past } = makeStream('str_1');
  await film(90);
  expect(secondsOf(await list())).toBeGreaterThan(55);
  expect(secondsOf(await list())).toBeLessThanOrEqual(61);
  expect(past.reachSeconds).toBe(60);
  settings.dvrMinutes = 0;
  pasts.beat();
  await past.settled();
  expect(past.reachSeconds).toBe(0);
  expect(readdirSync(join(pastFolder, 'str_1'))).toEqual([]);
  await film(3);
  expect(past.reachSeconds).toBe(0);
});

test('[LS71] [LS72] all streams together have so many bytes, the oldest of the largest go first, and that is said', async () => {
  const { makeStream, pasts } = begin({ dvrMinutes: 10, maxDvrMegabytes: 16 });
  const small = makeStream('str_1');
  const large = makeStream('str_2');
  await small.film(20, 10_000);
  await large.film(60, 500_000);
  expect(pasts.bytes).toBeLessThanOrEqual(16_000_000);
  expect(pasts.bytes).toBeGreaterThan(15_000_000);
  expect(small.past.advise()).toEqual([]);
  expect(large.past.reachSeconds).toBe(30);
  expect(large.past.advise()).toEqual([{ fault: 'past_short', measured: 30, expected: 600 }]);
  const { segments } = await large.list();
  expect(segments.map(({ number }) => number)).toEqual(segments.map((_, at) => segments[0]!.number + at));
});

test('[LS72] on a full disk it becomes shorter, and the stream goes on', async () => {
  const space = { bytes: Number.POSITIVE_INFINITY };
  const folder = mkdtempSync(join(tmpdir(), 'matinee-past-'));
  folders.push(folder);
  const { makeStream, clock } = begin(
    { dvrMinutes: 10 },
    {
      pastFolder: folder,
      async writePast(path, pieces) {
        await mkdir(dirname(path), { recursive: true });
        if (readdirSync(dirname(path)).length >= space.bytes)
          throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        await writeFile(path, pieces);
      },
    },
  );
  const { film, list, past, read } = makeStream('str_1');
  await film(30);
  expect(past.advise()).toEqual([]);
  space.bytes = 30;
  await film(10);
  expect(past.reachSeconds).toBeGreaterThanOrEqual(10);
  expect(past.reachSeconds).toBeLessThan(30);
  expect(past.advise()).toMatchObject([{ fault: 'past_short', expected: 600 }]);
  const now = await list();
  expect(faultsOf(now)).toEqual([]);
  expect((await read(now.first)).length).toBeGreaterThan(188);
  // Nothing at all can be written: what is in memory is still there.
  space.bytes = 0;
  await film(20);
  expect((await past.list()).length).toBeLessThanOrEqual(1);
  expect((await list()).segments.length).toBeGreaterThanOrEqual(8);
  expect(faultsOf(await list())).toEqual([]);
  space.bytes = Number.POSITIVE_INFINITY;
  await film(70);
  clock.advance(60_000);
  expect(past.advise()).toEqual([]);
  expect(past.reachSeconds).toBe(600);
});

test('[LS71] what is over is erased, and what a killed process left at the next start', async () => {
  const { makeStream, pasts, pastFolder, clock } = begin();
  const { film, past } = makeStream('str_1');
  await film(5);
  expect(readdirSync(pastFolder)).toEqual(['str_1']);
  pasts.end(past);
  clock.advance(59_000);
  pasts.beat();
  expect(readdirSync(pastFolder)).toEqual(['str_1']);
  clock.advance(1_000);
  pasts.beat();
  await past.settled();
  expect(readdirSync(pastFolder)).toEqual([]);
  await mkdir(join(pastFolder, 'str_0'));
  await writeFile(join(pastFolder, 'str_0', '1.ts'), 'x');
  await pasts.start();
  expect(() => readdirSync(pastFolder)).toThrow('ENOENT');
});
