import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { containsPattern, literalPattern } from '../../../store/queries/like-pattern.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';

/** This feature owns the audit records. */
export interface AuditTables {
  audit_records: Narrowed<Schema['audit_records'], { details: Record<string, unknown> }>;
}

export async function insertRecord(
  db: Kysely<AuditTables>,
  row: Omit<Insertable<AuditTables['audit_records']>, 'details'> & { details: Readonly<Record<string, unknown>> },
): Promise<void> {
  await db
    .insertInto('audit_records')
    .values({ ...row, details: JSON.stringify(row.details) })
    .execute();
}

export type AuditRow = Selectable<AuditTables['audit_records']>;

/** Filters for records. Empty or undefined: any. */
export interface AuditFilter {
  /** Id of a user, or part of a name, ignoring case. */
  readonly actor: string;
  /** A whole action, or its prefix up to a dot. */
  readonly action: string;
  readonly target: string;
  readonly from: Date | undefined;
  readonly before: Date | undefined;
  /** Only records older than this one. */
  readonly olderThan: string;
}

/** Newest first. */
export function listRecords(db: Kysely<AuditTables>, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_records')
    .selectAll()
    .$if(filter.actor !== '', (q) =>
      q.where((e) => e.or([e('actor_id', '=', filter.actor), e('actor_name', 'ilike', containsPattern(filter.actor))])),
    )
    .$if(filter.action !== '', (q) =>
      q.where((e) =>
        e.or([e('action', '=', filter.action), e('action', 'like', `${literalPattern(filter.action)}.%`)]),
      ),
    )
    .$if(filter.target !== '', (q) => q.where('target', '=', filter.target))
    .$if(filter.from !== undefined, (q) => q.where('at', '>=', filter.from!))
    .$if(filter.before !== undefined, (q) => q.where('at', '<', filter.before!))
    .$if(filter.olderThan !== '', (q) => q.where('id', '<', filter.olderThan))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteRecordsBefore(db: Kysely<AuditTables>, before: Date): Promise<void> {
  await db.deleteFrom('audit_records').where('at', '<', before).execute();
}
