import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { SuccessionKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { PutRoomSuccessionRequest } from '@matinee/contract/gen/service/client/room_succession_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database, Reader } from '../../../store/database.ts';
import type { Notifications } from '../../accounts/notifications/notifications.port.ts';
import { pictureField } from '../../files/files/pictures.port.ts';
import { memberErrors } from '../members/members.errors.ts';
import type { Members } from '../members/members.port.ts';
import { roomErrors } from '../rooms/rooms.errors.ts';
import type { RoomCare } from '../rooms/rooms.port.ts';
import type { PassingOn } from './passing-on.ts';
import { ownershipErrors } from './room-ownership.errors.ts';
import * as store from './room-ownership.store.ts';

type MemberCall = Call<UserPrincipal, RoomStanding>;

export interface SuccessionParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly rooms: Pick<RoomCare, 'getView'>;
  readonly members: Pick<Members, 'isMember'>;
  readonly notifications: Notifications;
}

/** Lets owners choose the heirs of their rooms, and the named heirs decline. */
export function makeSuccessions({ db, clock, rooms, members, notifications }: SuccessionParts, passingOn: PassingOn) {
  return {
    /** [OWN5] */
    async get(_: object, { room: { roomId, role }, principal }: MemberCall) {
      const { succession } = await read(passingOn, db, roomId);
      if (role === RoomRole.CREATOR || !succession) return succession ? { succession } : {};
      const { next, ...withoutNext } = succession;
      return withoutNext.named?.userId === principal.userId ? { succession: withoutNext } : {};
    },
    /** [OWN5] [OWN9] */
    async put({ heirId, awayDays }: PutRoomSuccessionRequest, { room, principal: { userId } }: MemberCall) {
      const { roomId } = room;
      requireOwner(room);
      return db.write(async (tx) => {
        const { creator_id } = await rooms.getView(tx, roomId);
        if (creator_id !== userId) throw roomErrors.not_creator();
        if (heirId === userId) throw ownershipErrors.own_already();
        if (heirId !== '' && !(await members.isMember(tx, roomId, heirId))) throw memberErrors.not_found();
        const before = await store.findSuccession(tx.query(), roomId);
        await store.putSuccession(tx.query(), {
          room_id: roomId,
          heir_id: heirId || null,
          away_days: awayDays || null,
          present_at: dateOf(clock.nowMs()),
        });
        if (heirId !== '' && heirId !== before?.heir_id) {
          const content = { case: 'roomSuccession', value: { kind: SuccessionKind.NAMED } } as const;
          await notifications.notify(tx, { to: [heirId], actorId: userId, roomId, content });
        }
        return read(passingOn, tx, roomId);
      });
    },
    async clear(_: object, { room }: MemberCall) {
      requireOwner(room);
      await db.write((tx) => store.deleteSuccession(tx.query(), room.roomId));
      return {};
    },
    /** [OWN9] */
    async decline(_: object, { room: { roomId }, principal: { userId } }: MemberCall) {
      await db.write(async (tx) => {
        if (!(await store.unname(tx.query(), roomId, userId))) return;
        const { creator_id } = await rooms.getView(tx, roomId);
        const content = { case: 'roomSuccession', value: { kind: SuccessionKind.DECLINED } } as const;
        await notifications.notify(tx, { to: [creator_id], actorId: userId, roomId, content });
      });
      return {};
    },
  };
}

/** The succession as the room's owner sees it. */
async function read(passingOn: PassingOn, reader: Reader, roomId: string) {
  const queries = reader.query<store.SuccessionTables>();
  const row = await store.findSuccession(queries, roomId);
  if (!row) return {};
  const named = await store.findNamed(queries, roomId);
  const [next] = await passingOn.heirs(reader, roomId, 1);
  return {
    succession: {
      awayDays: row.away_days ?? 0,
      ...(named ? { named: toHeir(named) } : {}),
      ...(next ? { next: toHeir(next) } : {}),
    },
  };
}

/** @throws AppError `rooms.not_creator`. */
function requireOwner({ role }: RoomStanding): void {
  if (role !== RoomRole.CREATOR) throw roomErrors.not_creator();
}

function toHeir({ id, username, display_name, avatar }: store.HeirRow) {
  return { userId: id, username, displayName: display_name, ...pictureField('avatar', avatar) };
}
