/** Streams whose rows are there, and whose process has them no more. */
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../../../kernel/log.ts';
import { LiveStream } from '../air/live-stream.ts';
import { frameHead, frameKind } from './relay-frames.ts';
import { makeRelaySigner } from './relay-signer.ts';
import { encodeState } from './relay-state.ts';
import { Relays, type RelaysParts } from './relays.ts';

const row = { room_id: 'room_1', media_id: 'med_1', generation_id: 'str_1', replica_id: 'other' };

/** Relays to a process that gives these pieces, or answers that the stream is not there. */
function start(pieces?: readonly Buffer[]) {
  const clock = new FakeClock();
  const signer = makeRelaySigner('secret', clock);
  const stored = { ...row, relay_address: 'http://127.0.0.1:1' };
  const query: object = new Proxy(
    {},
    { get: (_, name) => (name === 'executeTakeFirst' ? async () => stored : () => query) },
  );
  const relays = new Relays({
    ...{ clock, signer, log: makeLog('silent'), db: { query: () => query } },
    ...{ replicaId: 'this', staleMs: () => 0, mostPastSeconds: () => 0 },
    open: async ({ url }: { url: string }) => {
      const { searchParams } = new URL(url);
      const proof = signer.proofOf({ exp: searchParams.get('exp')!, sig: searchParams.get('sig')! });
      async function* body() {
        yield* pieces ?? [];
      }
      return { status: pieces ? 200 : 404, header: () => proof, body: body() };
    },
  } as unknown as RelaysParts);
  return { clock, relays, find: () => relays.find('room_1', 'med_1') };
}

test('[LS44] viewers of a stream that is not there are told that it is off the air, and it is asked for a little later', async () => {
  const { clock, relays, find } = start();
  for (let viewer = 0; viewer < 3; viewer += 1) {
    await expect(find()).rejects.toMatchObject({ reason: 'streams.off_air' });
    await expect(relays.findGeneration('room_1', 'med_1', 'str_1')).rejects.toMatchObject({
      reason: 'streams.off_air',
    });
  }
  expect(relays.started).toBe(1);
  clock.advance(1_000);
  await expect(find()).rejects.toMatchObject({ reason: 'streams.off_air' });
  expect(relays.started).toBe(2);
});

test('[LS44] so are those who come to a stream that has ended, which is read on as HLS', async () => {
  const clock = new FakeClock();
  const source = new LiveStream({ generationId: 'str_1', clock });
  const feed = { onTag: () => undefined, onFacts: () => undefined, onEnd: () => undefined };
  const state = encodeState(source.share(feed)!);
  const pieces = [frameHead(frameKind.state, 0, state.length), state, frameHead(frameKind.end, 0, 0)];
  const { relays, find } = start(pieces);
  const stream = await find();
  await expect.poll(() => stream.isOver).toBe(true);
  await expect(find()).rejects.toMatchObject({ reason: 'streams.off_air' });
  expect(await relays.findGeneration('room_1', 'med_1', 'str_1')).toBe(stream);
  expect(relays.started).toBe(1);
});
