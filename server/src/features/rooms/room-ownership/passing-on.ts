import type { RoomMember } from '@matinee/contract/gen/service/client/members_pb.ts';
import { SuccessionKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { makeWorker, type Worker } from '../../../kernel/worker.ts';
import type { Database, Reader, Tx } from '../../../store/database.ts';
import type { Online } from '../members/members.port.ts';
import type { roomSettings } from '../rooms/rooms.settings.ts';
import type { OwnershipNotices, RoomSuccessions } from './room-ownership.port.ts';
import * as store from './room-ownership.store.ts';
import { asOwner, type TransferringParts, transferRoom } from './transferring.ts';

const periodMs = 60 * 60_000;
const roomsAtOnce = 50;
/** Maximum number of members that are tried, one after the other. */
const mostTried = 10;

export interface PassingOnParts extends TransferringParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly online: Pick<Online, 'of'>;
  readonly notices: OwnershipNotices;
  readonly settings: { readonly rooms: Pick<SettingValues<typeof roomSettings>, 'maxRoomsPerUser'> };
}

/** Passes rooms on to the heirs that their owners chose. */
export interface PassingOn extends RoomSuccessions {
  /** The members who can take the room now, the first choice first. */
  heirs(reader: Reader, roomId: string, limit: number): Promise<store.HeirRow[]>;
  /** Makes the first member who can take the room its owner; undefined if none can. The former owner stays an admin. */
  passOn(tx: Tx, roomId: string, ownerId: string): Promise<RoomMember | undefined>;
}

export function makePassingOn(parts: PassingOnParts): PassingOn {
  const { online, notices, settings } = parts;

  function heirs(reader: Reader, roomId: string, limit: number) {
    const onlineIds = [...online.of(roomId).memberIds];
    const { maxRoomsPerUser: maxRooms } = settings.rooms;
    return store.listHeirs(reader.query<store.SuccessionTables>(), roomId, { onlineIds, maxRooms, limit });
  }

  /** [OWN5] [OWN10] */
  async function passOn(tx: Tx, roomId: string, ownerId: string): Promise<RoomMember | undefined> {
    for (const { id } of await heirs(tx, roomId, mostTried)) {
      const transfer = { roomId, heirId: id, by: ownerId, actorId: ownerId };
      const done = await transferRoom(parts, tx, transfer).catch((cause) => {
        // This member has got another room meanwhile, and has reached the limit of rooms.
        if (cause?.reason !== 'room_ownership.no_place') throw cause;
      });
      if (done) return done.member;
    }
    return undefined;
  }

  return {
    heirs,
    passOn,
    async passOnAll(tx, ownerId) {
      const passed = [];
      for (const roomId of await store.listChosenOf(tx.query(), ownerId)) {
        const owner = await passOn(tx, roomId, ownerId);
        if (owner) passed.push({ roomId, owner });
      }
      return passed;
    },
    async announce(tx, passed) {
      for (const { roomId, owner } of passed) await notices.ownerChanged(tx, roomId, asOwner(owner));
    },
  };
}

/**
 * Passes on rooms whose owners have been away for the period that they chose, and warns the owners some days before.
 * Several replicas may do this at the same time. [OWN8] [OWN12]
 */
export function makeAwayWatch(parts: PassingOnParts, passingOn: PassingOn): Worker {
  const { db, clock, log, online, notifications } = parts;

  async function passOn(roomId: string): Promise<void> {
    await db.write(async (tx) => {
      const now = dateOf(clock.nowMs());
      const room = await store.lockLeftAlone(tx.query(), now, roomId);
      if (!room) return;
      if (online.of(roomId).memberIds.has(room.creator_id)) return store.putPresent(tx.query(), roomId, now);
      const owner = await passingOn.passOn(tx, roomId, room.creator_id);
      if (!owner) return;
      const content = { case: 'roomSuccession', value: { kind: SuccessionKind.PASSED_ON } } as const;
      await notifications.notify(tx, { to: [room.creator_id], actorId: owner.userId, roomId, content });
      await passingOn.announce(tx, [{ roomId, owner }]);
    });
  }

  /** Warns an owner once per absence. */
  async function warn({ room_id: roomId, creator_id, away_since }: store.SoonLeftAlone): Promise<void> {
    if (online.of(roomId).memberIds.has(creator_id)) return;
    const [next] = await passingOn.heirs(db, roomId, 1);
    if (!next) return;
    const thing = `absence/${roomId}/${away_since.getTime()}`;
    const content = { case: 'roomSuccession', value: { kind: SuccessionKind.SOON } } as const;
    await db.write((tx) => notifications.notify(tx, { to: [creator_id], thing, roomId, content }));
  }

  return makeWorker({
    name: 'passing on of rooms',
    clock,
    log,
    periodMs,
    runsAtStart: false,
    work: async (stopping) => {
      const now = () => dateOf(clock.nowMs());
      const queries = () => db.query<store.SuccessionTables>();
      const leftAlone = (after: string) => store.listLeftAlone(queries(), now(), after, roomsAtOnce);
      await eachRoom(leftAlone, ({ room_id }) => passOn(room_id), stopping);
      const soon = (after: string) => store.listSoonLeftAlone(queries(), now(), after, roomsAtOnce);
      await eachRoom(soon, warn, stopping);
    },
  });
}

/** Processes all rooms that `list` finds, some at a time. */
async function eachRoom<Row extends store.LeftAlone>(
  list: (afterRoomId: string) => Promise<readonly Row[]>,
  act: (room: Row) => Promise<void>,
  stopping: AbortSignal,
): Promise<void> {
  for (let after = ''; !stopping.aborted; ) {
    const rooms = await list(after);
    for (const room of rooms) await act(room);
    if (rooms.length < roomsAtOnce) return;
    after = rooms.at(-1)!.room_id;
  }
}
