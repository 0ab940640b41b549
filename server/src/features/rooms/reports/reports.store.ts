import type { JsonObject } from '@bufbuild/protobuf';
import type { ReportStatus, ReportTargetKind } from '@matinee/contract/gen/service/client/content_reports_pb.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';

/** Owns reports and the steps of their handling; reads names and the reported content. */
export interface ReportTables {
  content_reports: Narrowed<Schema['content_reports'], { content: JsonObject }>;
  content_report_steps: Schema['content_report_steps'];
  users: Pick<Schema['users'], 'id' | 'username' | 'deleted_at'>;
  rooms: Pick<Schema['rooms'], 'id' | 'name' | 'description' | 'creator_id'>;
  room_members: Pick<Schema['room_members'], 'room_id' | 'user_id'>;
  files: Pick<Schema['files'], 'message_id' | 'name' | 'place'>;
}

export type Db = Kysely<ReportTables>;
export type ReportRow = Selectable<ReportTables['content_reports']>;
export type ListedReport = ReportRow & { readonly reporter_name: string | null };
export type StepRow = Selectable<ReportTables['content_report_steps']>;

/** Filter for the reports that a viewer may see and requests. Undefined: any. */
export interface ReportFilter {
  readonly roomId?: string | undefined;
  /** True: only reports for moderators of the room. */
  readonly isRoomOnly?: boolean;
  /** The viewer: reports about them are excluded. */
  readonly viewerId?: string | undefined;
  readonly status?: ReportStatus | undefined;
  readonly target?: ReportTargetKind | undefined;
  readonly userId?: string | undefined;
}

export function reports(db: Db, { roomId, isRoomOnly, viewerId, status, target, userId }: ReportFilter) {
  return db
    .selectFrom('content_reports as r')
    .leftJoin('users as u', 'u.id', 'r.reporter_id')
    .selectAll('r')
    .select('u.username as reporter_name')
    .$if(roomId !== undefined, (q) => q.where('r.room_id', '=', roomId!))
    .$if(isRoomOnly === true, (q) => q.where('r.platform_only', '=', false))
    .$if(viewerId !== undefined, (q) => q.where('r.user_id', '!=', viewerId!))
    .$if(status !== undefined, (q) => q.where('r.status', '=', status!))
    .$if(target !== undefined, (q) => q.where('r.target', '=', target!))
    .$if(userId !== undefined, (q) => q.where('r.user_id', '=', userId!));
}

/** Undecided reports oldest first, decided ones newest first. */
export function listReports(db: Db, filter: ReportFilter, isDecided: boolean, page: Page) {
  const found = reports(db, filter);
  const sorted = isDecided
    ? found.where('r.decided_at', 'is not', null).orderBy('r.decided_at', 'desc').orderBy('r.id', 'desc')
    : found.where('r.decided_at', 'is', null).orderBy('r.id');
  return readPage(sorted, page) as Promise<{ rows: ListedReport[]; total: number }>;
}

export function findReport(db: Db, filter: ReportFilter, id: string): Promise<ListedReport | undefined> {
  return reports(db, filter).where('r.id', '=', id).executeTakeFirst() as Promise<ListedReport | undefined>;
}

/** Locks the report until the transaction ends. */
export async function lockReport(db: Db, id: string): Promise<void> {
  await db.selectFrom('content_reports').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** The undecided report of this person about this target. */
export function findPending(
  db: Db,
  { reporter_id, room_id, target, target_id }: Pick<ReportRow, 'reporter_id' | 'room_id' | 'target' | 'target_id'>,
): Promise<Pick<ReportRow, 'id' | 'status'> | undefined> {
  return db
    .selectFrom('content_reports')
    .select(['id', 'status'])
    .where('reporter_id', '=', reporter_id)
    .where('room_id', '=', room_id)
    .where('target', '=', target)
    .where('target_id', '=', target_id)
    .where('decided_at', 'is', null)
    .executeTakeFirst();
}

export async function countSince(db: Db, reporterId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('content_reports')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('reporter_id', '=', reporterId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertReport(db: Db, row: ReportRow): Promise<void> {
  await db
    .insertInto('content_reports')
    .values({ ...row, content: JSON.stringify(row.content) })
    .execute();
}

export async function updateReport(
  db: Db,
  id: string,
  change: Pick<ReportRow, 'status' | 'version' | 'decided_at'>,
): Promise<void> {
  await db.updateTable('content_reports').set(change).where('id', '=', id).execute();
}

export async function insertStep(db: Db, row: StepRow): Promise<void> {
  await db.insertInto('content_report_steps').values(row).execute();
}

/** The steps of these reports, oldest first, with names. */
export function listSteps(db: Db, reportIds: readonly string[]): Promise<(StepRow & { username: string | null })[]> {
  return db
    .selectFrom('content_report_steps as s')
    .leftJoin('users as u', 'u.id', 's.actor_id')
    .selectAll('s')
    .select('u.username')
    .where('s.report_id', 'in', reportIds)
    .orderBy('s.version')
    .execute();
}

export async function deleteDecidedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('content_reports').where('decided_at', '<', before).execute();
}

/** Removes an erased account from reports: as reporter, as subject and as decider. */
export async function eraseUser(db: Db, userId: string, heirId: string): Promise<void> {
  await db.updateTable('content_reports').set({ reporter_id: null }).where('reporter_id', '=', userId).execute();
  await db
    .updateTable('content_reports')
    .set({ user_id: heirId, content: sql`content || jsonb_build_object('userId', ${heirId}::text, 'username', '')` })
    .where('user_id', '=', userId)
    .execute();
  await db.updateTable('content_report_steps').set({ actor_id: heirId }).where('actor_id', '=', userId).execute();
}

/** Whether undecided reports of a room remain; without a room: those that only administrators see. */
export async function hasPending(db: Db, roomId: string | undefined): Promise<boolean> {
  const row = await db
    .selectFrom('content_reports')
    .select('id')
    .where('decided_at', 'is', null)
    .where('platform_only', '=', roomId === undefined)
    .$if(roomId !== undefined, (q) => q.where('room_id', '=', roomId!))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
