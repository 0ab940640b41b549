import { fromJson } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type GetContentReportRequest,
  type GetRoomContentReportRequest,
  type ListContentReportsRequest,
  type ListRoomContentReportsRequest,
  ReportedContentSchema,
  ReportStatus,
  ReportStatusSchema,
  type UpdateContentReportStatusRequest,
  type UpdateRoomContentReportStatusRequest,
} from '@matinee/contract/gen/service/client/content_reports_pb.ts';
import { printedValue } from '@matinee/contract/naming.ts';
import type { AdminPrincipal, Call, RoomPrincipal, RoomStanding } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { isId } from '../../../kernel/ids.ts';
import type { Database, Reader, Tx } from '../../../store/database.ts';
import { pageOf } from '../../../store/queries/page.ts';
import type { Notifications } from '../../accounts/notifications/notifications.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { reportErrors } from './reports.errors.ts';
import * as store from './reports.store.ts';

type AdminCall = Call<AdminPrincipal>;
type RoomCall = Call<RoomPrincipal, RoomStanding>;

export interface HandlingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly notifications: Notifications;
}

/** A change that a moderator or administrator makes to a report. */
type Update = Pick<UpdateContentReportStatusRequest, 'reportId' | 'status' | 'note' | 'expectedVersion'>;

const decisions: ReadonlySet<ReportStatus> = new Set([ReportStatus.RESOLVED, ReportStatus.DISMISSED]);

/** The calls that handle reports: of moderators in one room, and of administrators on the whole server. [RP5]–[RP9] */
export function makeHandling(parts: HandlingParts) {
  const { db, audit } = parts;
  return {
    room: {
      list: (request: ListRoomContentReportsRequest, call: RoomCall) => list(db, roomScope(call), request, false),
      get: ({ reportId }: GetRoomContentReportRequest, call: RoomCall) => get(db, roomScope(call), reportId, false),
      update: (request: UpdateRoomContentReportStatusRequest, call: RoomCall) =>
        db.write(async (tx) => {
          await update(parts, tx, roomScope(call), request);
          return get(tx, roomScope(call), request.reportId, false);
        }),
    },
    platform: {
      list: (request: ListContentReportsRequest, call: AdminCall) => {
        const { roomId, userId, target } = request;
        const filter = { roomId: roomId || undefined, userId: userId || undefined, target: target || undefined };
        return list(db, { ...filter, ...platformScope(call) }, request, true);
      },
      get: ({ reportId }: GetContentReportRequest, call: AdminCall) => get(db, platformScope(call), reportId, true),
      update: (request: UpdateContentReportStatusRequest, call: AdminCall) =>
        db.write(async (tx) => {
          await update(parts, tx, platformScope(call), request);
          const status = printedValue(ReportStatusSchema, ReportStatusSchema.value[request.status]!);
          const details = { status, note: request.note };
          await audit.record(tx, call, { action: 'report.handled', target: request.reportId, details });
          return get(tx, platformScope(call), request.reportId, true);
        }),
    },
  };
}

/** [RP5] [RP6] */
function roomScope({ room, principal }: RoomCall): store.ReportFilter {
  return { roomId: room.roomId, isRoomOnly: true, viewerId: principal.kind === 'user' ? principal.userId : undefined };
}

function platformScope({ principal }: AdminCall): store.ReportFilter {
  return { viewerId: principal.kind === 'user' ? principal.userId : undefined };
}

async function list(
  reader: Reader,
  filter: store.ReportFilter,
  { status, page, pageSize }: { status: ReportStatus; page: number; pageSize: number },
  showsReporter: boolean,
) {
  const wanted = { ...filter, status: status || undefined };
  const { rows, total } = await store.listReports(
    reader.query(),
    wanted,
    decisions.has(status),
    pageOf({ page, pageSize }),
  );
  return { reports: await withSteps(reader, rows, showsReporter), total };
}

/** @throws AppError `reports.not_found`. */
async function get(reader: Reader, scope: store.ReportFilter, id: string, showsReporter: boolean) {
  const row = await store.findReport(reader.query(), scope, id);
  if (!row) throw reportErrors.not_found();
  const [report] = await withSteps(reader, [row], showsReporter);
  return { report: report! };
}

async function withSteps(reader: Reader, rows: readonly store.ListedReport[], showsReporter: boolean) {
  if (rows.length === 0) return [];
  const steps = await store.listSteps(
    reader.query(),
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...toReport(row, showsReporter),
    steps: steps.filter((step) => step.report_id === row.id).map(toStep),
  }));
}

/** [RP7] [RP8] */
async function update(
  { clock, notifications }: HandlingParts,
  tx: Tx,
  scope: store.ReportFilter,
  { reportId, status, note, expectedVersion }: Update,
  actorId = scope.viewerId ?? 'operator',
): Promise<void> {
  const queries = tx.query<store.ReportTables>();
  await store.lockReport(queries, reportId);
  const row = await store.findReport(queries, scope, reportId);
  if (!row) throw reportErrors.not_found();
  if (row.decided_at !== null) throw reportErrors.decided();
  if (row.version !== expectedVersion) throw reportErrors.version_conflict();
  const at = dateOf(clock.nowMs());
  const version = row.version + 1;
  await store.updateReport(queries, reportId, { status, version, decided_at: decisions.has(status) ? at : null });
  await store.insertStep(queries, { report_id: reportId, version, status, note, at, actor_id: actorId });
  if (!decisions.has(status)) return;
  if (row.reporter_id !== null && isId('usr', row.reporter_id))
    await notifications.notify(tx, {
      to: [row.reporter_id],
      thing: `report/${reportId}/decided`,
      roomId: row.room_id,
      content: { case: 'reportDecided', value: { reportId, target: row.target, status } },
    });
  const roomId = row.platform_only ? undefined : row.room_id;
  const isOver = async () => !(await store.hasPending(queries, roomId));
  await notifications.settle(tx, { kind: 'reportArrived', roomId, isOver });
}

function toReport(row: store.ListedReport, showsReporter: boolean) {
  return {
    id: row.id,
    roomId: row.room_id,
    target: row.target,
    content: fromJson(ReportedContentSchema, row.content, { ignoreUnknownFields: true }),
    category: row.category,
    text: row.text,
    status: row.status,
    version: row.version,
    createdAt: timestampFromDate(row.created_at),
    reporterId: showsReporter ? (row.reporter_id ?? '') : '',
    reporterName: showsReporter ? (row.reporter_name ?? '') : '',
    platformOnly: row.platform_only,
  };
}

function toStep({ status, note, at, username, actor_id }: Awaited<ReturnType<typeof store.listSteps>>[number]) {
  return { status, note, at: timestampFromDate(at), by: username ?? actor_id };
}
