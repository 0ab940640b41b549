import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  CreateRoomInvitationRequest,
  ListRoomInvitationsRequest,
  ListRoomInvitationUsesRequest,
  PreviewInvitationRequest,
  RevokeRoomInvitationRequest,
  RoomInvitationSchema,
} from '@matinee/contract/gen/service/client/invitations_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { type Random, secretText } from '../../../kernel/random.ts';
import type { Database } from '../../../store/database.ts';
import { pageOf } from '../../../store/queries/page.ts';
import { pictureField } from '../../files/files/pictures.port.ts';
import type { RoomCards } from '../rooms/rooms.port.ts';
import { lockRoom } from '../rooms/rooms.store.ts';
import { invitationErrors } from './invitations.errors.ts';
import type { Invitations } from './invitations.port.ts';
import * as store from './invitations.store.ts';
import { hashOf, stateOf } from './invitations.ts';

/** Maximum number of invitations in force per room. */
const maxInForce = 100;
/** How long an ended invitation stays listed with its uses, in milliseconds. */
const keptMs = 30 * 86_400_000;

export interface InvitationParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly invitations: Invitations;
  readonly cards: RoomCards;
}

/** Makes invitations. [IN1] [IN2] */
export function makeInviting({ db, clock, ids, random }: InvitationParts) {
  return async function invite(request: CreateRoomInvitationRequest, call: Call<UserPrincipal, RoomStanding>) {
    const { roomId } = call.room;
    const token = secretText(random);
    const id = ids.make('inv');
    const row = await db.write(async (tx) => {
      const now = dateOf(clock.nowMs());
      await lockRoom(tx.query(), roomId);
      await store.deleteEnded(tx.query(), roomId, dateOf(now.getTime() - keptMs));
      if ((await store.countInForce(tx.query(), roomId, now)) >= maxInForce) throw invitationErrors.too_many();
      const { expiresInSeconds: seconds, maxUses } = request;
      await store.insertInvitation(tx.query(), {
        id,
        room_id: roomId,
        token_hash: hashOf(token),
        creator_id: call.principal.userId,
        created_at: now,
        expires_at: seconds === undefined ? null : dateOf(now.getTime() + seconds * 1000),
        max_uses: maxUses ?? null,
      });
      return store.findInvitation(tx.query(), roomId, id);
    });
    return { invitation: shown(row!, clock.nowMs()), token };
  };
}

/** The calls by which members list and revoke invitations, and people preview an invitation that they received. */
export function makeInvitationCalls({ db, clock, invitations, cards }: InvitationParts) {
  const read = () => db.query<store.InvitationTables>();
  const toInvitation = (row: store.InvitationRow) => shown(row, clock.nowMs());

  async function getInvitation(roomId: string, id: string): Promise<store.InvitationRow> {
    const row = await store.findInvitation(read(), roomId, id);
    if (!row) throw invitationErrors.not_found();
    return row;
  }

  return {
    /** [IN5] */
    async list({ roomId, includeEnded, page, pageSize }: ListRoomInvitationsRequest) {
      const now = dateOf(clock.nowMs());
      const { rows, total } = await store.listInvitations(read(), roomId, now, {
        includeEnded,
        ...pageOf({ page, pageSize }),
      });
      return { invitations: rows.map(toInvitation), total };
    },
    /** [IN4] */
    async revoke({ roomId, invitationId }: RevokeRoomInvitationRequest) {
      await getInvitation(roomId, invitationId);
      await db.write((tx) => store.revoke(tx.query(), invitationId, dateOf(clock.nowMs())));
      return {};
    },
    /** [IN5] */
    async listUses({ roomId, invitationId, page, pageSize }: ListRoomInvitationUsesRequest) {
      await getInvitation(roomId, invitationId);
      const { rows, total } = await store.listUses(read(), invitationId, pageOf({ page, pageSize }));
      const uses = rows.map(({ user_id, username, display_name: displayName, avatar, used_at }) => ({
        userId: user_id,
        username,
        displayName,
        usedAt: timestampFromDate(used_at),
        ...pictureField('avatar', avatar),
      }));
      return { uses, total };
    },
    /** [IN7] */
    async preview({ token }: PreviewInvitationRequest, { principal, address }: Call) {
      const row = await invitations.find(token, address);
      return {
        room: await cards.forInvited(row.room_id, principal),
        invitedBy: row.creator_name,
        ...(row.expires_at === null ? {} : { expiresAt: timestampFromDate(row.expires_at) }),
      };
    },
  };
}

function shown(row: store.InvitationRow, nowMs: number): MessageInitShape<typeof RoomInvitationSchema> {
  return {
    id: row.id,
    roomId: row.room_id,
    createdBy: row.creator_name,
    createdAt: timestampFromDate(row.created_at),
    useCount: row.use_count,
    state: stateOf(row, nowMs),
    ...(row.expires_at === null ? {} : { expiresAt: timestampFromDate(row.expires_at) }),
    ...(row.max_uses === null ? {} : { maxUses: row.max_uses }),
  };
}
