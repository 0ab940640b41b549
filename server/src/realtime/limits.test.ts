import { expect, test } from 'vitest';
import { ConnectionCounts, defaultLimits, type RealtimeLimits } from './limits.ts';

/** Counts with small limits, and the people whose number has changed. */
function makeTest(limits: Partial<RealtimeLimits> = {}, elsewhere: Readonly<Record<string, number>> = {}) {
  const changed: string[] = [];
  const counts = new ConnectionCounts(
    { ...defaultLimits, ...limits },
    { of: (personId) => elsewhere[personId] ?? 0, changed: (personId) => changed.push(personId) },
  );
  return { counts, changed };
}

test('[RT20] the last place of a person is taken, the one after it refused, wherever the others are', () => {
  const { counts } = makeTest({ connectionsPerUser: 3 }, { ann: 1 });
  counts.take('ann', 'room_1');
  const giveBack = counts.take('ann', 'room_2');
  expect(() => counts.take('ann', 'room_1')).toThrow(
    expect.objectContaining({ reason: 'realtime.too_many_connections', details: { retryAfterSeconds: 10 } }),
  );
  counts.take('bob', 'room_1');
  giveBack();
  counts.take('ann', 'room_1');
});

test('[RT20] the last place of a room is taken, the one after it refused, and other rooms have their own', () => {
  const { counts } = makeTest({ connectionsPerRoom: 2 });
  const giveBack = counts.take('ann', 'room_1');
  counts.take('bob', 'room_1');
  expect(() => counts.take('carl', 'room_1')).toThrow(
    expect.objectContaining({ reason: 'realtime.room_full_of_connections' }),
  );
  counts.take('carl', 'room_2');
  giveBack();
  counts.take('dora', 'room_1');
});

test('[RT20] the last place of the process is taken, the one after it refused', () => {
  const { counts } = makeTest({ connectionsPerProcess: 2 });
  const giveBack = counts.take('ann', 'room_1');
  counts.take('bob', 'room_2');
  expect(() => counts.take('carl', 'room_3')).toThrow(expect.objectContaining({ reason: 'realtime.server_full' }));
  giveBack();
  counts.take('carl', 'room_3');
});

test('[RT20] a place is given back once, however often that is said', () => {
  const { counts } = makeTest();
  counts.take('ann', 'room_1');
  const giveBack = counts.take('ann', 'room_1');
  giveBack();
  giveBack();
  expect([...counts.byPerson]).toEqual([['ann', 1]]);
});

test('[RT20] who has no connection any more is not counted, and every change is told to the others', () => {
  const { counts, changed } = makeTest();
  counts.take('ann', 'room_1')();
  expect([...counts.byPerson]).toEqual([]);
  expect(changed).toEqual(['ann', 'ann']);
});

test('[RT20] a refusal takes no place', () => {
  const { counts, changed } = makeTest({ connectionsPerUser: 1 });
  counts.take('ann', 'room_1');
  expect(() => counts.take('ann', 'room_2')).toThrow();
  expect([...counts.byPerson]).toEqual([['ann', 1]]);
  expect(changed).toEqual(['ann']);
});
