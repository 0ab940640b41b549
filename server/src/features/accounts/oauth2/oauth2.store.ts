import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** This feature owns the links to accounts at OAuth2 providers. */
export type OAuth2Tables = Pick<Schema, 'oauth2_links'>;

export type LinkRow = Selectable<Schema['oauth2_links']>;

type Db = Kysely<OAuth2Tables>;
type Account = Pick<LinkRow, 'instance' | 'issuer' | 'subject'>;

export function findLink(db: Db, { instance, issuer, subject }: Account): Promise<LinkRow | undefined> {
  return db
    .selectFrom('oauth2_links')
    .selectAll()
    .where('instance', '=', instance)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Oldest first. */
export function listLinks(db: Db, userId: string): Promise<LinkRow[]> {
  return db
    .selectFrom('oauth2_links')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('instance')
    .execute();
}

/** False if a user has linked the account, or if this user has linked another account of the instance. */
export async function insertLink(db: Db, row: LinkRow): Promise<boolean> {
  const result = await db
    .insertInto('oauth2_links')
    .values(row)
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** The removed link; undefined if there was none. */
export function deleteLink(db: Db, userId: string, instance: string): Promise<LinkRow | undefined> {
  return db
    .deleteFrom('oauth2_links')
    .where('user_id', '=', userId)
    .where('instance', '=', instance)
    .returningAll()
    .executeTakeFirst();
}
