import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { BanTarget } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import {
  type DiscoverRoomsRequest,
  type ListMyRoomsRequest,
  RoomAccess,
  RoomStatus,
  RoomUnavailability,
  RoomVisibility,
} from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Principal, UserPrincipal } from '../../kernel/call.ts';
import type { Database } from '../../store/database.ts';
import type { Bans } from '../bans/bans.port.ts';
import { toOwnRequest } from '../join-requests/join-requests.port.ts';
import type { Schedules } from '../schedule/schedule.port.ts';
import { listVisibleMembers, type VisibilityParts } from './online-members.ts';
import { canJoin } from './room-access.ts';
import { getView, toRoom } from './room-views.ts';
import type { NowPlaying } from './rooms.port.ts';
import * as store from './rooms.store.ts';
import { type AccessParts, accessOf, entersAtOnce, viewerIdOf } from './viewer-access.ts';

const featuredCount = 5;

export interface DiscoveryParts extends AccessParts, VisibilityParts {
  readonly settings: AccessParts['settings'] & VisibilityParts['settings'];
  readonly db: Database;
  readonly nowPlaying: NowPlaying;
  readonly schedules: Schedules;
  readonly bans: Pick<Bans, 'find'>;
}

/** Shows people the rooms that they can find, and their own. */
export function makeDiscovery(parts: DiscoveryParts) {
  const { db, online } = parts;
  const toItems = (rows: readonly store.RoomView[], principal: Principal) => roomCards(parts, rows, principal);

  return {
    /** [RO8] */
    async discover({ search, page, pageSize }: DiscoverRoomsRequest, principal: Principal) {
      const viewer = viewerIdOf(principal);
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
    /** [RO9] [RO18] [RO19] */
    async card(roomId: string, principal: Principal) {
      const row = await getView(db, roomId, viewerIdOf(principal));
      const item = (await toItems([row], principal))[0]!;
      const isInvited = entersAtOnce(row, principal, item.access, parts);
      const onlineMembers = await listVisibleMembers(row, parts, isInvited);
      const nowPlaying = item.nowPlaying ?? (isInvited ? (await parts.nowPlaying.of([roomId])).get(roomId) : undefined);
      const progress = nowPlaying === undefined ? undefined : await parts.nowPlaying.progress(roomId);
      return { room: { ...item, nowPlaying, onlineMembers, progress } };
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
  };
}

/** Why the viewer cannot enter the room now. */
function unavailabilityOf(row: store.RoomView, isViewerBanned: boolean): RoomUnavailability {
  if (isViewerBanned) return RoomUnavailability.EXCLUDED;
  if (row.status === RoomStatus.BANNED) return RoomUnavailability.BANNED;
  return row.creator_inactive ? RoomUnavailability.OWNER_INACTIVE : RoomUnavailability.CLOSED;
}

/** The rooms as their cards show them. `rows` must have been read for this viewer. */
async function roomCards(parts: DiscoveryParts, rows: readonly store.RoomView[], principal: Principal) {
  const { nowPlaying, schedules, bans } = parts;
  const ids = rows.map((row) => row.id);
  const [playing, scheduled] = await Promise.all([nowPlaying.of(ids), schedules.of(ids)]);
  const banned = rows.filter(({ status }) => status === RoomStatus.BANNED).map(({ id }) => id);
  const reasons = await bans.find(BanTarget.ROOM, banned);
  return Promise.all(
    rows.map(async (row) => {
      const { access, cooldown, ban, request } = await accessOf(row, principal, parts);
      const until = ban ? ban.until : cooldown;
      const isOpen = row.password_record === null && row.visibility === RoomVisibility.PUBLIC;
      const name = row.joined || isOpen ? playing.get(row.id) : undefined;
      return {
        room: toRoom(row, parts),
        access,
        canJoin: canJoin(access),
        schedule: scheduled.get(row.id),
        ...(principal.kind === 'user' ? { joined: row.joined, favorited: false } : {}),
        ...(name === undefined ? {} : { nowPlaying: name }),
        ...(access === RoomAccess.UNAVAILABLE
          ? {
              unavailability: unavailabilityOf(row, ban !== null),
              banReason: ban ? ban.reason : reasons.get(row.id)?.reason,
            }
          : {}),
        ...(until ? { cooldownUntil: timestampFromDate(until) } : {}),
        ...(request ? { joinRequest: toOwnRequest(request) } : {}),
      };
    }),
  );
}
