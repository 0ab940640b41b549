import { type Selectable, sql } from 'kysely';
import { type Page, readPage } from '../../../../store/queries/page.ts';
import type { Db, NotificationTables } from '../notifications.store.ts';

export type AnnouncementRow = Selectable<NotificationTables['announcements']>;
export type ListedAnnouncement = AnnouncementRow & { readonly username: string | null };

function listed(db: Db) {
  return db
    .selectFrom('announcements as a')
    .leftJoin('users as u', 'u.id', 'a.created_by')
    .selectAll('a')
    .select('u.username');
}

export async function insertAnnouncement(db: Db, row: AnnouncementRow): Promise<void> {
  await db.insertInto('announcements').values(row).execute();
}

/** Newest first. */
export function listAnnouncements(db: Db, page: Page) {
  return readPage(listed(db).orderBy('a.id', 'desc'), page);
}

export function deleteAnnouncement(db: Db, id: string): Promise<AnnouncementRow | undefined> {
  return db.deleteFrom('announcements').where('id', '=', id).returningAll().executeTakeFirst();
}

/**
 * Announcements since `after` that these users have not received, oldest first. Users receive none from before their
 * account was created.
 */
export async function listUntold(
  db: Db,
  userIds: readonly string[],
  after: Date,
): Promise<{ user_id: string; id: string; created_at: Date }[]> {
  const { rows } = await sql<{ user_id: string; id: string; created_at: Date }>`
    select u.id as user_id, a.id, a.created_at from announcements a cross join users u
    where u.id = any(${[...userIds]}::text[]) and a.created_at >= greatest(u.created_at, ${after})
      and not exists (select from notification_things t where t.user_id = u.id and t.thing = 'announcement/' || a.id)
    order by a.id, u.id`.execute(db);
  return rows;
}

/** Locks the oldest announcement that some accounts with a mail address have not received yet. Skips locked ones. */
export function claimUnfinished(db: Db): Promise<AnnouncementRow | undefined> {
  return db
    .selectFrom('announcements')
    .selectAll()
    .where('told_up_to', 'is not', null)
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function putToldUpTo(db: Db, id: string, toldUpTo: string | null): Promise<void> {
  await db.updateTable('announcements').set({ told_up_to: toldUpTo }).where('id', '=', id).execute();
}

/** Ids of the next accounts with a mail address. */
export async function listAddressed(db: Db, after: string, createdBefore: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('user_emails as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select('u.id')
    .where('u.id', '>', after)
    .where('u.created_at', '<=', createdBefore)
    .where('u.deleted_at', 'is', null)
    .orderBy('u.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function changeAnnouncer(db: Db, userId: string, heirId: string): Promise<void> {
  await db.updateTable('announcements').set({ created_by: heirId }).where('created_by', '=', userId).execute();
}
