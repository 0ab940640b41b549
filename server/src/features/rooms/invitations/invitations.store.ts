import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';

/** Owns invitations and their uses, reads names, locks rooms. */
export interface InvitationTables extends Pick<Schema, 'room_invitations' | 'room_invitation_uses'> {
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'avatar'>;
}

type Db = Kysely<InvitationTables>;
type Row = Selectable<InvitationTables['room_invitations']>;

function invitations(db: Db) {
  return db
    .selectFrom('room_invitations as i')
    .innerJoin('users', 'users.id', 'i.creator_id')
    .selectAll('i')
    .select('users.display_name as creator_name');
}

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findByHash>>>;

export function findByHash(db: Db, tokenHash: Buffer) {
  return invitations(db).where('i.token_hash', '=', tokenHash).executeTakeFirst();
}

export function findInvitation(db: Db, roomId: string, id: string): Promise<InvitationRow | undefined> {
  return invitations(db).where('i.id', '=', id).where('i.room_id', '=', roomId).executeTakeFirst();
}

/** The condition for an invitation in force at `now`. */
function inForce(now: Date) {
  return sql<boolean>`(revoked_at is null and (expires_at is null or expires_at > ${now})
    and (max_uses is null or use_count < max_uses))`;
}

/** Newest first. */
export function listInvitations(db: Db, roomId: string, now: Date, page: { readonly includeEnded: boolean } & Page) {
  const found = invitations(db)
    .where('i.room_id', '=', roomId)
    .$if(!page.includeEnded, (q) => q.where(inForce(now)));
  return readPage(found.orderBy('i.id', 'desc'), page);
}

export async function countInForce(db: Db, roomId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('room_invitations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('room_id', '=', roomId)
    .where(inForce(now))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertInvitation(db: Db, row: Omit<Row, 'use_count' | 'revoked_at'>): Promise<void> {
  await db.insertInto('room_invitations').values(row).execute();
}

/** False if it was already revoked. */
export async function revoke(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('room_invitations')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Counts one use if one is left. Concurrent uses cannot exceed the limit. False: none is left. */
export async function addUse(db: Db, id: string, userId: string, now: Date): Promise<boolean> {
  const counted = await db
    .updateTable('room_invitations')
    .set((e) => ({ use_count: e('use_count', '+', 1) }))
    .where('id', '=', id)
    .where(inForce(now))
    .returning('use_count')
    .executeTakeFirst();
  if (!counted) return false;
  const use = { invitation_id: id, number: counted.use_count, user_id: userId, used_at: now };
  await db.insertInto('room_invitation_uses').values(use).execute();
  return true;
}

/** Newest first. */
export function listUses(db: Db, invitationId: string, page: Page) {
  const uses = db
    .selectFrom('room_invitation_uses as u')
    .innerJoin('users', 'users.id', 'u.user_id')
    .select(['u.user_id', 'u.used_at', 'users.username', 'users.display_name', 'users.avatar'])
    .where('u.invitation_id', '=', invitationId);
  return readPage(uses.orderBy('u.number', 'desc'), page);
}

/** Deletes invitations that ended before `time`. */
export async function deleteEnded(db: Db, roomId: string, time: Date): Promise<void> {
  await db
    .deleteFrom('room_invitations')
    .where('room_id', '=', roomId)
    .where((e) =>
      e.or([
        e('revoked_at', '<', time),
        e('expires_at', '<', time),
        e.and([e('use_count', '>=', e.ref('max_uses')), e('created_at', '<', time)]),
      ]),
    )
    .execute();
}
