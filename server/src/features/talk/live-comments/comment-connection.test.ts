import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { beforeEach, expect, test } from 'vitest';
import { nextTurn } from '../../../kernel/clock.ts';
import { makeLog } from '../../../kernel/log.ts';
import type { CommentTalk } from '../../../providers/live-comments.ts';
import { fakeChat, talk } from './comment-connection.fixture.ts';
import { firstPauseMs, longestPauseMs, startCommentConnection } from './comment-connection.ts';

/** Makes every pause last its full time: the random part takes nothing off. */
const random = { bytes: (length: number) => Buffer.alloc(length, 0xff) };
let clock: FakeClock;
let upstream: ReturnType<typeof fakeChat>;
let told: string[];
let stop: () => void;

beforeEach(() => {
  clock = new FakeClock();
  upstream = fakeChat();
  told = [];
});

async function start(find: () => Promise<CommentTalk> = async () => talk) {
  stop = startCommentConnection(
    { connect: upstream.connect, clock, random, log: makeLog('silent') },
    {
      talk: find,
      onState: (state) => void told.push(state),
      onNews: ({ comments = [] }) => void told.push(...comments.map(({ text }) => text)),
    },
  );
  await nextTurn();
  return upstream.connections[0]!;
}
const pass = async (ms: number) => {
  clock.advance(ms);
  await nextTurn();
};

test('[LC6] it greets, answers, says what upstream wants to hear all the time, and tells what it hears', async () => {
  const line = await start();
  line.listener.onOpen();
  line.frame('in');
  line.frame('ping');
  line.frame('one');
  await pass(20_000);
  expect(line.said).toEqual(['hello', 'pong', 'beat']);
  expect(told).toEqual(['connecting', 'open', 'one']);
});

test('[LC6] after a failure it tries again, each time later, up to a minute', async () => {
  await start();
  const waits: number[] = [];
  for (let i = 0; i < 9; i += 1) {
    upstream.connections.at(-1)!.listener.onClosed(new Error('gone'));
    const before = upstream.connections.length;
    let waited = 0;
    for (; upstream.connections.length === before; waited += 500) await pass(500);
    waits.push(waited);
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, longestPauseMs, longestPauseMs, longestPauseMs]);
  expect(told).toEqual(['connecting', ...Array(9).fill('unavailable')]);
});

test('[LC6] one that has worked for a while begins with the shortest pause again', async () => {
  const first = await start();
  for (const _ of [1, 2, 3]) {
    upstream.connections.at(-1)!.listener.onClosed(new Error('gone'));
    await pass(10_000);
  }
  expect(upstream.connections).toHaveLength(4);
  const line = upstream.connections[3]!;
  expect(line).not.toBe(first);
  line.listener.onOpen();
  line.frame('in');
  await pass(31_000);
  line.frame('still here');
  line.listener.onClosed(undefined);
  await pass(firstPauseMs);
  expect(upstream.connections).toHaveLength(5);
});

test('[LC6] where upstream asks for another connection there is one soon, and nothing is wrong', async () => {
  const line = await start();
  line.listener.onOpen();
  line.frame('in');
  line.frame('bye');
  line.frame('late');
  expect(line.isClosed).toBe(true);
  await pass(firstPauseMs);
  expect(upstream.connections).toHaveLength(2);
  expect(told).toEqual(['connecting', 'open', 'connecting']);
});

test('[LC6] who lets nobody in, and who falls silent, is left', async () => {
  const line = await start();
  line.listener.onOpen();
  for (let i = 0; i < 5; i += 1) {
    line.frame('one');
    await pass(5_000);
  }
  expect(line.isClosed).toBe(true);
  await pass(firstPauseMs);
  const second = upstream.connections[1]!;
  second.listener.onOpen();
  second.frame('in');
  await pass(60_000);
  expect(second.isClosed).toBe(false);
  await pass(5_000);
  expect(second.isClosed).toBe(true);
  expect(told.slice(-2)).toEqual(['open', 'unavailable']);
});

test('[LC6] what is no frame of upstream ends the conversation', async () => {
  const line = await start();
  line.listener.onOpen();
  line.frame('bad');
  await nextTurn();
  expect([line.isClosed, told.at(-1)]).toEqual([true, 'unavailable']);
});

test('[LC6] while it is not known how to talk, it is asked again', async () => {
  let asked = 0;
  await start(async () => {
    asked += 1;
    if (asked < 3) throw new Error('no answer');
    return talk;
  });
  await pass(1_000);
  await pass(2_000);
  expect([asked, upstream.connections.length]).toEqual([3, 1]);
});

test('[LC3] while one frame is read, the newest of the others wait', async () => {
  const read: string[] = [];
  let finish: () => void = () => undefined;
  const slow: CommentTalk = {
    ...talk,
    read: (frame) => {
      read.push(String(frame));
      return new Promise((resolve) => {
        finish = () => resolve({});
      });
    },
  };
  const line = await start(async () => slow);
  line.listener.onOpen();
  for (let i = 0; i < 1_000; i += 1) line.frame(`${i}`);
  for (let i = 0; i < 20; i += 1) {
    finish();
    await nextTurn();
  }
  expect(read).toEqual(['0', '992', '993', '994', '995', '996', '997', '998', '999']);
});

test('[LC7] nothing is told after it was stopped, and no timer stays', async () => {
  const line = await start();
  line.listener.onOpen();
  stop();
  line.listener.onFrame(Buffer.from('late'));
  line.listener.onClosed(new Error('gone'));
  await pass(longestPauseMs);
  expect([told, line.isClosed, upstream.connections.length, clock.pending]).toEqual([['connecting'], true, 1, 0]);
});
