import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { RemovalKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type {
  BanFromRoomRequest,
  ListRoomBansRequest,
  RoomBanSchema,
} from '@matinee/contract/gen/service/client/room_bans_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import { pageOf } from '../../../store/queries/page.ts';
import type { NewsContent, Notifications } from '../../accounts/notifications/notifications.port.ts';
import { type Users, userErrors, usernameKey } from '../../accounts/users/users.port.ts';
import { pictureField } from '../../files/files/pictures.port.ts';
import type { JoinRequests } from '../join-requests/join-requests.ts';
import type { Members } from '../members/members.port.ts';
import { lockRoom } from '../rooms/rooms.store.ts';
import { roomBanErrors } from './room-bans.errors.ts';
import * as store from './room-bans.store.ts';
import type { RoomBans } from './room-bans.ts';

/** Maximum length of a room's ban list. */
const maxBans = 5_000;

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
}

export interface RoomBanParts extends Parts {
  readonly users: Pick<Users, 'find'>;
  readonly members: Pick<Members, 'expel'>;
  readonly joinRequests: Pick<JoinRequests, 'settle'>;
  readonly notifications: Notifications;
}

/** Reads the ban list. Depends on no other feature, so that rooms can depend on it. */
export function makeRoomBans({ clock }: Pick<Parts, 'clock'>): RoomBans {
  const among: RoomBans['among'] = async (tx, roomId, userIds) =>
    new Set(await store.listBanned(tx.query(), roomId, userIds, dateOf(clock.nowMs())));
  return { among, has: async (tx, roomId, userId) => (await among(tx, roomId, [userId])).has(userId) };
}

/** The calls by which moderators ban users. */
export function makeRoomBanCalls(parts: RoomBanParts) {
  const { db, clock, users, members, joinRequests, notifications } = parts;
  const now = () => dateOf(clock.nowMs());
  return {
    /** [RB5] */
    async list({ roomId, search, page, pageSize }: ListRoomBansRequest) {
      const { rows, total } = await store.listBans(db.query<store.RoomBanTables>(), roomId, now(), {
        search: usernameKey(search),
        ...pageOf({ page, pageSize }),
      });
      return { bans: rows.map(toBan), total };
    },
    /** [RB1] [RB3] [RB4] */
    async ban(request: BanFromRoomRequest, { principal, room }: Call<UserPrincipal, RoomStanding>) {
      const { userId, reason, durationSeconds } = request;
      const { roomId } = room;
      if (!(await users.find(userId))) throw userErrors.not_found();
      const row = await db.write(async (tx) => {
        const begun = now();
        const until = durationSeconds === undefined ? null : dateOf(begun.getTime() + durationSeconds * 1000);
        await lockRoom(tx.query(), roomId);
        const wasMember = await members.expel(tx, userId, { userId: principal.userId, room });
        await joinRequests.settle(tx, roomId, [userId]);
        await store.deleteExpired(tx.query(), roomId, begun);
        await store.putBan(tx.query(), {
          room_id: roomId,
          user_id: userId,
          reason,
          created_at: begun,
          actor_id: principal.userId,
          until,
        });
        if ((await store.countBans(tx.query(), roomId)) > maxBans) throw roomBanErrors.too_many();
        // A user who was not a member may never have heard of the room.
        if (wasMember) await notifications.notify(tx, { to: [userId], roomId, content: removal(reason, until) });
        return store.findBan(tx.query(), roomId, userId, begun);
      });
      return { ban: toBan(row!) };
    },
    /** [RB5] */
    lift: (roomId: string, userId: string) =>
      db.write(async (tx) => {
        await lockRoom(tx.query(), roomId);
        const ban = await store.findBan(tx.query(), roomId, userId, now());
        if (!ban) throw roomBanErrors.not_found();
        await store.deleteBan(tx.query(), roomId, userId);
        return {};
      }),
  };
}

function removal(reason: string, until: Date | null): NewsContent {
  const end = until === null ? {} : { until: timestampFromDate(until) };
  return { case: 'removedFromRoom', value: { kind: RemovalKind.BANNED, reason, ...end } };
}

function toBan(row: store.RoomBanRow): MessageInitShape<typeof RoomBanSchema> {
  return {
    userId: row.user_id,
    username: row.username,
    displayName: row.display_name,
    reason: row.reason,
    createdAt: timestampFromDate(row.created_at),
    bannedBy: row.actor_name ?? '',
    ...(row.until === null ? {} : { until: timestampFromDate(row.until) }),
    ...pictureField('avatar', row.avatar),
  };
}
