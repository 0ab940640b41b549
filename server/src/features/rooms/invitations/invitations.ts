import { createHash } from 'node:crypto';
import { InvitationState } from '@matinee/contract/gen/service/client/invitations_pb.ts';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { networkOf } from '../../../kernel/network-of.ts';
import type { Database } from '../../../store/database.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import type { Members } from '../members/members.port.ts';
import { invitationErrors } from './invitations.errors.ts';
import type { Invitations } from './invitations.port.ts';
import * as store from './invitations.store.ts';

/**
 * After this many wrong tokens from one network within the window, the server refuses further ones without checking
 * them.
 */
const maxWrongTokens = 20;
const wrongTokenWindowMs = 600_000;

export interface TokenParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyValue: KeyValue;
  readonly members: Pick<Members, 'findStanding'>;
}

/** Finds invitations and counts their uses. Depends only on members, so that rooms can depend on it. */
export function makeInvitations({ db, clock, keyValue, members }: TokenParts): Invitations {
  /** [IN6] */
  async function findByToken(token: string, address: string): Promise<store.InvitationRow | undefined> {
    const key = `invitation:${networkOf(address)}`;
    if (Number(await keyValue.orLocal.get(key)) >= maxWrongTokens)
      throw invitationErrors.locked_out({ retryAfterSeconds: wrongTokenWindowMs / 1000 });
    const row = await store.findByHash(db.query<store.InvitationTables>(), hashOf(token));
    if (!row) await keyValue.orLocal.increment(key, wrongTokenWindowMs);
    return row;
  }

  /**
   * Whether the inviter may add members. Also true while the room is closed to its members: the access state then
   * refuses the newcomer and gives the reason. [IN4]
   */
  async function mayInvite({ creator_id: userId, room_id }: store.InvitationRow): Promise<boolean> {
    try {
      const maker = await members.findStanding({ kind: 'user', userId }, room_id);
      return maker?.permissions.has(Permission.ADD_MEMBERS) === true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'permission_denied') return true;
      throw error;
    }
  }

  return {
    /** [IN2] [IN4] */
    async find(token, address, roomId) {
      const row = await findByToken(token, address);
      if (!row || (roomId !== undefined && row.room_id !== roomId)) throw invitationErrors.not_found();
      if (stateOf(row, clock.nowMs()) !== InvitationState.ACTIVE) throw invitationErrors.ended();
      if (!(await mayInvite(row))) throw invitationErrors.ended();
      return row;
    },
    /** [IN3] */
    async use(tx, { id }, userId) {
      if (!(await store.addUse(tx.query(), id, userId, dateOf(clock.nowMs())))) throw invitationErrors.ended();
    },
  };
}

/** The hash of a token, which the server stores. 32 random bytes need no slow hash. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function stateOf(row: store.InvitationRow, nowMs: number): InvitationState {
  if (row.revoked_at !== null) return InvitationState.REVOKED;
  if (row.expires_at !== null && row.expires_at.getTime() <= nowMs) return InvitationState.EXPIRED;
  return row.max_uses !== null && row.use_count >= row.max_uses ? InvitationState.USED_UP : InvitationState.ACTIVE;
}
