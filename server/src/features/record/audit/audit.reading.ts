import type { JsonObject, MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  AuditActorKind,
  type AuditRecordSchema,
  type ListAuditRecordsRequest,
} from '@matinee/contract/gen/service/client/admin_audit_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { isId } from '../../../kernel/ids.ts';
import type { Database } from '../../../store/database.ts';
import { auditErrors } from './audit.errors.ts';
import { auditKeptMs } from './audit.port.ts';
import { type AuditRow, type AuditTables, deleteRecordsBefore, listRecords } from './audit.store.ts';

const kinds: Readonly<Record<string, AuditActorKind>> = {
  user: AuditActorKind.USER,
  operator: AuditActorKind.OPERATOR,
  system: AuditActorKind.SYSTEM,
  guest: AuditActorKind.GUEST,
  anonymous: AuditActorKind.ANONYMOUS,
};

/** Read access to the audit log for administrators. */
export function makeAuditReading(db: Database, clock: Clock) {
  return {
    /** [AU2] @throws AppError `audit.bad_page_token`. */
    async list({ actor, action, target, from, before, pageSize, pageToken }: ListAuditRecordsRequest) {
      if (pageToken !== '' && !isId('aud', pageToken)) throw auditErrors.bad_page_token();
      const limit = pageSize || 50;
      const filter = {
        actor,
        action,
        target,
        from: from && timestampDate(from),
        before: before && timestampDate(before),
        olderThan: pageToken,
      };
      const rows = await listRecords(db.query<AuditTables>(), filter, limit + 1);
      const records = rows.slice(0, limit);
      return {
        records: records.map(toRecord),
        ...(rows.length > limit ? { nextPageToken: records.at(-1)!.id } : {}),
      };
    },
    /** [AU3] */
    clean: () => db.write((tx) => deleteRecordsBefore(tx.query<AuditTables>(), dateOf(clock.nowMs() - auditKeptMs))),
  };
}

function toRecord(row: AuditRow): MessageInitShape<typeof AuditRecordSchema> {
  return {
    id: row.id,
    at: timestampFromDate(row.at),
    actorKind: kinds[row.actor_kind] ?? AuditActorKind.SYSTEM,
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    target: row.target,
    details: row.details as JsonObject,
    address: row.address,
    requestId: row.request_id,
  };
}
