/** `announcement …`: announcements to all accounts. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  CreateAnnouncementResponseSchema,
  DeleteAnnouncementResponseSchema,
  ListAnnouncementsResponseSchema,
} from '@matinee/contract/gen/service/client/announcements_pb.ts';
import type { Command } from 'commander';
import { confirm } from '../ask.ts';
import { withClient } from '../connection/client.ts';
import type { GlobalOptions } from '../options.ts';
import { formatOf, printAnswer, table } from '../output.ts';
import { type PageOptions, pageOf, tellMore, withPages } from '../paging.ts';
import { time } from '../words.ts';

const method = AdminService.method;

interface AnnouncementOptions extends GlobalOptions, PageOptions {
  readonly text?: string;
  readonly link?: string;
}

export function addAnnouncements(program: Command): void {
  const announcement = program.command('announcement').description('what all accounts are told');
  withPages(announcement.command('list'))
    .description('list announcements, newest first')
    .action((_options, command: Command) => list(command.optsWithGlobals<AnnouncementOptions>()));
  announcement
    .command('create')
    .argument('<title>', 'what it is about')
    .description('tell all accounts something')
    .option('--text <text>', 'more about it')
    .option('--link <address>', 'where there is more about it')
    .action((title: string, _options, command: Command) => make(title, command.optsWithGlobals<AnnouncementOptions>()));
  announcement
    .command('delete')
    .argument('<announcement>', 'id of an announcement')
    .description('take an announcement out of all lists')
    .action((id: string, _options, command: Command) => remove(id, command.optsWithGlobals<AnnouncementOptions>()));
}

async function list(options: AnnouncementOptions): Promise<void> {
  const answer = await withClient(options, (client) => client.call(method.listAnnouncements, pageOf(options)));
  printAnswer(formatOf(options.output), ListAnnouncementsResponseSchema, answer, () =>
    table(
      ['id', 'title', 'made', 'by'],
      answer.announcements.map((one) => [one.id, one.title, time(one.createdAt), one.createdBy]),
      'none',
    ),
  );
  tellMore(answer.announcements.length, answer.total, options);
}

async function make(title: string, options: AnnouncementOptions): Promise<void> {
  const request = { title, text: options.text ?? '', link: options.link ?? '' };
  const answer = await withClient(options, (client) => client.call(method.createAnnouncement, request));
  printAnswer(
    formatOf(options.output),
    CreateAnnouncementResponseSchema,
    answer,
    () => `announced as ${answer.announcement?.id ?? ''}`,
  );
}

async function remove(announcementId: string, options: AnnouncementOptions): Promise<void> {
  await confirm(`Delete the announcement ${announcementId}?`, options);
  const answer = await withClient(options, (client) => client.call(method.deleteAnnouncement, { announcementId }));
  printAnswer(
    formatOf(options.output),
    DeleteAnnouncementResponseSchema,
    answer,
    () => `deleted the announcement ${announcementId}`,
  );
}
