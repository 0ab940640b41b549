import { type OnlineMembers, PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import type { UserPrincipal } from '../../kernel/call.ts';
import { guestPrincipal, roomId, userPrincipal } from '../people.fixture.ts';
import { principalIdOf } from '../resource.ts';
import type { PresenceMessage } from './presence-message.ts';
import { type Attendee, RoomPresence } from './room-presence.ts';

const user = (id: string): Attendee => {
  const principal = userPrincipal(id);
  return { principal, principalId: principalIdOf(principal) };
};
const guest = (id: string): Attendee => ({ principal: guestPrincipal(id), principalId: id });

/** The presence of a room in this process with `sessions` connections, and the messages that it shows and sends. */
function makeTest(sessions = 1) {
  const clock = new FakeClock();
  const shown: OnlineMembers[] = [];
  const told: PresenceMessage[] = [];
  const state = { sessions };
  const presence = new RoomPresence(roomId, 'here', clock, {
    sessionCount: () => state.sessions,
    show: (online) => shown.push(online),
    tell: (message) => told.push(message),
  });
  /** Lets changes be sent, and clears them. */
  const settle = () => {
    clock.advance(2_000);
    shown.length = 0;
    told.length = 0;
  };
  return { clock, shown, told, state, presence, settle };
}

const rows = ({ members }: PresenceMessage) => members.map(([userId]) => userId);

test.each([
  [1, 100],
  [100, 100],
  [101, 101],
  [1_500, 1_500],
  [5_000, 2_000],
])('[RT17] with %i connections changes are folded for %i ms', (sessions, foldedMs) => {
  const { clock, shown, presence } = makeTest(sessions);
  presence.join(user('ann'));
  clock.advance(foldedMs - 1);
  presence.join(user('bob'));
  expect(shown).toEqual([]);
  clock.advance(1);
  expect(shown.map(({ changed }) => changed.map(({ userId }) => userId))).toEqual([['ann', 'bob']]);
});

test('[RT17] a room that fills up while changes are folded folds them for longer', () => {
  const { clock, shown, state, presence } = makeTest();
  presence.join(user('ann'));
  state.sessions = 700;
  clock.advance(699);
  expect(shown).toEqual([]);
  clock.advance(1);
  expect(shown).toHaveLength(1);
});

test('[RT17] other replicas hear who came and who went, once, and how many guests there are', () => {
  const { clock, told, presence } = makeTest();
  presence.join(user('ann'));
  presence.join(user('bob'));
  presence.join(guest('g1'));
  clock.advance(100);
  presence.leave(user('ann'));
  presence.leave(guest('g1'));
  clock.advance(100);
  expect(told).toMatchObject([
    { kind: 'delta', roomId, goneIds: [], guestCount: 1 },
    { kind: 'delta', roomId, members: [], goneIds: ['ann'], guestCount: 0 },
  ]);
  expect(rows(told[0]!)).toEqual(['ann', 'bob']);
});

test('[RT17] a guest who comes or goes alone is told too', () => {
  const { clock, told, shown, presence } = makeTest();
  presence.join(guest('g1'));
  clock.advance(100);
  presence.leave(guest('g1'));
  clock.advance(100);
  expect(told.map(({ guestCount }) => guestCount)).toEqual([1, 0]);
  expect(shown.map(({ guestCount }) => guestCount)).toEqual([1, 0]);
});

test('[RT40] how far behind a live stream a player has to be is told to all, on all replicas, while it plays', () => {
  const { clock, told, shown, presence } = makeTest();
  presence.join(user('ann'));
  presence.report('ann', { state: PresenceState.PLAYING, skewMs: 0, liveDelayMs: 900 });
  clock.advance(100);
  expect(shown[0]!.changed).toMatchObject([{ userId: 'ann', liveDelayMs: 900 }]);
  const { presence: there, shown: shownThere, clock: clockThere } = makeTest();
  there.merge('here', told[0]!);
  clockThere.advance(100);
  expect(shownThere[0]!.changed).toMatchObject([{ userId: 'ann', skewMs: 0, liveDelayMs: 900 }]);
  presence.report('ann', { state: PresenceState.IDLE, skewMs: undefined });
  clock.advance(100);
  expect(shown[1]!.changed[0]!.liveDelayMs).toBeUndefined();
});

test('[RT17] what other replicas told is shown here, and not told again', () => {
  const { clock, shown, told, presence } = makeTest();
  const members: PresenceMessage['members'] = [['bob', 'bob', PresenceState.PLAYING, 40, 'Bob']];
  presence.merge('there', { kind: 'delta', roomId, members, goneIds: [], guestCount: 2 });
  clock.advance(100);
  expect(shown).toMatchObject([{ memberCount: 1, guestCount: 2, changed: [{ userId: 'bob', skewMs: 40 }] }]);
  expect(told).toEqual([]);
  expect(presence.count).toBe(3);
  expect(presence.isLocal).toBe(false);
});

test.each<[string, Partial<PresenceMessage>, object]>([
  ['a member', { members: [['bob', 'bob', PresenceState.IDLE, null, 'Bob']] }, { memberCount: 1, guestCount: 0 }],
  ['a guest', { guestCount: 1 }, { memberCount: 0, guestCount: 1 }],
])('[RT17] %s alone, on another replica, is shown', (_, said, online) => {
  const { clock, shown, presence } = makeTest();
  presence.merge('there', { kind: 'delta', roomId, members: [], goneIds: [], guestCount: 0, ...said });
  clock.advance(100);
  expect(shown).toMatchObject([online]);
});

test('[RT17] a message that changes nothing shows nothing', () => {
  const { clock, shown, presence, settle } = makeTest();
  const message: PresenceMessage = {
    kind: 'full',
    roomId,
    members: [['bob', 'bob', PresenceState.PLAYING, null, 'Bob']],
    goneIds: [],
    guestCount: 1,
  };
  presence.merge('there', message);
  settle();
  presence.merge('there', message);
  clock.advance(2_000);
  expect(shown).toEqual([]);
  expect(presence.members()).toMatchObject([{ userId: 'bob', skewMs: undefined }]);
});

test('[RT17] a full message replaces what the replica told, a change only adds to it', () => {
  const { presence } = makeTest();
  const row = (id: string): PresenceMessage['members'][number] => [id, id, PresenceState.IDLE, null, id];
  const merge = (kind: PresenceMessage['kind'], ids: string[], goneIds: string[] = []) =>
    presence.merge('there', { kind, roomId, members: ids.map(row), goneIds, guestCount: 0 });
  merge('full', ['ann', 'bob']);
  merge('delta', ['carl']);
  expect([...presence.online().memberIds]).toEqual(['ann', 'bob', 'carl']);
  merge('full', ['bob', 'dora']);
  expect([...presence.online().memberIds]).toEqual(['bob', 'dora']);
  merge('delta', [], ['bob', 'nobody']);
  expect([...presence.online().memberIds]).toEqual(['dora']);
});

test('[RT31] people of a replica that is gone are shown as gone, but not those who are also here', () => {
  const { clock, shown, presence, settle } = makeTest();
  presence.join(user('ann'));
  const row = (id: string): PresenceMessage['members'][number] => [id, id, PresenceState.IDLE, null, id];
  presence.merge('there', { kind: 'full', roomId, members: [row('ann'), row('bob')], goneIds: [], guestCount: 3 });
  settle();
  presence.forget('there');
  clock.advance(100);
  expect(shown).toMatchObject([{ memberCount: 1, guestCount: 0, goneIds: ['bob'] }]);
});

test('[RT17] the summary names everybody who is here and nobody who is elsewhere', () => {
  const { presence } = makeTest();
  presence.join(user('ann'));
  presence.join(guest('g1'));
  const members: PresenceMessage['members'] = [['bob', 'bob', PresenceState.IDLE, null, 'Bob']];
  presence.merge('there', { kind: 'full', roomId, members, goneIds: [], guestCount: 5 });
  expect(presence.summary()).toMatchObject({ kind: 'full', roomId, guestCount: 1, goneIds: [] });
  expect(rows(presence.summary())).toEqual(['ann']);
});

test('[RT17] a second connection is not told, and the person goes with the last one', () => {
  const { clock, shown, told, presence, settle } = makeTest();
  presence.join(user('ann'));
  settle();
  presence.join(user('ann'));
  presence.leave(user('ann'));
  clock.advance(2_000);
  expect([shown, told]).toEqual([[], []]);
  presence.leave(user('ann'));
  presence.leave(user('ann'));
  clock.advance(100);
  expect(shown).toMatchObject([{ memberCount: 0, goneIds: ['ann'] }]);
  expect(presence.isLocal).toBe(false);
});

test('[RT17] the end of a connection that never came is nothing', () => {
  const { clock, shown, told, presence } = makeTest();
  presence.leave(user('ann'));
  presence.leave(guest('g1'));
  clock.advance(2_000);
  expect([shown, told]).toEqual([[], []]);
});

test('[RT17] of 100 who come all are named, of 101 the first hundred, and of those who go as well', () => {
  const { clock, shown, presence, settle } = makeTest();
  const people = Array.from({ length: 101 }, (_, n) => user(`u${n}`));
  for (const one of people.slice(0, 100)) presence.join(one);
  clock.advance(100);
  expect(shown.at(-1)).toMatchObject({ complete: true });
  expect(shown.at(-1)!.changed).toHaveLength(100);
  presence.join(people[100]!);
  settle();
  expect(presence.snapshot()).toMatchObject({ complete: false, memberCount: 101 });
  expect(presence.snapshot().changed).toHaveLength(100);
  for (const one of people.slice(0, 100)) presence.leave(one);
  clock.advance(100);
  expect(shown.at(-1)).toMatchObject({ complete: true, memberCount: 1 });
  expect(shown.at(-1)!.goneIds).toHaveLength(100);
  for (const one of people) presence.join(one);
  settle();
  for (const one of [...people, people[100]!]) presence.leave(one);
  clock.advance(100);
  expect(shown.at(-1)).toMatchObject({ complete: false, memberCount: 0 });
  expect(shown.at(-1)!.goneIds).toHaveLength(100);
});

test('[DN5] a new name is shown and told; a guest, and one who is not here, has none to change', () => {
  const { clock, shown, told, presence, settle } = makeTest();
  presence.join(user('ann'));
  presence.join(guest('g1'));
  settle();
  presence.rename(guest('g1'));
  presence.rename(user('bob'));
  clock.advance(2_000);
  expect(told).toEqual([]);
  presence.rename({
    principalId: 'ann',
    principal: { ...(userPrincipal('ann') as UserPrincipal), username: 'anna', displayName: 'Anna' },
  });
  clock.advance(100);
  expect(shown).toMatchObject([{ changed: [{ userId: 'ann', username: 'anna', displayName: 'Anna' }] }]);
  expect(told).toMatchObject([{ members: [['ann', 'anna', PresenceState.IDLE, null, 'Anna']] }]);
});

test('[RT32] a player that played and is silent for 12 s is lost, once, and without its skew', () => {
  const { clock, shown, presence, settle } = makeTest();
  presence.join(user('ann'));
  presence.report('ann', { state: PresenceState.BUFFERING, skewMs: 30 });
  settle();
  clock.advance(9_999);
  presence.markLost();
  expect(presence.members()[0]!.state).toBe(PresenceState.BUFFERING);
  clock.advance(1);
  presence.markLost();
  expect(presence.members()).toMatchObject([{ state: PresenceState.LOST, skewMs: undefined }]);
  settle();
  clock.advance(60_000);
  presence.markLost();
  clock.advance(2_000);
  expect(shown).toEqual([]);
});

test.each([PresenceState.AWAY, PresenceState.IDLE])('[RT32] a player in the state %i owes no reports', (state) => {
  const { clock, presence } = makeTest();
  presence.join(user('ann'));
  presence.report('ann', { state: PresenceState.PLAYING, skewMs: 0 });
  presence.report('ann', { state, skewMs: undefined });
  clock.advance(60_000);
  presence.markLost();
  expect(presence.members()[0]!.state).toBe(state);
});

test('[RT32] who left and came back is not lost for what the earlier player owed', () => {
  const { clock, presence } = makeTest();
  presence.join(user('ann'));
  presence.report('ann', { state: PresenceState.PLAYING, skewMs: 0 });
  presence.leave(user('ann'));
  presence.join(user('ann'));
  clock.advance(60_000);
  presence.markLost();
  expect(presence.members()[0]!.state).toBe(PresenceState.IDLE);
});

test('[RT17] a report without a state keeps the one before, and one of a stranger or a guest is not shown', () => {
  const { presence } = makeTest();
  presence.join(user('ann'));
  presence.join(guest('g1'));
  presence.report('ann', { state: PresenceState.AWAY, skewMs: undefined });
  presence.report('ann', { state: PresenceState.UNSPECIFIED, skewMs: 5 });
  presence.report('g1', { state: PresenceState.PLAYING, skewMs: 5 });
  presence.report('bob', { state: PresenceState.PLAYING, skewMs: 5 });
  expect(presence.members()).toMatchObject([{ userId: 'ann', state: PresenceState.AWAY, skewMs: 5 }]);
});

test('[RT8] a presence is empty when nobody is there and nothing waits to be told', () => {
  const { clock, presence } = makeTest();
  expect(presence.isEmpty).toBe(true);
  presence.join(user('ann'));
  clock.advance(100);
  presence.leave(user('ann'));
  expect(presence.isEmpty).toBe(false);
  clock.advance(100);
  expect(presence.isEmpty).toBe(true);
});

test('[RT26] a presence that was closed tells nothing more', () => {
  const { clock, shown, presence } = makeTest();
  presence.join(user('ann'));
  presence.close();
  clock.advance(2_000);
  expect(shown).toEqual([]);
  expect(clock.pending).toBe(0);
});
