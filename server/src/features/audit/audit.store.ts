import type { ColumnType, Kysely } from 'kysely';

export interface AuditTables {
  audit_records: {
    id: string;
    at: Date;
    actor_kind: string;
    actor_id: string;
    actor_name: string;
    action: string;
    target: string;
    details: ColumnType<Record<string, unknown>, string, never>;
    address: string;
    request_id: string;
  };
}

export async function insertRecord(
  db: Kysely<AuditTables>,
  row: Omit<AuditTables['audit_records'], 'details'> & { details: Readonly<Record<string, unknown>> },
): Promise<void> {
  await db
    .insertInto('audit_records')
    .values({ ...row, details: JSON.stringify(row.details) })
    .execute();
}
