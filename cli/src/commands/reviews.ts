/** `review …`: registrations that wait for a decision, and requests to join rooms. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  ApproveUserRegistrationReviewResponseSchema,
  ListUserRegistrationReviewsResponseSchema,
  RejectUserRegistrationReviewResponseSchema,
  ReviewStatusSchema,
  SignupMethodSchema,
} from '@matinee/contract/gen/service/client/reviews_pb.ts';
import type { Command } from 'commander';
import { confirm } from '../ask.ts';
import { choiceOption, nameOf, numberOf } from '../choices.ts';
import { withClient } from '../connection/client.ts';
import type { GlobalOptions } from '../options.ts';
import { formatOf, printAnswer, table } from '../output.ts';
import { type PageOptions, pageOf, tellMore, withPages } from '../paging.ts';
import { counted, time } from '../words.ts';
import { addJoinReviews } from './join-reviews.ts';

const method = AdminService.method;

interface ReviewOptions extends GlobalOptions, PageOptions {
  readonly status?: string;
  readonly search?: string;
  readonly reason?: string;
}

export function addReviews(program: Command): void {
  const review = program.command('review').description('registrations and requests that wait for a decision');
  withPages(review.command('list'))
    .description('list registrations; those that are pending when no other is asked for')
    .addOption(choiceOption('--status <status>', ReviewStatusSchema, 'pending when not given'))
    .option('--search <text>', 'part of a name')
    .action((_options, command: Command) => listReviews(command.optsWithGlobals<ReviewOptions>()));
  review
    .command('approve')
    .argument('<review...>', 'ids of registrations')
    .description('make the accounts, all that are named or none')
    .action((ids: string[], _options, command: Command) => approve(ids, command.optsWithGlobals<ReviewOptions>()));
  review
    .command('reject')
    .argument('<review...>', 'ids of registrations')
    .description('refuse registrations, all that are named or none')
    .option('--reason <text>', 'what the applicants are told')
    .action((ids: string[], _options, command: Command) => reject(ids, command.optsWithGlobals<ReviewOptions>()));
  addJoinReviews(review);
}

async function listReviews(options: ReviewOptions): Promise<void> {
  const request = {
    status: numberOf(ReviewStatusSchema, options.status),
    search: options.search ?? '',
    ...pageOf(options),
  };
  const answer = await withClient(options, (client) => client.call(method.listUserRegistrationReviews, request));
  printAnswer(formatOf(options.output), ListUserRegistrationReviewsResponseSchema, answer, () =>
    table(
      ['id', 'name', 'by', 'email', 'status', 'asked', 'decided'],
      answer.reviews.map((one) => [
        one.id,
        one.username,
        nameOf(SignupMethodSchema, one.method),
        one.email ?? '',
        nameOf(ReviewStatusSchema, one.status),
        time(one.createdAt),
        one.decidedAt ? `${time(one.decidedAt)} by ${one.decidedBy ?? ''}` : '',
      ]),
      'none',
    ),
  );
  tellMore(answer.reviews.length, answer.total, options);
}

async function approve(reviewIds: string[], options: ReviewOptions): Promise<void> {
  const answer = await withClient(options, (client) =>
    client.call(method.approveUserRegistrationReview, { reviewIds }),
  );
  printAnswer(formatOf(options.output), ApproveUserRegistrationReviewResponseSchema, answer, () =>
    answer.userIds.map((id) => `made the account ${id}`).join('\n'),
  );
}

async function reject(reviewIds: string[], options: ReviewOptions): Promise<void> {
  await confirm(`Reject ${counted(reviewIds.length, 'registration')}?`, options);
  const { reason = '' } = options;
  const answer = await withClient(options, (client) =>
    client.call(method.rejectUserRegistrationReview, { reviewIds, reason }),
  );
  printAnswer(
    formatOf(options.output),
    RejectUserRegistrationReviewResponseSchema,
    answer,
    () => `rejected ${counted(reviewIds.length, 'registration')}`,
  );
}
