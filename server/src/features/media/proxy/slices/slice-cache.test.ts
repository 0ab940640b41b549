import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { until } from '@matinee/testkit/until.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UpstreamAnswer, UpstreamRequest } from '../../../../drivers/upstream/upstream.ts';
import { makeLog } from '../../../../kernel/log.ts';
import { bytesOf } from '../proxy.fixture.ts';
import { serveCached } from '../serving/cached.ts';
import { makeEveryCache } from './every-cache.ts';
import { SliceCache } from './slice-cache.ts';
import { partsOf, sliceBytes } from './slice-math.ts';
import { SliceStore } from './slice-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-slices-'));
});
/** A slice that its readers already have may still be on its way to the disk. */
const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
afterEach(removeFolder);

/** A server of one body, in this process. */
class FakeUpstream {
  body: Buffer;
  etag = '"1"';
  hasRanges = true;
  /** The requested ranges. */
  asked: string[] = [];
  /** Each request breaks off after this many bytes. */
  breakAfter: number | undefined;

  constructor(body: Buffer) {
    this.body = body;
  }

  open = async ({ conditions }: UpstreamRequest): Promise<UpstreamAnswer> => {
    const range = conditions?.['range'] ?? '';
    this.asked.push(range);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range)!;
    const { body, etag } = this;
    const start = Number(first);
    const end = Math.min(Number(last), body.length - 1);
    const headers = { etag, 'content-type': 'video/mp4' };
    const url = 'http://films.test/film.mp4';
    if (!this.hasRanges) return { status: 200, headers, url, body: Readable.from([body]) };
    if (start >= body.length) return { status: 416, headers: {}, url, body: Readable.from([]) };
    const part = body.subarray(start, end + 1);
    const { breakAfter } = this;
    const chunks = function* () {
      for (let place = 0; place < part.length; place += 65_536) {
        if (breakAfter !== undefined && place > breakAfter) throw new Error('reset');
        yield part.subarray(place, Math.min(place + 65_536, part.length));
      }
    };
    return {
      status: 206,
      headers: {
        ...headers,
        'content-range': `bytes ${start}-${end}/${body.length}`,
        'content-length': String(part.length),
      },
      url,
      body: Readable.from(chunks()),
    };
  };

  close = async () => undefined;
}

let opened = 0;

async function openCache(upstream: FakeUpstream, maxBytes = 1e9, clock = new FakeClock()) {
  const store = new SliceStore(folder, maxBytes, `owner${++opened}`);
  await store.restore();
  return { store, clock, cache: new SliceCache({ store, upstream, clock, log: makeLog('silent') }) };
}

/** Reads as a client with these headers. */
async function read(
  cache: SliceCache,
  given: Record<string, string> = {},
  identity = 'film',
  { owner = 'usr_1', signal = new AbortController().signal } = {},
) {
  const answer = await serveCached(cache, identity, {
    url: 'http://films.test/film.mp4',
    headers: {},
    format: 'file',
    method: 'GET',
    given,
    signal,
    owner,
  });
  if (!answer) return undefined;
  const chunks: Buffer[] = [];
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  await answer.write?.(out);
  return { ...answer, body: Buffer.concat(chunks) };
}

const film = bytesOf(2 * sliceBytes + 700_000);

test('[SC1] the parts of slices make up the range, whatever their length', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(3_000), fc.integer({ min: 1, max: 700 }), (start, more, unit) => {
      const places: number[] = [];
      for (const { index, from, to } of partsOf({ start, end: start + more }, unit)) {
        expect(from).toBeLessThan(to);
        expect(to).toBeLessThanOrEqual(unit);
        for (let place = from; place < to; place++) places.push(index * unit + place);
      }
      expect(places).toEqual(Array.from({ length: more + 1 }, (_, place) => start + place));
    }),
  );
});

