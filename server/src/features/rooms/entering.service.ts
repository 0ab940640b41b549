import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { BanTarget } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { type JoinRoomRequest, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import {
  type DiscoverRoomsRequest,
  type ListMyRoomsRequest,
  RoomAccess,
  RoomStatus,
  RoomUnavailability,
  RoomVisibility,
} from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Principal, UserPrincipal } from '../../kernel/call.ts';
import type { KeyValue } from '../../store/key-value/key-value.ts';
import type { Bans } from '../bans/bans.port.ts';
import { canJoin, roomAccess } from './room-access.ts';
import { roomErrors } from './rooms.errors.ts';
import type { NowPlaying } from './rooms.port.ts';
import { type RoomParts, type RoomService, viewerIdOf } from './rooms.service.ts';
import * as store from './rooms.store.ts';

const featuredCount = 5;
/** Wrong passwords of one user for one room within the window, after which further ones are not looked at. */
const maxWrongPasswords = 5;
const wrongPasswordWindowMs = 300_000;

type EnteringParts = Pick<RoomParts, 'db' | 'members' | 'online' | 'passwords' | 'settings'> & {
  readonly service: RoomService;
  readonly keyValue: KeyValue;
  readonly nowPlaying: NowPlaying;
  readonly bans: Pick<Bans, 'find'>;
};

/** How people find rooms and come into them. */
export function makeEntering({
  db,
  members,
  online,
  passwords,
  service,
  keyValue,
  settings,
  nowPlaying,
  bans,
}: EnteringParts) {
  const viewerOf = (principal: Principal) => (principal.kind === 'user' ? principal.userId : undefined);

  async function accessOf(row: store.RoomView, principal: Principal) {
    const viewerId = viewerOf(principal);
    const cooldown = viewerId === undefined || row.joined ? undefined : await members.cooldownUntil(row.id, viewerId);
    const facts = {
      room: row,
      settings: service.settingsOf(row),
      guestsEnabled: settings.sessions.enableGuest,
      viewerId,
      inCooldown: cooldown !== undefined,
    };
    return { access: roomAccess(facts), cooldown };
  }

  async function toItems(rows: readonly store.RoomView[], principal: Principal) {
    const playing = await nowPlaying.of(rows.map((row) => row.id));
    const banned = rows.filter(({ status }) => status === RoomStatus.BANNED).map(({ id }) => id);
    const reasons = await bans.find(BanTarget.ROOM, banned);
    return Promise.all(
      rows.map(async (row) => {
        const { access, cooldown } = await accessOf(row, principal);
        const name =
          row.joined || (row.password_record === null && row.visibility === RoomVisibility.PUBLIC)
            ? playing.get(row.id)
            : undefined;
        return {
          room: service.toRoom(row),
          access,
          canJoin: canJoin(access),
          ...(principal.kind === 'user' ? { joined: row.joined, favorited: false } : {}),
          ...(name === undefined ? {} : { nowPlaying: name }),
          ...(access === RoomAccess.UNAVAILABLE
            ? { unavailability: unavailabilityOf(row), banReason: reasons.get(row.id)?.reason }
            : {}),
          ...(cooldown ? { cooldownUntil: timestampFromDate(cooldown) } : {}),
        };
      }),
    );
  }

  return {
    /** [RO8] */
    async discover({ search, page, pageSize }: DiscoverRoomsRequest, principal: Principal) {
      const viewer = viewerOf(principal) ?? '';
      const limit = pageSize || 20;
      const read = db.query<store.RoomTables>();
      const candidates = search === '' ? online.busiest().slice(0, 4 * featuredCount) : [];
      const featured = (await store.listFeatured(read, viewer, candidates)).slice(0, featuredCount);
      const excluded = featured.map((row) => row.id);
      const { rows, total } = await store.listPublic(read, viewer, {
        search,
        excluded,
        offset: (Math.max(page, 1) - 1) * limit,
        limit,
      });
      return {
        featuredRooms: page <= 1 ? await toItems(featured, principal) : [],
        rooms: await toItems(rows, principal),
        total,
      };
    },
    /** [RO9] */
    async card(roomId: string, principal: Principal) {
      const [room] = await toItems([await service.getView(db, roomId, viewerIdOf(principal))], principal);
      return { room: room! };
    },
    /** [RO10] */
    async listMine({ page, pageSize }: ListMyRoomsRequest, principal: UserPrincipal) {
      const rows = await store.listRoomsOf(db.query(), principal.userId);
      const onlineCount = (row: store.RoomView) => online.of(row.id).memberIds.size;
      const limit = pageSize || 20;
      const start = (Math.max(page, 1) - 1) * limit;
      const sorted = rows
        .map((row, order) => ({ row, order }))
        .sort((a, b) => onlineCount(b.row) - onlineCount(a.row) || a.order - b.order);
      return {
        rooms: await toItems(
          sorted.slice(start, start + limit).map(({ row }) => row),
          principal,
        ),
        total: rows.length,
      };
    },
    /** [RO5] [RO11] */
    async join({ roomId, password }: JoinRoomRequest, principal: UserPrincipal) {
      const seen = await service.getView(db, roomId, viewerIdOf(principal));
      const { access } = await accessOf(seen, principal);
      if (access === RoomAccess.PASSWORD) await checkPassword(seen, password, principal);
      else if (access !== RoomAccess.JOIN && access !== RoomAccess.ENTER)
        throw roomErrors.not_admitted({ metadata: { access: RoomAccess[access] } });
      if (access !== RoomAccess.ENTER)
        await db.write((tx) => service.care.admit(tx, roomId, principal.userId, RoomRole.MEMBER));
      return { member: await members.get(roomId, principal.userId) };
    },
  };

  async function checkPassword(
    row: store.RoomView,
    password: string | undefined,
    principal: UserPrincipal,
  ): Promise<void> {
    if (password === undefined) throw roomErrors.wrong_password();
    const key = `roompass:${row.id}:${principal.userId}`;
    // Counted before it is looked at: of many attempts at once no more than these are.
    if ((await keyValue.increment(key, wrongPasswordWindowMs)) > maxWrongPasswords)
      throw roomErrors.locked_out({ retryAfterSeconds: wrongPasswordWindowMs / 1000 });
    if (!(await passwords.verify(row.id, password, row.password_record ?? undefined)))
      throw roomErrors.wrong_password();
    await keyValue.delete(key);
  }
}

/** Why nobody can be in the room now. */
function unavailabilityOf(row: store.RoomView): RoomUnavailability {
  if (row.status === RoomStatus.BANNED) return RoomUnavailability.BANNED;
  return row.creator_inactive ? RoomUnavailability.OWNER_INACTIVE : RoomUnavailability.CLOSED;
}
