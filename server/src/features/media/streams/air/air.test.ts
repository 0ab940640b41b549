import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amf, encodeAmf0 } from '../../../../drivers/rtmp/amf0.ts';
import { readAudioTag, readVideoTag } from '../../../../drivers/rtmp/av-tags.ts';
import { makeLog } from '../../../../kernel/log.ts';
import { GroupCache } from './group-cache.ts';
import { LiveStream, type TagReader } from './live-stream.ts';
import { OnAir, type OnAirParts } from './on-air.ts';
import { readMetadata } from './stream-facts.ts';
import type { Tag } from './tag.ts';
import { Timeline } from './timeline.ts';

/** A picture as the publisher sends it, of `length` bytes. */
const picture = (isKey: boolean, length = 100) =>
  Buffer.concat([Buffer.from(isKey ? '1701000000' : '2701000000', 'hex'), Buffer.alloc(length)]);
const config = {
  video: Buffer.from('17000000000164001fffe1000467640001010002' + '68ee', 'hex'),
  audio: Buffer.from('af001210', 'hex'),
};
const tag = (ms: number, isKey: boolean, length?: number): Tag => {
  const payload = picture(isKey, length);
  return { track: 'video', ms, payload, media: readVideoTag(payload) };
};

test('[LS5] a process that takes as many streams as it can refuses others', async () => {
  const parts = { clock: new FakeClock(), log: makeLog('silent'), mostStreams: 0 } as unknown as OnAirParts;
  const publisher = { address: '192.0.2.1', end: () => undefined };
  expect(await new OnAir(parts).authorize({ app: 'live/room', name: 'key' }, publisher)).toBe('unavailable');
});

test('[LS5] two that come for the last place at once get it once', async () => {
  const row = { room_id: 'room', media_id: 'med_1', creator_id: 'usr_1', expires_at: null };
  const query: object = new Proxy(
    {},
    { get: (_, name) => (name === 'executeTakeFirst' ? async () => row : () => query) },
  );
  const parts = {
    ...{
      clock: new FakeClock(),
      log: makeLog('silent'),
      ids: { make: () => 'str_1' },
      replicaId: 'one',
      mostStreams: 1,
    },
    db: { query: () => query, write: async () => undefined },
    library: { findMedia: async () => ({ media: { creatorId: 'usr_1', source: { source: { case: 'rtmp' } } } }) },
    members: { findStanding: async () => ({ permissions: new Set() }) },
    follow: () => () => undefined,
    pasts: { begin: () => undefined },
    takesOver: () => false,
  } as unknown as OnAirParts;
  const air = new OnAir(parts);
  const publisher = { address: '192.0.2.1', end: () => undefined };
  const asked = ['a', 'b'].map((key) => air.authorize({ app: 'live/room', name: key }, publisher));
  const answers = (await Promise.all(asked)).map((answer) => (typeof answer === 'string' ? answer : 'taken in'));
  expect(answers.sort()).toEqual(['taken in', 'unavailable']);
  expect(air.streams).toHaveLength(1);
});

test('[LS12] a database that is slow is not asked for dead processes again before it has answered', async () => {
  const answers: (() => void)[] = [];
  const write = () => new Promise<void>((resolve) => answers.push(resolve));
  const parts = { clock: new FakeClock(), log: makeLog('silent'), db: { write }, staleMs: () => 0 };
  const air = new OnAir(parts as unknown as OnAirParts);
  for (let time = 0; time < 3; time += 1) air.look();
  expect(answers).toHaveLength(1);
  answers[0]!();
  await air.settle();
  await new Promise(setImmediate);
  air.look();
  expect(answers).toHaveLength(2);
});

describe('the time of a stream', () => {
  test('[LS21] begins with 0, wherever the clock of the encoder begins, and wraps around with it', () => {
    const timeline = new Timeline();
    const first = 2 ** 32 - 50;
    expect([first, first + 25, 0, 25].map((stamp) => timeline.at(stamp))).toEqual([0, 25, 45, 70]);
  });

  test('[LS21] never jumps, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 32 - 1)), (stamps) => {
        const timeline = new Timeline();
        let before = 0;
        return stamps.every((stamp) => {
          const at = timeline.at(stamp);
          const isSteady = at >= 0 && Math.abs(at - before) <= 5_000;
          before = at;
          return isSteady;
        });
      }),
    );
  });
});

describe('the frames since the last key frame', () => {
  test('[LS22] are kept, and no others', () => {
    const cache = new GroupCache();
    for (const [ms, isKey] of [
      [0, false],
      [40, true],
      [80, false],
      [120, true],
      [160, false],
    ] as const)
      cache.add(tag(ms, isKey), true);
    expect(cache.tags.map(({ ms }) => ms)).toEqual([120, 160]);
  });

  test('[LS22] are not kept where they are too many, until the next key frame', () => {
    const cache = new GroupCache();
    cache.add(tag(0, true), true);
    for (let i = 1; i < 10; i += 1) cache.add(tag(i, false, 1_048_576), true);
    expect(cache.tags).toEqual([]);
    cache.add(tag(20, false), true);
    expect(cache.tags).toEqual([]);
    cache.add(tag(40, true), true);
    expect(cache.tags.map(({ ms }) => ms)).toEqual([40]);
  });
});

