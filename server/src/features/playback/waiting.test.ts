import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge, type Watcher } from './waiting.ts';

const { IDLE, PLAYING, BUFFERING, AWAY } = PresenceState;
const nobody: ReadonlySet<string> = new Set();

function people(...states: PresenceState[]): Watcher[] {
  return states.map((state, i) => ({ userId: `usr_${i}`, username: `name${i}`, state }));
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
  expect(judge(people(PLAYING, IDLE, AWAY), 100, nobody)).toEqual({ stragglers: [], isQuorate: true });
  const two = people(PLAYING, BUFFERING);
  expect(judge(two, 100, new Set(['usr_1']))).toEqual({ stragglers: [], isQuorate: true });
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
      expect(stragglers).toEqual(watching.filter(({ state, userId }) => state === BUFFERING && !tried.has(userId)));
      const ready = watching.length - stragglers.length;
      expect(isQuorate).toBe(stragglers.length === 0 || ready * 100 >= quorum * watching.length);
      // Somebody who leaves or catches up never makes the others wait.
      const withoutFirst = watchers.filter((w) => w !== stragglers[0]);
      if (isQuorate) expect(judge(withoutFirst, quorum, tried).isQuorate).toBe(true);
    }),
  );
});
