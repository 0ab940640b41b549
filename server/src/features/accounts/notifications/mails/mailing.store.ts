import { type Db, type ViewedNotification, viewed } from '../notifications.store.ts';

/** Locks the lists with due mails, and returns their users. Skips lists that another transaction has locked. */
export async function claimDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_boxes')
    .select('user_id')
    .where('mail_due_at', '<=', now)
    .orderBy('user_id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.user_id);
}

/** Unread notifications of these kinds that were not mailed, newest first. */
export function listUnmailed(db: Db, userId: string, kinds: readonly string[]): Promise<ViewedNotification[]> {
  return viewed(db)
    .where('n.user_id', '=', userId)
    .where('n.read_at', 'is', null)
    .where('n.mailed_at', 'is', null)
    .where('n.kind', 'in', kinds)
    .orderBy('n.place', 'desc')
    .execute();
}

export async function putMailed(db: Db, userId: string, ids: readonly string[], at: Date): Promise<void> {
  await db.updateTable('notifications').set({ mailed_at: at }).where('id', 'in', ids).execute();
  await db.updateTable('notification_boxes').set({ mailed_at: at }).where('user_id', '=', userId).execute();
}

export async function endDue(db: Db, userId: string): Promise<void> {
  await db.updateTable('notification_boxes').set({ mail_due_at: null }).where('user_id', '=', userId).execute();
}
