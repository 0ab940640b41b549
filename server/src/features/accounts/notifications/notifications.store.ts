import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

type OwnTables = 'notification_boxes' | 'notifications' | 'notification_things' | 'announcements';

/** Owns notifications and announcements; reads names and the blocks between accounts. */
export interface NotificationTables extends Pick<Schema, OwnTables | 'user_blocks'> {
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'avatar' | 'deleted_at' | 'created_at'>;
  user_emails: Pick<Schema['user_emails'], 'user_id'>;
}

export type Db = Kysely<NotificationTables>;

/** A notification with names, and with the text of an announcement. */
export type ViewedNotification = Selectable<Schema['notifications']> & {
  readonly username: string | null;
  readonly display_name: string | null;
  readonly avatar: unknown;
  readonly title: string | null;
  readonly text: string | null;
  readonly link: string | null;
};

/** A user's locked list, and the position of the next notification in it. */
export interface Box {
  readonly user_id: string;
  readonly place: number;
}

/** A notification, the same for all its recipients. */
export interface NewRow {
  readonly group: string;
  readonly kind: string;
  /** JSON. */
  readonly content: string;
  readonly actorId: string | null;
  readonly room: { readonly id: string; readonly name: RawBuilder<string> } | null;
  readonly announcementId: string | null;
  readonly at: Date;
}

/** The users to notify, and the thing to report. */
interface Taking {
  readonly to: readonly string[];
  readonly thing: string;
  readonly actorId: string | null;
  readonly at: Date;
  readonly mailing: Mailing | undefined;
}

/** When a mail about it is due: later if the last mail was sent less than `restMs` ago. */
export interface Mailing {
  readonly dueAt: Date;
  readonly restMs: number;
}

/**
 * Records that these users are notified of `thing`, and locks their lists in the order of ids. Returns the lists of
 * users who were not notified before, are not the actor, and did not block the actor.
 */
export async function takeBoxes(db: Db, { to, thing, actorId, at, mailing }: Taking): Promise<Box[]> {
  const { rows } = await sql<Box>`
    with told as (
      insert into notification_things (user_id, thing, told_at)
      select u.id, ${thing}, ${at} from users u
      where u.id = any(${[...to]}::text[]) and u.deleted_at is null and u.id is distinct from ${actorId}
        and not exists (select from user_blocks b where b.user_id = u.id and b.blocked_id = ${actorId})
      order by u.id
      on conflict do nothing returning user_id
    )
    insert into notification_boxes as b (user_id, place, mail_due_at)
    select user_id, 1, ${mailing?.dueAt ?? null}::timestamptz from told order by user_id
    on conflict (user_id) do update set place = b.place + 1, mail_due_at = case
      when excluded.mail_due_at is null then b.mail_due_at
      else coalesce(b.mail_due_at, greatest(excluded.mail_due_at, b.mailed_at + ${mailing?.restMs ?? 0} * interval '1 ms'))
    end
    returning user_id, place`.execute(db);
  return rows;
}

/** Adds a row to each list, or increments the unread row of the same group. Returns the ids of the rows. */
export async function putRows(db: Db, boxes: readonly Box[], ids: readonly string[], row: NewRow): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into notifications as n
      (id, user_id, place, group_key, kind, content, actor_id, room_id, room_name, announcement_id, created_at, updated_at)
    select g.id, g.user_id, g.place, ${row.group}, ${row.kind}, ${row.content}::jsonb, ${row.actorId}, ${row.room?.id ?? null},
      coalesce(${row.room?.name ?? null}, ''), ${row.announcementId}, ${row.at}, ${row.at}
    from unnest(${[...ids]}::text[], ${boxes.map((box) => box.user_id)}::text[], ${boxes.map((box) => box.place)}::int[])
      as g (id, user_id, place)
    on conflict (user_id, group_key) where read_at is null do update
      set place = excluded.place, content = excluded.content, actor_id = excluded.actor_id, room_name = excluded.room_name,
        count = n.count + 1, updated_at = excluded.updated_at
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks the lists that have an unread row of `group`, in the order of ids. Returns their users. */
export async function lockUnread(db: Db, group: string): Promise<string[]> {
  const boxes = await db
    .selectFrom('notification_boxes as b')
    .select('b.user_id')
    .where((e) =>
      e.exists(
        e
          .selectFrom('notifications as n')
          .select('n.id')
          .whereRef('n.user_id', '=', 'b.user_id')
          .where('n.group_key', '=', group)
          .where('n.read_at', 'is', null),
      ),
    )
    .orderBy('b.user_id')
    .forNoKeyUpdate()
    .execute();
  return boxes.map(({ user_id }) => user_id);
}

