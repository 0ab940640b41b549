/** `report …`: reports of users. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  type ContentReport,
  GetContentReportResponseSchema,
  ListContentReportsResponseSchema,
  ReportCategorySchema,
  ReportStatus,
  ReportStatusSchema,
  ReportTargetKindSchema,
  UpdateContentReportStatusResponseSchema,
} from '@matinee/contract/gen/service/client/content_reports_pb.ts';
import type { Command } from 'commander';
import { choiceOption, nameOf, numberOf } from '../choices.ts';
import { withClient } from '../connection/client.ts';
import { findRoomId, findUserId } from '../find.ts';
import type { GlobalOptions } from '../options.ts';
import { formatOf, printAnswer, table } from '../output.ts';
import { type PageOptions, pageOf, tellMore, withPages } from '../paging.ts';
import { time } from '../words.ts';

const method = AdminService.method;

interface ReportOptions extends GlobalOptions, PageOptions {
  readonly status?: string;
  readonly target?: string;
  readonly room?: string;
  readonly user?: string;
  readonly note?: string;
  readonly dismiss?: boolean;
}

export function addReports(program: Command): void {
  const report = program.command('report').description('what people reported');
  withPages(report.command('list'))
    .description('list reports; those that are not decided when no status is asked for')
    .addOption(choiceOption('--status <status>', ReportStatusSchema, 'not decided when not given'))
    .addOption(choiceOption('--target <kind>', ReportTargetKindSchema, 'all when not given'))
    .option('--room <room>', 'of this room only')
    .option('--user <user>', 'about this account only')
    .action((_options, command: Command) => list(command.optsWithGlobals<ReportOptions>()));
  report
    .command('show')
    .argument('<report>', 'id of a report')
    .description('show a report, and what was done about it')
    .action((id: string, _options, command: Command) => show(id, command.optsWithGlobals<ReportOptions>()));
  report
    .command('take')
    .argument('<report>', 'id of a report')
    .description('say that somebody looks after a report')
    .option('--note <text>', 'for others who look after reports')
    .action((id: string, _options, command: Command) =>
      step(id, ReportStatus.IN_REVIEW, command.optsWithGlobals<ReportOptions>()),
    );
  report
    .command('resolve')
    .argument('<report>', 'id of a report')
    .description('decide a report')
    .option('--dismiss', 'there was nothing to do')
    .option('--note <text>', 'for others who look after reports')
    .action((id: string, _options, command: Command) => {
      const options = command.optsWithGlobals<ReportOptions>();
      return step(id, options.dismiss ? ReportStatus.DISMISSED : ReportStatus.RESOLVED, options);
    });
}

async function list(options: ReportOptions): Promise<void> {
  const { room, user } = options;
  const answer = await withClient(options, async (client) =>
    client.call(method.listContentReports, {
      status: numberOf(ReportStatusSchema, options.status),
      target: numberOf(ReportTargetKindSchema, options.target),
      roomId: room === undefined ? '' : await findRoomId(client, room),
      userId: user === undefined ? '' : await findUserId(client, user),
      ...pageOf(options),
    }),
  );
  printAnswer(formatOf(options.output), ListContentReportsResponseSchema, answer, () =>
    table(
      ['id', 'about', 'of', 'reason', 'status', 'reported'],
      answer.reports.map((one) => [
        one.id,
        nameOf(ReportTargetKindSchema, one.target),
        one.content?.username || one.content?.roomName || '',
        nameOf(ReportCategorySchema, one.category),
        nameOf(ReportStatusSchema, one.status),
        time(one.createdAt),
      ]),
      'none',
    ),
  );
  tellMore(answer.reports.length, answer.total, options);
}

async function show(reportId: string, options: ReportOptions): Promise<void> {
  const answer = await withClient(options, (client) => client.call(method.getContentReport, { reportId }));
  printAnswer(formatOf(options.output), GetContentReportResponseSchema, answer, () => describe(answer.report!));
}

function describe(report: ContentReport): string {
  const { content } = report;
  const facts = [
    ['room', report.roomId],
    ['about', `${nameOf(ReportTargetKindSchema, report.target)} ${content?.username || content?.roomName || ''}`],
    ['message', content?.messageContent ?? ''],
    ['reason', nameOf(ReportCategorySchema, report.category)],
    ['text', report.text],
    ['by', report.reporterName || report.reporterId],
    ['status', nameOf(ReportStatusSchema, report.status)],
    ['reported', time(report.createdAt)],
    ...report.steps.map(({ status, note, at, by }) => [
      nameOf(ReportStatusSchema, status),
      `${time(at)} by ${by} ${note}`.trim(),
    ]),
  ];
  return table(['what', 'value'], facts, 'none');
}

const done: Partial<Record<ReportStatus, string>> = {
  [ReportStatus.IN_REVIEW]: 'taken',
  [ReportStatus.RESOLVED]: 'resolved',
  [ReportStatus.DISMISSED]: 'dismissed',
};

async function step(reportId: string, status: ReportStatus, options: ReportOptions): Promise<void> {
  const answer = await withClient(options, async (client) => {
    const { report } = await client.call(method.getContentReport, { reportId });
    const request = { reportId, status, note: options.note ?? '', expectedVersion: report!.version };
    return client.call(method.updateContentReportStatus, request);
  });
  printAnswer(
    formatOf(options.output),
    UpdateContentReportStatusResponseSchema,
    answer,
    () => `${done[status]} ${reportId}`,
  );
}