test('[LS22] sound that came before the first picture is not kept once there is one', () => {
  const cache = new GroupCache();
  const payload = Buffer.from('af0100', 'hex');
  const sound = (ms: number): Tag => ({ track: 'audio', ms, payload, media: readAudioTag(payload) });
  cache.add(sound(0), false);
  cache.add(sound(20), false);
  cache.add(tag(40, false), true);
  cache.add(sound(60), true);
  expect(cache.tags).toEqual([]);
  cache.add(tag(80, true), true);
  expect(cache.tags.map(({ ms }) => ms)).toEqual([80]);
});

describe('what an encoder tells', () => {
  const metadata = (...pairs: [string, Amf][]) => encodeAmf0('@setDataFrame', 'onMetaData', new Map(pairs));

  test('[LS23] is read as far as it is of use', () => {
    const told = readMetadata(
      metadata(['width', 1920], ['height', 1080], ['framerate', 30], ['encoder', 'obs\u202e'], ['x', 'y']),
    );
    expect(told).toEqual({ width: 1920, height: 1080, frameRate: 30, encoder: 'obs' });
  });

  test('[LS23] has limits', () => {
    expect(readMetadata(metadata(['width', -1], ['height', Number.NaN], ['encoder', 'x'.repeat(9_000)]))).toEqual({
      width: undefined,
      height: undefined,
      frameRate: undefined,
      encoder: 'x'.repeat(80),
    });
    expect(readMetadata(Buffer.from('no AMF'))).toBeUndefined();
  });
});

describe('a stream on the air', () => {
  const clock = new FakeClock();
  const make = () => new LiveStream({ generationId: 'str_1', clock });
  const readerOf = (told: string[]): TagReader => ({
    onTag: ({ track, media }) => void told.push(`${track} ${media.kind}`),
    onChanged: () => void told.push('changed'),
    onEnd: () => void told.push('end'),
  });
  const take = (stream: LiveStream, kind: 'audio' | 'video', timestamp: number, payload: Buffer) =>
    stream.take({ kind, timestamp, payload });
  const { signal } = new AbortController();

  test('[LS22] is known once both tracks are, or after a second of one', async () => {
    const both = make();
    const isSettled = both.settled(signal);
    take(both, 'video', 0, config.video);
    take(both, 'audio', 0, config.audio);
    expect(await isSettled).toBe(true);
    const silent = make();
    take(silent, 'video', 0, config.video);
    take(silent, 'video', 0, picture(true));
    const known = silent.settled(signal);
    take(silent, 'video', 1_000, picture(false));
    expect(await known).toBe(true);
    expect(silent.facts).toMatchObject({ video: 'h264', audio: undefined });
  });

  test('[LS22] who waits for a stream that ends, or goes, waits no longer', async () => {
    const stream = make();
    const gone = new AbortController();
    const [waits, leaves] = [stream.settled(signal), stream.settled(gone.signal)];
    gone.abort();
    expect(await leaves).toBe(false);
    stream.end();
    expect(await waits).toBe(false);
  });

  test('[LS22] begins for everybody with what decoders need and a key frame', () => {
    const stream = make();
    take(stream, 'video', 0, config.video);
    take(stream, 'audio', 0, config.audio);
    take(stream, 'video', 0, picture(true));
    take(stream, 'video', 40, picture(false));
    take(stream, 'video', 1_000, picture(true));
    take(stream, 'audio', 1_010, Buffer.from('af0100', 'hex'));
    const beginning = stream.beginning.map(({ track, media, ms }) => `${track} ${media.kind} at ${ms}`);
    expect(beginning).toEqual(['video config at 0', 'audio config at 0', 'video frame at 1000', 'audio frame at 1010']);
  });

  test('[LS27] whose tracks become others begins anew for its readers', () => {
    const stream = make();
    const told: string[] = [];
    take(stream, 'video', 0, config.video);
    take(stream, 'audio', 0, config.audio);
    stream.attach(readerOf(told));
    take(stream, 'video', 0, picture(true));
    take(stream, 'video', 40, config.video);
    expect(told).toEqual(['video frame', 'video config']);
    take(stream, 'audio', 50, Buffer.from('af001190', 'hex'));
    expect(told.slice(2)).toEqual(['changed']);
  });

  test.each([
    ['other decoders', Buffer.from('af001190', 'hex'), ['changed']],
    ['the same', config.audio, ['video frame', 'video frame']],
  ])('[LS27] [LS45] begins anew for its readers where a new link brings %s', (_, audio, expected) => {
    const source = make();
    const relayed = make();
    const feed = { onTag: () => undefined, onFacts: () => undefined, onEnd: () => undefined };
    const share = () => {
      const state = source.share(feed)!;
      source.unshare(feed);
      return state;
    };
    take(source, 'video', 0, config.video);
    take(source, 'audio', 0, config.audio);
    take(source, 'video', 0, picture(true));
    relayed.adopt(share());
    const told: string[] = [];
    relayed.attach(readerOf(told));
    take(source, 'audio', 40, audio);
    take(source, 'video', 80, picture(true));
    take(source, 'video', 120, picture(false));
    relayed.adopt(share());
    expect(told).toEqual(expected);
    expect(relayed.readerCount).toBe(expected.includes('changed') ? 0 : 1);
  });

  test('[LS20] tells its end once, and takes nothing after it', () => {
    const stream = make();
    const told: string[] = [];
    stream.attach(readerOf(told));
    stream.end();
    stream.end();
    take(stream, 'video', 0, picture(true));
    expect(told).toEqual(['end']);
    expect(stream.attach(readerOf(told))).toBe(false);
  });
});
