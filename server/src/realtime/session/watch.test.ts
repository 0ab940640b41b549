import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import { changePayload } from '../frames.ts';
import { settle } from '../peer.fixture.ts';
import { chatEvents, playbackState, roomId, selfRoomMember, userPrincipal } from '../people.fixture.ts';
import { makeHarness } from '../realtime.fixture.ts';

async function watching(options: { after?: number; query?: typeof chatEvents | typeof playbackState } = {}) {
  const harness = await makeHarness();
  const stop = new AbortController();
  const { after, query = chatEvents } = options;
  const resume = after === undefined ? {} : { afterEventSequence: after };
  const stream = () =>
    harness.realtime.watch(harness.callOf(userPrincipal('usr_ann')), query as never, {
      signal: stop.signal,
      ...resume,
    });
  return { harness, stop, stream };
}

test('[RT21] gives the state, then changes, and ends with the signal', async () => {
  const { harness, stop, stream } = await watching({ query: playbackState });
  const changes = stream()[Symbol.asyncIterator]();
  expect((await changes.next()).value).toMatchObject({ version: 1, snapshot: true });
  harness.changePlayback();
  expect((await changes.next()).value).toMatchObject({ version: 2, snapshot: false, sequence: 1n });
  const end = changes.next();
  stop.abort();
  expect(await end).toEqual({ done: true, value: undefined });
  expect(harness.realtime.connectionCount).toBe(0);
});

test('[RT21] a long past is replayed as fast as it is read', async () => {
  const { harness, stream } = await watching({ after: 0 });
  for (let n = 0; n < 600; n++) harness.chat();
  const sequences: number[] = [];
  let isDone = false;
  const reading = (async () => {
    for await (const change of stream()) {
      sequences.push(Number(change.sequence));
      if (sequences.length === 601) break;
    }
    isDone = true;
  })();
  for (let n = 0; n < 100 && !isDone; n++) {
    await settle();
    harness.clock.advance(20);
    if (sequences.length === 600) harness.chat();
  }
  await reading;
  expect(sequences).toEqual(Array.from({ length: 601 }, (_, n) => n + 1));
  expect(harness.realtime.connectionCount).toBe(0);
});

test('[RT21] a reader that stops reading, a forbidden resource and an ended sign-in are errors', async () => {
  const { harness, stream } = await watching();
  const slow = stream()[Symbol.asyncIterator]();
  const first = slow.next();
  await settle();
  harness.chat();
  await first;
  for (let n = 0; n < 300; n++) harness.chat();
  await expect(slow.next()).rejects.toMatchObject({ reason: 'realtime.too_slow' });

  const ended = stream()[Symbol.asyncIterator]().next();
  await settle();
  harness.terminate('user', 'usr_ann', TerminationCode.REVOKED);
  await expect(ended).rejects.toMatchObject({ code: 'unauthenticated' });

  harness.state.standings.set('usr_ann', { roomId, role: 2, permissions: new Set() });
  await expect(stream()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ reason: 'realtime.not_permitted' });
  expect(harness.realtime.connectionCount).toBe(0);
});

test('[RT21] a state that cannot be loaded anew ends the stream as what it is', async () => {
  let isAway = false;
  const away = new AppError('unavailable', 'store.unavailable', 'The database is away.');
  const following = {
    case: 'selfRoomMember' as const,
    key: () => 'self',
    followsStanding: true,
    snapshot: async () => {
      if (isAway) throw away;
      return { version: 0, payload: changePayload({ snapshot: true }) };
    },
  };
  const harness = await makeHarness({ resources: [following] });
  const changes = harness.realtime
    .watch(harness.callOf(userPrincipal('usr_ann')), selfRoomMember as never)
    [Symbol.asyncIterator]();
  await changes.next();
  isAway = true;
  harness.events.commit(roomId, 'roomSettings', changePayload({}));
  await expect(changes.next()).rejects.toBe(away);
});

test('[RT21] a stream is not present, and silence does not end it', async () => {
  const { harness, stream } = await watching();
  const next = stream()[Symbol.asyncIterator]().next();
  await settle();
  harness.clock.advance(120_000);
  expect(harness.realtime.onlineCount(roomId)).toBe(0);
  harness.chat();
  expect((await next).value).toMatchObject({ sequence: 1n });
});
