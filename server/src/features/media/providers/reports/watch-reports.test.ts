import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { beforeEach, expect, test } from 'vitest';
import { makeLog } from '../../../../kernel/log.ts';
import { memoryKeyValue } from '../../../../store/key-value/memory-key-value.ts';
import { leaseMs, makeWatchReports, type Playing, reportEveryMs } from './watch-reports.ts';

const log = makeLog('silent');
let clock: FakeClock;
let keyValue: ReturnType<typeof memoryKeyValue>;
let playing: Playing | undefined;
let sent: string[];
let refusal: Error | undefined;
let wanted: boolean;
beforeEach(() => {
  clock = new FakeClock();
  keyValue = memoryKeyValue({ clock, log });
  playing = { mediaId: 'film', positionSeconds: 1, isPaused: false };
  sent = [];
  refusal = undefined;
  wanted = true;
});

/** A process with `viewers` viewers in the room. */
function replica(viewers = 1) {
  const state = { viewers };
  let sessions = 0;
  const reports = makeWatchReports({
    keyValue,
    clock,
    log,
    newSessionId: () => `s${++sessions}`,
    audience: () => state.viewers,
    findPlaying: async () => playing,
    areWanted: async () => wanted,
    beginSession: async (_, mediaId) => `of ${mediaId}`,
    async send(_, kind, told) {
      sent.push(`${kind} ${told.mediaId} ${told.upstreamSession} ${told.positionSeconds}`);
      if (refusal) throw refusal;
    },
  });
  return { ...reports, state };
}
type Replica = ReturnType<typeof replica>;

/** A player on this replica reports that it plays the film. */
async function watch(one: Replica): Promise<void> {
  one.onWatched('room', 'film');
  await new Promise(setImmediate);
}

/** Lets the interval pass once, then runs the beat of all replicas. */
async function pass(...replicas: Replica[]): Promise<void> {
  clock.advance(reportEveryMs);
  for (const one of replicas) await one.beat();
}

test('[PV35] an upstream hears of the beginning, the progress and the end', async () => {
  const one = replica();
  await watch(one);
  await pass(one);
  playing = { ...playing!, positionSeconds: 11 };
  await pass(one);
  playing = undefined;
  await pass(one);
  await pass(one);
  expect(sent).toEqual(['start film of film 1', 'progress film of film 11', 'stop film of film 11']);
});

test('[PV35] another item ends the one before', async () => {
  const one = replica();
  await watch(one);
  await pass(one);
  playing = { mediaId: 'next', positionSeconds: 0, isPaused: false };
  await pass(one);
  expect(sent).toEqual(['start film of film 1', 'stop film of film 1', 'start next of next 0']);
});

test('[PV35] of several replicas one reports, once in an interval', async () => {
  const [one, other] = [replica(), replica()];
  await Promise.all([watch(one), watch(other)]);
  await pass(one, other, one);
  await pass(other, one);
  expect(sent).toEqual(['start film of film 1', 'progress film of film 1']);
});

test('[PV35] when the viewers have gone, the playing ends with its lease', async () => {
  const one = replica();
  await watch(one);
  await pass(one);
  one.state.viewers = 0;
  for (let passedMs = 0; passedMs < leaseMs; passedMs += reportEveryMs) {
    expect(sent).toHaveLength(1);
    await pass(one);
  }
  await pass(one);
  expect(sent).toEqual(['start film of film 1', 'stop film of film 1']);
});

test('[PV35] when a replica is gone with its viewers, another one ends the playing, once', async () => {
  const [gone, one, other] = [replica(), replica(0), replica(0)];
  await watch(gone);
  await pass(gone);
  for (let passedMs = 0; passedMs <= leaseMs + reportEveryMs; passedMs += reportEveryMs) await pass(one, other);
  expect(sent).toEqual(['start film of film 1', 'stop film of film 1']);
});

test('[PV35] viewers on another replica keep the playing', async () => {
  const [left, stayed] = [replica(), replica()];
  await Promise.all([watch(left), watch(stayed)]);
  await pass(left, stayed);
  left.state.viewers = 0;
  for (let passedMs = 0; passedMs < 2 * leaseMs; passedMs += reportEveryMs) await pass(left, stayed);
  expect(sent.filter((line) => line.startsWith('stop'))).toEqual([]);
});

test('[PV35] nothing is told of items whose adder has not agreed', async () => {
  wanted = false;
  const one = replica();
  await watch(one);
  await pass(one);
  expect(sent).toEqual([]);
});

test('[PV35] an upstream that fails is told again at the next interval', async () => {
  const one = replica();
  await watch(one);
  refusal = new Error('away');
  await pass(one);
  refusal = undefined;
  await pass(one);
  expect(sent).toEqual(['start film of film 1', 'progress film of film 1']);
});
