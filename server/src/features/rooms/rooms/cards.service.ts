import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { BanTarget } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import {
  type GetRoomDiscoveryResponseSchema,
  RoomAccess,
  RoomStatus,
  RoomUnavailability,
  RoomVisibility,
} from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Principal } from '../../../kernel/call.ts';
import type { Database } from '../../../store/database.ts';
import type { Bans } from '../../accounts/bans/bans.port.ts';
import { toOwnRequest } from '../join-requests/join-requests.ts';
import { listVisibleMembers, type VisibilityParts } from './online-members.ts';
import { canJoin, invitedAccess } from './room-access.ts';
import { getView, settingsOf, toRoom } from './room-views.ts';
import type { NowPlaying, PlayingItem, RoomCards, Schedules } from './rooms.port.ts';
import * as store from './rooms.store.ts';
import { type AccessParts, accessOf, entersAtOnce, newcomerAccess, viewerIdOf } from './viewer-access.ts';

export interface CardParts extends AccessParts, VisibilityParts {
  readonly settings: AccessParts['settings'] & VisibilityParts['settings'];
  readonly db: Database;
  readonly nowPlaying: NowPlaying;
  readonly schedules: Schedules;
  readonly bans: Pick<Bans, 'find'>;
}

/** Cards of rooms, as lists and invitations show them. */
export function makeCards(parts: CardParts): RoomCards & {
  card(roomId: string, principal: Principal): Promise<MessageInitShape<typeof GetRoomDiscoveryResponseSchema>>;
} {
  const { db } = parts;

  /** [RO9] [RO18] [RO19] */
  async function oneCard(roomId: string, principal: Principal, holdsInvitation: boolean) {
    const row = await getView(db, roomId, viewerIdOf(principal));
    const item = (await roomCards(parts, [row], principal))[0]!;
    const access = holdsInvitation ? invitedAccess(item.access) : item.access;
    const isInvited = entersAtOnce(row, principal, access, parts);
    const onlineMembers = await listVisibleMembers(row, parts, isInvited);
    const told =
      item.nowPlaying === undefined && isInvited ? playingOf((await parts.nowPlaying.of([roomId])).get(roomId)) : {};
    const isTold = { ...item, ...told }.nowPlaying !== undefined;
    const progress = isTold ? await parts.nowPlaying.progress(roomId) : undefined;
    const shown = { ...item, ...told, access, canJoin: canJoin(access), onlineMembers, progress };
    if (principal.kind === 'user') return shown;
    const newcomer = newcomerAccess(row, parts);
    return { ...shown, newcomerAccess: holdsInvitation ? invitedAccess(newcomer) : newcomer };
  }

  return {
    async list(ids, principal, { withProgress }) {
      const rows = await store.listByIds(db.query(), viewerIdOf(principal), ids);
      const items = await roomCards(parts, rows, principal);
      if (!withProgress) return items;
      const progress = await parts.nowPlaying.progressOf(ids);
      return items.map((item) => ({
        ...item,
        progress: item.nowPlaying === undefined ? undefined : progress.get(item.room.id),
      }));
    },
    card: async (roomId, principal) => ({ room: await oneCard(roomId, principal, false) }),
    /** [IN7] */
    forInvited: (roomId, principal) => oneCard(roomId, principal, true),
  };
}

/** The reason why the viewer cannot join the room now. */
function unavailabilityOf(row: store.RoomView, isViewerBanned: boolean): RoomUnavailability {
  if (isViewerBanned) return RoomUnavailability.EXCLUDED;
  if (row.status === RoomStatus.BANNED) return RoomUnavailability.BANNED;
  return row.creator_inactive ? RoomUnavailability.OWNER_INACTIVE : RoomUnavailability.CLOSED;
}

/** The current item, in the form for cards. [RO25] */
function playingOf(item: PlayingItem | undefined): { nowPlaying?: string; nowPlayingPicture?: PlayingItem['picture'] } {
  return item === undefined ? {} : { nowPlaying: item.name, nowPlayingPicture: item.picture };
}

/** The cards of rooms. `rows` must have been read for this viewer. */
async function roomCards(parts: CardParts, rows: readonly store.RoomView[], principal: Principal) {
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
      const isTold = access !== RoomAccess.UNAVAILABLE && (row.joined || isOpen);
      return {
        room: { ...toRoom(row, parts), id: row.id },
        access,
        canJoin: canJoin(access),
        requiresApproval: settingsOf(row, parts).requireApproval,
        schedule: scheduled.get(row.id),
        ...(principal.kind === 'user' ? { joined: row.joined, favorited: row.favorited } : {}),
        ...playingOf(isTold ? playing.get(row.id) : undefined),
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
