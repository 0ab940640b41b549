import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeLog } from '../../../kernel/log.ts';
import type { PlaybackService } from './playback.service.ts';
import { emptyTimeline, positionAt, type Timeline } from './timeline.ts';
import { judge, makeWaiting, type Watcher } from './waiting.ts';

const { IDLE, PLAYING, BUFFERING, AWAY } = PresenceState;
const nobody: ReadonlySet<string> = new Set();

function people(...states: PresenceState[]): Watcher[] {
  return states.map((state, i) => ({ userId: `usr_${i}`, username: `name${i}`, displayName: `Name ${i}`, state }));
}

const watcherLists = fc
  .array(fc.constantFrom(IDLE, PLAYING, BUFFERING, AWAY), { maxLength: 30 })
  .map((s) => people(...s));
const quorums = fc.integer({ min: 1, max: 100 });

test('[PB14] playback waits while fewer than the quorum are ready', () => {
  const fourOfFive = people(PLAYING, PLAYING, PLAYING, PLAYING, BUFFERING);
  expect(judge(fourOfFive, 80, nobody).isQuorate).toBe(true);
  expect(judge(fourOfFive, 81, nobody).isQuorate).toBe(false);
  expect(judge(people(BUFFERING), 1, nobody).isQuorate).toBe(false);
  expect(judge([], 100, nobody).isQuorate).toBe(true);
});

test('[PB15] nobody waits for people without anything loaded, who are away, or were waited for in vain', () => {
  expect(judge(people(PLAYING, IDLE, AWAY), 100, nobody)).toMatchObject({ stragglers: [], isQuorate: true });
  const two = people(PLAYING, BUFFERING);
  expect(judge(two, 100, new Set(['usr_1']))).toMatchObject({ stragglers: [], isQuorate: true });
});

test('[PB16] those who are waited for are named', () => {
  const three = people(BUFFERING, PLAYING, BUFFERING);
  expect(judge(three, 100, nobody).stragglers.map((s) => s.username)).toEqual(['name0', 'name2']);
});

test('[PB14] [PB15] for every room: the stragglers buffer and were not tried, and the quorum is counted among those who watch', () => {
  fc.assert(
    fc.property(watcherLists, quorums, fc.array(fc.nat({ max: 29 })), (watchers, quorum, triedAt) => {
      const tried = new Set(triedAt.map((i) => `usr_${i}`));
      const { stragglers, isQuorate } = judge(watchers, quorum, tried);
      const watching = watchers.filter(({ state }) => state === PLAYING || state === BUFFERING);
      const doesAnybodyPlay = watching.some(({ state }) => state === PLAYING);
      expect(stragglers).toEqual(
        watching.filter(({ state, userId }) => state === BUFFERING && !(doesAnybodyPlay && tried.has(userId))),
      );
      const ready = watching.length - stragglers.length;
      expect(isQuorate).toBe(stragglers.length === 0 || ready * 100 >= quorum * watching.length);
      // A person who leaves or catches up never makes the others wait.
      const withoutFirst = watchers.filter((w) => w !== stragglers[0]);
      if (isQuorate) expect(judge(withoutFirst, quorum, tried).isQuorate).toBe(true);
    }),
  );
});

/** A playing room whose people report their players' state. */
function makeRoom(of: Partial<Timeline> = {}) {
  const clock = new FakeClock();
  let timeline: Timeline = { ...emptyTimeline, mediaId: 'med_1', isPlaying: true, startAtMs: clock.nowMs(), ...of };
  const states = new Map<string, PresenceState>();
  let isAway = false;
  const service = {
    leadMs: () => 150,
    read: async () => timeline,
    change: async (_: string, change: (from: Timeline, nowMs: number) => { timeline: Timeline } | undefined) => {
      if (isAway) throw new Error('the database is away');
      const next = change(timeline, clock.nowMs());
      if (next) timeline = next.timeline;
      return next?.timeline;
    },
  };
  const waiting = makeWaiting(
    {
      rooms: { getSettings: async () => ({ waitSeconds: 8, waitQuorumPercent: 100 }) } as never,
      watchers: () => [...states].map(([userId, state]) => ({ userId, username: userId, displayName: userId, state })),
      clock,
      log: makeLog('silent'),
    },
    service as unknown as PlaybackService,
  );
  return {
    report(userId: string, state: PresenceState) {
      states.set(userId, state);
      waiting.onReport('room_1', userId, state);
    },
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 10) {
        clock.advance(10);
        for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      }
    },
    database: (state: 'away' | 'back') => {
      isAway = state === 'away';
    },
    waitsFor: () => timeline.waiting?.members.map(({ userId }) => userId),
    position: () => positionAt(timeline, clock.nowMs()),
  };
}

test('[PB14] somebody who has just begun to buffer is waited for after 300 ms, whoever else is being judged', async () => {
  const { report, pass, waitsFor } = makeRoom();
  report('anna', BUFFERING);
  report('berta', PLAYING);
  await pass(20);
  report('anna', PLAYING);
  await pass(40);
  report('berta', BUFFERING);
  await pass(100);
  expect(waitsFor()).toBeUndefined();
  await pass(250);
  expect(waitsFor()).toEqual(['berta']);
});

test('[PB16] it goes on at once when they are ready, however long the next look is off', async () => {
  const { report, pass, waitsFor } = makeRoom();
  report('anna', PLAYING);
  report('berta', BUFFERING);
  await pass(500);
  expect(waitsFor()).toEqual(['berta']);
  report('berta', PLAYING);
  await pass(70);
  expect(waitsFor()).toBeUndefined();
});

test('[PB15] the waiting ends although the database was away when its time was over', async () => {
  const { report, pass, waitsFor, database } = makeRoom();
  report('anna', PLAYING);
  report('berta', BUFFERING);
  await pass(500);
  expect(waitsFor()).toEqual(['berta']);
  database('away');
  await pass(9_000);
  database('back');
  await pass(1_500);
  expect(waitsFor()).toBeUndefined();
});

test('[PB27] while nobody can play the time of the room stands, and goes on with the first who can', async () => {
  const { report, pass, waitsFor, position } = makeRoom();
  report('anna', BUFFERING);
  report('berta', BUFFERING);
  await pass(500);
  const standsAt = position();
  await pass(60_000);
  expect([waitsFor(), position()]).toEqual([['anna', 'berta'], standsAt]);
  report('anna', PLAYING);
  await pass(2_000);
  expect(waitsFor()).toBeUndefined();
  expect(position()).toBeGreaterThan(standsAt);
});

test('[PB30] nobody is waited for at the end of an item', async () => {
  const { report, pass, waitsFor } = makeRoom({ durationSeconds: 100, positionSeconds: 99.5 });
  report('anna', PLAYING);
  report('berta', BUFFERING);
  await pass(2_000);
  expect(waitsFor()).toBeUndefined();
});
