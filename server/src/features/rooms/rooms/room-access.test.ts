import { create } from '@bufbuild/protobuf';
import { RoomAccess, RoomSettingsSchema, RoomStatus } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AccessFacts, canJoin, roomAccess } from './room-access.ts';
import { readRoomSettings } from './room-settings.ts';

const settings = readRoomSettings({}, 100);
const open: AccessFacts = {
  room: {
    status: RoomStatus.ACTIVE,
    creator_inactive: false,
    creator_id: 'usr_owner',
    joined: false,
    member_count: 1,
    password_record: null,
  },
  settings,
  guestsEnabled: true,
  viewerId: 'usr_viewer',
  inCooldown: false,
  isBanned: false,
  isWaiting: false,
};

test('[JR7] who waits may join at once where approval is switched off', () => {
  expect(roomAccess({ ...open, isWaiting: true })).toBe(RoomAccess.JOIN);
  expect(roomAccess({ ...open, isWaiting: true, settings: { ...settings, requireApproval: true } })).toBe(
    RoomAccess.PENDING_APPROVAL,
  );
});

/** Each step removes the fact that decided, so that the remaining facts decide the next. */
test('[RO5] the first match decides, for somebody signed in', () => {
  let facts: AccessFacts = {
    ...open,
    room: { ...open.room, status: RoomStatus.BANNED, joined: true, member_count: 100, password_record: 'record' },
    settings: { ...settings, automaticJoin: false, requireApproval: true },
    inCooldown: true,
    isBanned: true,
    isWaiting: true,
  };
  const seen = [roomAccess(facts)];
  const next = (change: Partial<AccessFacts>) => {
    facts = { ...facts, ...change };
    seen.push(roomAccess(facts));
  };
  next({ room: { ...facts.room, status: RoomStatus.ACTIVE } });
  next({ isBanned: false });
  next({ room: { ...facts.room, joined: false } });
  next({ isWaiting: false });
  next({ inCooldown: false });
  next({ room: { ...facts.room, member_count: 99 } });
  next({ settings: { ...facts.settings, automaticJoin: true } });
  next({ room: { ...facts.room, password_record: null } });
  next({ settings: { ...facts.settings, requireApproval: false } });
  const { UNAVAILABLE, ENTER, PENDING_APPROVAL, COOLDOWN, FULL, INVITATION, PASSWORD, REQUEST_APPROVAL, JOIN } =
    RoomAccess;
  const ways = [COOLDOWN, FULL, INVITATION, PASSWORD, REQUEST_APPROVAL, JOIN];
  expect(seen).toEqual([UNAVAILABLE, UNAVAILABLE, ENTER, PENDING_APPROVAL, ...ways]);
});

test('[RO5] a closed room is there for its creator only, and a banned owner closes it for everybody', () => {
  const closed = { ...open, room: { ...open.room, status: RoomStatus.CLOSED, joined: true } };
  expect(roomAccess(closed)).toBe(RoomAccess.UNAVAILABLE);
  expect(roomAccess({ ...closed, viewerId: 'usr_owner' })).toBe(RoomAccess.ENTER);
  const banned = { ...open, room: { ...open.room, creator_inactive: true, joined: true } };
  expect(roomAccess({ ...banned, viewerId: 'usr_owner' })).toBe(RoomAccess.UNAVAILABLE);
});

test('[RO5] somebody anonymous is a guest where all allow it, and else has to sign in', () => {
  const anonymous = { ...open, viewerId: undefined, settings: { ...settings, allowGuests: true } };
  expect(roomAccess(anonymous)).toBe(RoomAccess.GUEST);
  expect(roomAccess({ ...anonymous, guestsEnabled: false })).toBe(RoomAccess.SIGN_IN);
  expect(roomAccess({ ...anonymous, settings })).toBe(RoomAccess.SIGN_IN);
  expect(roomAccess({ ...anonymous, room: { ...open.room, password_record: 'record' } })).toBe(RoomAccess.SIGN_IN);
});

test('[RO5] can_join is true for JOIN, PASSWORD, REQUEST_APPROVAL and GUEST', () => {
  const joinable = Object.values(RoomAccess).filter((access) => typeof access === 'number' && canJoin(access));
  const { GUEST, PASSWORD, REQUEST_APPROVAL, JOIN } = RoomAccess;
  expect(joinable.sort()).toEqual([GUEST, PASSWORD, REQUEST_APPROVAL, JOIN].sort());
});

test('[RO6] stored settings of any kind read to complete settings within the server limit', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 1, max: 10_000 })), fc.integer({ min: 1, max: 10_000 }), (own, limit) => {
      const read = readRoomSettings({ unknownField: 1, ...(own === null ? {} : { maxMembers: own }) }, limit);
      expect(read.maxMembers).toBe(Math.min(own ?? limit, limit));
      const roleLists = ['adminPermissions', 'memberPermissions', 'guestPermissions'];
      for (const { localName } of RoomSettingsSchema.fields) {
        if (!roleLists.includes(localName)) expect(read[localName as keyof typeof read]).toBeDefined();
      }
      expect(create(RoomSettingsSchema, read)).toEqual(read);
    }),
  );
});