/** Marks the unread row of `group` in each of these lists as read. Returns the rows that were unread. */
export function readGroup(db: Db, group: string, userIds: readonly string[], at: Date) {
  return db
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', 'in', userIds)
    .where('group_key', '=', group)
    .where('read_at', 'is', null)
    .returning(['id', 'user_id'])
    .execute();
}

/** Keeps only the newest `most` rows of each of these users. */
export async function trimLists(db: Db, userIds: readonly string[], most: number): Promise<void> {
  await sql`
    delete from notifications n using unnest(${[...userIds]}::text[]) as g (user_id)
    where n.user_id = g.user_id and n.place <= (
      select place from notifications where user_id = g.user_id order by place desc offset ${most} limit 1
    )`.execute(db);
}

/** Locks a user's list. False: the user has never had a notification. */
export async function lockBox(db: Db, userId: string): Promise<boolean> {
  const box = await db
    .selectFrom('notification_boxes')
    .select('user_id')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return box !== undefined;
}

/** Rows with names, without the rows of deleted announcements. */
export function viewed(db: Db) {
  return db
    .selectFrom('notifications as n')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'n.actor_id').on('u.deleted_at', 'is', null))
    .leftJoin('announcements as a', 'a.id', 'n.announcement_id')
    .where((e) => e.or([e('n.announcement_id', 'is', null), e('a.id', 'is not', null)]))
    .selectAll('n')
    .select(['u.username', 'u.display_name', 'u.avatar', 'a.title', 'a.text', 'a.link']);
}

export function listByIds(db: Db, ids: readonly string[]): Promise<ViewedNotification[]> {
  return viewed(db).where('n.id', 'in', ids).execute();
}

export function findOwn(db: Db, userId: string, id: string): Promise<ViewedNotification | undefined> {
  return viewed(db).where('n.user_id', '=', userId).where('n.id', '=', id).executeTakeFirst();
}

export interface ListFilter {
  readonly unreadOnly: boolean;
  /** Undefined: from the newest. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** Newest first. */
export function listOwn(db: Db, userId: string, { unreadOnly, before, limit }: ListFilter) {
  return viewed(db)
    .where('n.user_id', '=', userId)
    .$if(unreadOnly, (q) => q.where('n.read_at', 'is', null))
    .$if(before !== undefined, (q) => q.where('n.place', '<', before!))
    .orderBy('n.place', 'desc')
    .limit(limit)
    .execute() as Promise<ViewedNotification[]>;
}

export interface Counts {
  readonly user_id: string;
  readonly unread: number;
  readonly total: number;
}

/** Counts the notifications of each user. Users without notifications are omitted. */
export async function countOwn(db: Db, userIds: readonly string[]): Promise<Map<string, Counts>> {
  const rows = await db
    .selectFrom('notifications as n')
    .leftJoin('announcements as a', 'a.id', 'n.announcement_id')
    .where((e) => e.or([e('n.announcement_id', 'is', null), e('a.id', 'is not', null)]))
    .where('n.user_id', 'in', userIds)
    .groupBy('n.user_id')
    .select([
      'n.user_id',
      sql<number>`count(*) filter (where n.read_at is null)::int`.as('unread'),
      sql<number>`count(*)::int`.as('total'),
    ])
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Returns the ids of the rows that were unread until now. */
export async function markRead(
  db: Db,
  userId: string,
  which: { readonly ids: readonly string[] } | { readonly upToPlace: number },
  at: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where((e) => ('ids' in which ? e('id', 'in', which.ids) : e('place', '<=', which.upToPlace)))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the ids of the deleted rows. */
export async function deleteOwn(db: Db, userId: string, which: 'read' | { readonly id: string }): Promise<string[]> {
  const rows = await db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where((e) => (which === 'read' ? e('read_at', 'is not', null) : e('id', '=', which.id)))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Up to `limit` rows to delete: expired, or of a deleted announcement. Ordered by user. */
export async function listSpent(db: Db, before: Date, limit: number): Promise<{ id: string; user_id: string }[]> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    (select id, user_id from notifications where updated_at < ${before} limit ${limit})
    union
    (select n.id, n.user_id from notifications n where n.announcement_id is not null
      and not exists (select from announcements a where a.id = n.announcement_id) limit ${limit})
    order by user_id limit ${limit}`.execute(db);
  return rows;
}

export async function deleteRows(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('notifications').where('id', 'in', ids).execute();
}

/** Deletes up to `limit` things; returns the number deleted. */
export async function deleteThingsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql<SqlBool>`
    delete from notification_things where ctid = any(array(
      select ctid from notification_things where told_at < ${before} limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Keeps notifications about actions of an erased account, without its name. */
export async function changeActor(db: Db, userId: string, heirId: string): Promise<void> {
  await db.updateTable('notifications').set({ actor_id: heirId }).where('actor_id', '=', userId).execute();
}
