/** `audit list`: actions on the server and on accounts. */
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  AuditActorKind,
  AuditActorKindSchema,
  type AuditRecord,
  type ListAuditRecordsResponse,
  ListAuditRecordsResponseSchema,
} from '@matinee/contract/gen/service/client/admin_audit_pb.ts';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import type { Command } from 'commander';
import { acting } from '../acting.ts';
import { nameOf } from '../choices.ts';
import type { ManagementClient } from '../connection/client.ts';
import { dateIn } from '../moments.ts';
import type { GlobalOptions } from '../options.ts';
import { formatOf, printAnswer, table, tell } from '../output.ts';
import { wholeNumber } from '../paging.ts';
import { time } from '../words.ts';

interface AuditOptions extends GlobalOptions {
  readonly actor?: string;
  readonly action?: string;
  readonly target?: string;
  readonly since?: string;
  readonly before?: string;
  readonly limit?: string;
}

const { listAuditRecords } = AdminService.method;
/** The server's maximum number of records per answer. */
const maxPageSize = 200;

export function addAudit(program: Command): void {
  program
    .command('audit')
    .description('what was done to the server and to accounts')
    .command('list')
    .description('list what was done, newest first')
    .option('--actor <text>', 'id of a user, or part of the name')
    .option('--action <name>', 'the whole action, or its beginning: user finds user.banned')
    .option('--target <text>', 'what it was done to')
    .option('--since <time>', 'from this time on: 7d, 12h, 2027-01-01')
    .option('--before <time>', 'before this time')
    .option('--limit <number>', 'how many, 50 when not given')
    .action(acting(listAudit));
}

async function listAudit(client: ManagementClient, options: AuditOptions): Promise<void> {
  const { actor = '', action = '', target = '', since, before } = options;
  const limit = wholeNumber('--limit', options.limit) || 50;
  const filter = {
    actor,
    action,
    target,
    ...(since === undefined ? {} : { from: timestampFromDate(dateIn('--since', since, 'past')) }),
    ...(before === undefined ? {} : { before: timestampFromDate(dateIn('--before', before, 'past')) }),
  };
  const answer = create(ListAuditRecordsResponseSchema);
  let pageToken: string | undefined = '';
  while (pageToken !== undefined && answer.records.length < limit) {
    const pageSize = Math.min(limit - answer.records.length, maxPageSize);
    const page: ListAuditRecordsResponse = await client.call(listAuditRecords, { ...filter, pageSize, pageToken });
    answer.records.push(...page.records);
    pageToken = page.nextPageToken;
  }
  if (pageToken !== undefined) answer.nextPageToken = pageToken;
  printAnswer(formatOf(options.output), ListAuditRecordsResponseSchema, answer, () =>
    table(
      ['time', 'who', 'action', 'target', 'details'],
      answer.records.map((record) => [
        time(record.at),
        whoIn(record),
        record.action,
        record.target,
        record.details && Object.keys(record.details).length > 0 ? JSON.stringify(record.details) : '',
      ]),
      'nothing fits',
    ),
  );
  const last = answer.records.at(-1);
  if (answer.nextPageToken !== undefined && last) tell(`there is more, before ${time(last.at)}`);
}

function whoIn({ actorKind, actorName }: AuditRecord): string {
  return actorKind === AuditActorKind.USER ? actorName : nameOf(AuditActorKindSchema, actorKind);
}
