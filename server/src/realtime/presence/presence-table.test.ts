import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { expect, test } from 'vitest';
import { type PresenceEntry, PresenceTable } from './presence-table.ts';

const ann = (changed: Partial<PresenceEntry> = {}): PresenceEntry => ({
  userId: 'usr_ann',
  username: 'ann',
  displayName: 'Ann',
  state: PresenceState.PLAYING,
  skewMs: 100,
  ...changed,
});
const bob = ann({ userId: 'usr_bob', username: 'bob', displayName: 'Bob' });

test('[RT17] who comes, and what changes visibly, is told; the same again is not', () => {
  const table = new PresenceTable();
  expect(table.put('here', ann())).toBe(true);
  expect(table.put('here', ann())).toBe(false);
  expect(table.put('here', bob)).toBe(true);
});

test.each<[string, Partial<PresenceEntry>, boolean]>([
  ['another state', { state: PresenceState.AWAY }, true],
  ['another username', { username: 'anna' }, true],
  ['another display name', { displayName: 'Anna' }, true],
  ['19 ms more', { skewMs: 119 }, false],
  ['19 ms less', { skewMs: 81 }, false],
  ['20 ms more', { skewMs: 120 }, true],
  ['20 ms less', { skewMs: 80 }, true],
  ['a need of a live stream', { liveDelayMs: 900 }, true],
  ['a skew that is not known any more', { skewMs: undefined }, true],
])('[RT17] %s is told: %j', (_, changed, isTold) => {
  const table = new PresenceTable();
  table.put('here', ann());
  expect(table.put('here', ann(changed))).toBe(isTold);
  expect(table.find('usr_ann')).toEqual(ann(isTold ? changed : {}));
});

test('[RT17] a skew of 0 ms is not the same as none', () => {
  const table = new PresenceTable();
  table.put('here', ann({ skewMs: undefined }));
  expect(table.put('here', ann({ skewMs: undefined }))).toBe(false);
  expect(table.put('here', ann({ skewMs: 0 }))).toBe(true);
});

test('[RT17] of one who is connected to two replicas the first is shown, and the second when that one goes', () => {
  const table = new PresenceTable();
  table.put('first', bob);
  table.put('here', ann());
  expect(table.put('there', ann({ state: PresenceState.AWAY }))).toBe(false);
  expect(table.find('usr_ann')?.state).toBe(PresenceState.PLAYING);
  expect(table.findAt('there', 'usr_ann')?.state).toBe(PresenceState.AWAY);
  expect(table.memberIds()).toEqual(new Set(['usr_bob', 'usr_ann']));
  table.remove('here', 'usr_ann');
  expect(table.find('usr_ann')?.state).toBe(PresenceState.AWAY);
  table.remove('there', 'usr_ann');
  expect(table.find('usr_ann')).toBeUndefined();
});

test('[RT17] guests of all replicas are counted together, and each replica tells its own number', () => {
  const table = new PresenceTable();
  table.setGuests('here', 2);
  table.setGuests('there', 3);
  table.setGuests('here', 1);
  expect(table.guestCount).toBe(4);
  table.setGuests('there', 0);
  expect(table.guestCount).toBe(1);
});

test('[RT17] a guest who is told by two replicas is named once, and no more when both have let them go', () => {
  const table = new PresenceTable();
  const [eve, max] = [
    { guestId: 'gst_eve', name: 'Eve' },
    { guestId: 'gst_max', name: 'Max' },
  ];
  table.setGuests('here', 1, [eve]);
  table.setGuests('there', 2, [eve, max]);
  expect(table.guests()).toEqual([eve, max]);
  table.setGuests('there', 0);
  expect(table.guests()).toEqual([eve]);
  table.setGuests('here', 0);
  expect(table.guests()).toEqual([]);
});

test('[RT17] a table is empty when the last member and the last guest have gone, and not before', () => {
  const table = new PresenceTable();
  expect(table.isEmpty).toBe(true);
  table.put('here', ann());
  table.setGuests('here', 1);
  table.put('there', bob);
  table.remove('here', 'usr_ann');
  expect(table.isEmpty).toBe(false);
  table.setGuests('here', 0);
  expect(table.isEmpty).toBe(false);
  table.remove('there', 'usr_bob');
  expect(table.isEmpty).toBe(true);
});

test('[RT17] a replica that tells of no guests in a room where it has nobody leaves nothing behind', () => {
  const table = new PresenceTable();
  table.setGuests('there', 0);
  expect(table.isEmpty).toBe(true);
});

test('[RT31] who was reported by a replica is known by its name', () => {
  const table = new PresenceTable();
  table.put('there', ann());
  table.put('there', bob);
  table.put('here', ann());
  expect(table.idsOf('there')).toEqual(['usr_ann', 'usr_bob']);
  expect(table.idsOf('nowhere')).toEqual([]);
});