test('[SC1] every range gives the bytes of the body, exactly', async () => {
  const border = fc.constantFrom(0, 1, sliceBytes - 1, sliceBytes, sliceBytes + 1, 2 * sliceBytes, film.length - 1);
  const place = fc.oneof(border, fc.nat(film.length + 10));
  const range = fc.oneof(
    fc.tuple(place, place).map(([a, b]) => `bytes=${Math.min(a, b)}-${Math.max(a, b)}`),
    place.map((start) => `bytes=${start}-`),
    place.map((length) => `bytes=-${length}`),
  );
  const upstream = new FakeUpstream(film);
  await fc.assert(
    fc.asyncProperty(fc.array(range, { minLength: 1, maxLength: 4 }), fc.boolean(), async (ranges, isNew) => {
      if (isNew) removeFolder();
      const { cache } = await openCache(upstream);
      const answers = await Promise.all(ranges.map((one) => read(cache, { range: one })));
      for (const [n, answer] of answers.entries()) {
        const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(ranges[n]!)!;
        const start = first === '' ? Math.max(0, film.length - Number(last)) : Number(first);
        const end = first === '' || last === '' ? film.length : Number(last) + 1;
        const expected = film.subarray(start, end);
        if (expected.length === 0) expect(answer!.status).toBe(416);
        else expect(answer!.body.equals(expected), ranges[n]!).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});

test('[SC2] [SC11] ten thousand ranges at once ask upstream once for each slice', async () => {
  const upstream = new FakeUpstream(film);
  const { cache } = await openCache(upstream);
  const before = process.memoryUsage().rss;
  const answers = await Promise.all(
    Array.from({ length: 10_000 }, (_, n) => {
      const start = (n * 7919) % (film.length - 10);
      return read(cache, { range: `bytes=${start}-${start + 9}` }).then((answer) => {
        expect(answer!.body.equals(film.subarray(start, start + 10))).toBe(true);
      });
    }),
  );
  expect(answers.length).toBe(10_000);
  expect(new Set(upstream.asked).size).toBe(upstream.asked.length);
  expect(upstream.asked.length).toBeLessThanOrEqual(4);
  expect(process.memoryUsage().rss - before).toBeLessThan(2_000_000_000);
});

test('[SC4] two processes on one folder do not finish what the other has begun', async () => {
  const upstream = new FakeUpstream(film);
  const [one, two] = [await openCache(upstream), await openCache(upstream)];
  const answers = await Promise.all([read(one.cache), read(two.cache), read(one.cache)]);
  for (const answer of answers) expect(answer!.body.equals(film)).toBe(true);
  const third = await openCache(upstream);
  expect((await read(third.cache))!.body.equals(film)).toBe(true);
});

test('[SC2] one slice is fetched ahead, and no more', async () => {
  const upstream = new FakeUpstream(bytesOf(5 * sliceBytes));
  const { cache, store } = await openCache(upstream);
  await read(cache, { range: 'bytes=0-9' });
  await until('the slice ahead is there or given up', () => upstream.asked.length === 2);
  expect(upstream.asked[1]).toBe(`bytes=${sliceBytes}-${2 * sliceBytes - 1}`);
  expect(store.figures.slices).toBeLessThanOrEqual(2);
});

test('[SC3] a server without ranges is passed on, and nothing is written', async () => {
  const upstream = new FakeUpstream(film);
  upstream.hasRanges = false;
  const { cache } = await openCache(upstream);
  expect(await read(cache, { range: 'bytes=0-9' })).toBeUndefined();
  expect(await read(cache)).toBeUndefined();
  expect([upstream.asked.length, readdirSync(folder)]).toEqual([1, []]);
});

async function settled(store: SliceStore, slices: number): Promise<void> {
  await until('the slices are stored', () => store.figures.slices === slices);
}

test('[SC4] the next process has the slices, but for those of the wrong length', async () => {
  const upstream = new FakeUpstream(film);
  const first = await openCache(upstream);
  await read(first.cache);
  await settled(first.store, 3);
  const [body] = readdirSync(folder);
  truncateSync(join(folder, body!, '1'), 1_000_000);
  writeFileSync(join(folder, body!, '7.part'), 'half');
  rmSync(join(folder, 'foreign'), { force: true });
  upstream.asked = [];
  const second = await openCache(upstream);
  expect(second.store.figures.slices).toBe(2);
  expect(readdirSync(join(folder, body!)).sort()).toEqual(['0', '2', 'head.json']);
  expect((await read(second.cache))!.body.equals(film)).toBe(true);
  expect(upstream.asked).toEqual([`bytes=${sliceBytes}-${2 * sliceBytes - 1}`]);
});

test('[SC5] what was used longest ago goes first', async () => {
  const upstream = new FakeUpstream(film);
  const { cache, store } = await openCache(upstream, 2 * sliceBytes + 700_000);
  await read(cache);
  await settled(store, 3);
  await read(cache, { range: 'bytes=0-9' });
  await read(cache, { range: 'bytes=0-9' }, 'other film');
  await until('a slice has gone', () => store.figures.bytes <= store.figures.maxBytes && store.evictions > 0);
  const [first] = [...readdirSync(folder)].filter((id) => readdirSync(join(folder, id)).includes('0'));
  expect(first).toBeDefined();
  expect(store.figures.bytes).toBeLessThanOrEqual(store.figures.maxBytes);
});

test('[SC5] short slices count for more than they have, and nothing is left of a body whose slices are gone', async () => {
  const upstream = new FakeUpstream(Buffer.from('x'));
  const { cache, store } = await openCache(upstream, 10 * 65_536);
  for (let n = 0; n < 30; n++) await read(cache, {}, `film ${n}`);
  await until('the oldest have gone', () => store.figures.slices === 10 && readdirSync(folder).length === 10);
  expect(store.figures).toMatchObject({ bytes: 10, bodies: 10 });
});

test('[SC5] nothing is left of a body of which no slice arrives', async () => {
  const upstream = new FakeUpstream(film);
  upstream.breakAfter = 0;
  const { cache, store } = await openCache(upstream);
  await read(cache, { range: 'bytes=0-9' }).catch(() => undefined);
  await until('the folder is gone', () => store.figures.bodies === 0 && readdirSync(folder).length === 0);
});

test('[SC10] a folder that somebody deletes is made again, and nobody else is served without the cache', async () => {
  const upstream = new FakeUpstream(film);
  const { cache, store } = await openCache(upstream);
  await read(cache, { range: 'bytes=0-9' });
  await settled(store, 2);
  for (const id of readdirSync(folder)) rmSync(join(folder, id), { recursive: true });
  expect((await read(cache))!.body.equals(film)).toBe(true);
  expect(await read(cache, { range: 'bytes=0-9' }, 'other film')).toBeDefined();
});

test('[SC15] a reader who has gone does not have the server of the film asked', async () => {
  const upstream = new FakeUpstream(bytesOf(40 * sliceBytes));
  const { cache } = await openCache(upstream);
  await read(cache, { range: 'bytes=0-9' });
  let open: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  const ask = upstream.open;
  let begun = 0;
  upstream.open = async (request) => {
    begun += 1;
    await held;
    return ask(request);
  };
  const gone = new AbortController();
  const ranges = Array.from({ length: 18 }, (_, n) => ({
    range: `bytes=${(2 * n + 2) * sliceBytes}-${(2 * n + 2) * sliceBytes + 9}`,
  }));
  const reading = ranges.map((range) => read(cache, range, 'film', { signal: gone.signal }).catch(() => undefined));
  const other = read(cache, { range: `bytes=${39 * sliceBytes}-${39 * sliceBytes + 9}` }, 'film', { owner: 'usr_2' });
  await until('as many are asked for as may be', () => begun === 16);
  gone.abort();
  open();
  expect((await other)!.body.length).toBe(10);
  await Promise.all(reading);
  // Of the 36 wanted slices only those that had begun, and the one of the other user.
  expect(begun).toBeLessThanOrEqual(17);
});

test('[SC6] a film that changes ends the answer, and the next one has the new bytes only', async () => {
  const upstream = new FakeUpstream(film);
  const { cache, store } = await openCache(upstream);
  await read(cache, { range: 'bytes=0-9' });
  await settled(store, 2);
  const other = bytesOf(film.length, 99);
  upstream.body = other;
  upstream.etag = '"2"';
  await expect(read(cache)).rejects.toMatchObject({ reason: 'proxy.changed' });
  expect((await read(cache))!.body.equals(other)).toBe(true);
});

test('[SC7] conditions are answered from the cache', async () => {
  const { cache } = await openCache(new FakeUpstream(film));
  await read(cache, { range: 'bytes=0-9' });
  expect((await read(cache, { 'if-none-match': '"0", W/"1"' }))!.status).toBe(304);
  expect((await read(cache, { 'if-none-match': '"2"', range: 'bytes=0-9' }))!.status).toBe(206);
  expect((await read(cache, { 'if-range': '"1"', range: 'bytes=0-9' }))!.status).toBe(206);
  expect((await read(cache, { 'if-range': '"2"', range: 'bytes=0-9' }))!.status).toBe(200);
  const beyond = (await read(cache, { range: `bytes=${film.length}-` }))!;
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${film.length}`]);
});

test('[SC8] a version is believed, then asked about beside, then first', async () => {
  const upstream = new FakeUpstream(film.subarray(0, 1000));
  const clock = new FakeClock();
  const { cache, store } = await openCache(upstream, 1e9, clock);
  await read(cache);
  await settled(store, 1);
  upstream.body = bytesOf(2000, 7);
  upstream.etag = '"2"';
  clock.advance(9 * 60_000);
  expect((await read(cache))!.body.length).toBe(1000);
  expect(upstream.asked.length).toBe(1);
  clock.advance(2 * 60_000);
  expect((await read(cache))!.body.length).toBe(1000);
  await until('upstream is asked beside', async () => (await read(cache))!.body.length === 2000);
  upstream.body = bytesOf(3000, 8);
  upstream.etag = '"3"';
  clock.advance(25 * 3_600_000);
  expect((await read(cache))!.body.length).toBe(3000);
});

test('[SC9] a slice that breaks off is fetched again; twice ends the answer', async () => {
  const upstream = new FakeUpstream(film.subarray(0, sliceBytes));
  const { cache, store } = await openCache(upstream);
  upstream.breakAfter = 2_000_000;
  const open = upstream.open;
  upstream.open = async (request) => {
    const answer = await open(request);
    upstream.breakAfter = undefined;
    return answer;
  };
  expect((await read(cache))!.body.equals(film.subarray(0, sliceBytes))).toBe(true);
  expect(upstream.asked.length).toBe(2);
  await settled(store, 1);
  await cache.purge();
  upstream.open = open;
  upstream.breakAfter = 2_000_000;
  await expect(read(cache)).rejects.toThrow('reset');
});

test('[SC12] everything is deleted while slices are written, also what nobody has counted', async () => {
  const upstream = new FakeUpstream(film);
  const { cache } = await openCache(upstream);
  mkdirSync(join(folder, 'uncounted'));
  writeFileSync(join(folder, 'uncounted', '0'), 'left by a purge that failed');
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      expect((await read(cache))!.body.equals(film)).toBe(true);
      // What is in memory is read within one turn.
      await new Promise(setImmediate);
    }
  })();
  for (let round = 0; round < 60; round++) {
    await cache.purge();
    await new Promise(setImmediate);
  }
  isOver = true;
  await reading;
  await cache.purge();
  expect(readdirSync(folder).filter((name) => name === 'uncounted')).toEqual([]);
});

test('[SC16] what was just read is in memory, until it is deleted', async () => {
  const upstream = new FakeUpstream(film);
  const { cache, store } = await openCache(upstream);
  await read(cache);
  await settled(store, 3);
  for (const id of readdirSync(folder)) truncateSync(join(folder, id, '0'), 0);
  expect((await read(cache))!.body.equals(film)).toBe(true);
  expect(upstream.asked.length).toBe(3);
  await cache.purge();
  upstream.body = bytesOf(film.length, 99);
  expect((await read(cache))!.body.equals(upstream.body)).toBe(true);
});

test('[SC10] while the disk takes nothing, films are passed on', async () => {
  const upstream = new FakeUpstream(film);
  const { cache } = await openCache(upstream);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file where the folder was');
  await expect(read(cache)).rejects.toThrow();
  expect(await read(cache)).toBeUndefined();
});

test('[SC12] every replica is asked, and those that are silent are counted', async () => {
  const clock = new FakeClock();
  const handlers = new Set<(payload: string) => void>();
  const bus = {
    publish: (_: string, payload: string) => [...handlers].forEach((hear) => void hear(payload)),
    subscribe: (_: string, hear: (payload: string) => void) => {
      handlers.add(hear);
      return () => void handlers.delete(hear);
    },
  };
  const { cache, store } = await openCache(new FakeUpstream(film), 1e9, clock);
  await read(cache);
  await settled(store, 3);
  let replicaCount = 2;
  const common = { smallBodies: { clear: () => 0 }, bus, clock, replicaCount: () => replicaCount };
  const one = makeEveryCache({ ...common, replicaId: 'one', local: undefined });
  const two = makeEveryCache({ ...common, replicaId: 'two', local: { cache, store } });
  one.start();
  two.start();
  expect(await one.ask('stats')).toMatchObject({
    replicas: [
      { replicaId: 'one', enabled: false },
      { replicaId: 'two', enabled: true, slices: 3, bytes: film.length },
    ],
    silentReplicas: 0,
  });
  expect((await one.ask('evict')).freedBytes).toBe(0);
  clock.advance(25 * 3_600_000);
  expect((await one.ask('evict')).freedBytes).toBe(film.length);
  expect(readdirSync(folder)).toEqual([]);
  replicaCount = 3;
  let isOver = false;
  const asked = one.ask('purge').finally(() => {
    isOver = true;
  });
  await until('the silent one is given up', () => {
    clock.advance(1_000);
    return isOver;
  });
  expect(await asked).toMatchObject({ silentReplicas: 1 });
});
