/** `review join …`: requests to join rooms that require approval. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  AdminServiceApproveRoomJoinReviewResponseSchema,
  AdminServiceListRoomJoinReviewsResponseSchema,
  AdminServiceRejectRoomJoinReviewResponseSchema,
} from '@matinee/contract/gen/service/client/join_reviews_pb.ts';
import { ReviewStatusSchema } from '@matinee/contract/gen/service/client/reviews_pb.ts';
import type { Command } from 'commander';
import { confirm } from '../ask.ts';
import { choiceOption, nameOf, numberOf } from '../choices.ts';
import { withClient } from '../connection/client.ts';
import type { GlobalOptions } from '../options.ts';
import { formatOf, printAnswer, table } from '../output.ts';
import { type PageOptions, pageOf, tellMore, withPages } from '../paging.ts';
import { counted, time } from '../words.ts';

const method = AdminService.method;

interface JoinReviewOptions extends GlobalOptions, PageOptions {
  readonly status?: string;
  readonly search?: string;
  readonly room?: string;
  readonly reason?: string;
}

export function addJoinReviews(review: Command): void {
  const join = review.command('join').description('requests to join rooms that ask for an approval');
  withPages(join.command('list'))
    .description('list requests; those that are pending when no other is asked for')
    .addOption(choiceOption('--status <status>', ReviewStatusSchema, 'pending when not given'))
    .option('--search <text>', 'part of a name')
    .option('--room <id>', 'of one room only')
    .action((_options, command: Command) => list(command.optsWithGlobals<JoinReviewOptions>()));
  join
    .command('approve')
    .argument('<request...>', 'ids of requests')
    .description('let people in as members, all that are named or none')
    .action((ids: string[], _options, command: Command) => approve(ids, command.optsWithGlobals<JoinReviewOptions>()));
  join
    .command('reject')
    .argument('<request...>', 'ids of requests')
    .description('turn people down, all that are named or none')
    .option('--reason <text>', 'what the people are told')
    .action((ids: string[], _options, command: Command) => reject(ids, command.optsWithGlobals<JoinReviewOptions>()));
}

async function list(options: JoinReviewOptions): Promise<void> {
  const request = {
    status: numberOf(ReviewStatusSchema, options.status),
    search: options.search ?? '',
    roomId: options.room ?? '',
    ...pageOf(options),
  };
  const answer = await withClient(options, (client) => client.call(method.listRoomJoinReviews, request));
  printAnswer(formatOf(options.output), AdminServiceListRoomJoinReviewsResponseSchema, answer, () =>
    table(
      ['id', 'name', 'room', 'note', 'status', 'asked', 'decided'],
      answer.reviews.map((one) => [
        one.id,
        one.username,
        one.roomName,
        one.note,
        nameOf(ReviewStatusSchema, one.status),
        time(one.createdAt),
        one.decidedAt ? `${time(one.decidedAt)} by ${one.decidedBy ?? ''}` : '',
      ]),
      'none',
    ),
  );
  tellMore(answer.reviews.length, answer.total, options);
}

async function approve(reviewIds: string[], options: JoinReviewOptions): Promise<void> {
  const answer = await withClient(options, (client) => client.call(method.approveRoomJoinReview, { reviewIds }));
  printAnswer(
    formatOf(options.output),
    AdminServiceApproveRoomJoinReviewResponseSchema,
    answer,
    () => `approved ${counted(reviewIds.length, 'request')}`,
  );
}

async function reject(reviewIds: string[], options: JoinReviewOptions): Promise<void> {
  await confirm(`Reject ${counted(reviewIds.length, 'request')}?`, options);
  const { reason = '' } = options;
  const answer = await withClient(options, (client) => client.call(method.rejectRoomJoinReview, { reviewIds, reason }));
  printAnswer(
    formatOf(options.output),
    AdminServiceRejectRoomJoinReviewResponseSchema,
    answer,
    () => `rejected ${counted(reviewIds.length, 'request')}`,
  );
}
