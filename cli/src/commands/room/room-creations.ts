/** `room creations …`: new rooms that wait for an administrator. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { ReviewStatusSchema } from '@matinee/contract/gen/service/client/reviews_pb.ts';
import {
  ApproveRoomCreationReviewResponseSchema,
  ListRoomCreationReviewsResponseSchema,
  RejectRoomCreationReviewResponseSchema,
} from '@matinee/contract/gen/service/client/room_creations_pb.ts';
import { RoomVisibilitySchema } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Command } from 'commander';
import { confirm } from '../../ask.ts';
import { choiceOption, nameOf, numberOf } from '../../choices.ts';
import { withClient } from '../../connection/client.ts';
import type { GlobalOptions } from '../../options.ts';
import { formatOf, printAnswer, table } from '../../output.ts';
import { type PageOptions, pageOf, tellMore, withPages } from '../../paging.ts';
import { counted, time, yes } from '../../words.ts';

const method = AdminService.method;
const idsArgument = ['<request...>', 'ids, as the list shows them'] as const;

interface CreationOptions extends GlobalOptions, PageOptions {
  readonly status?: string;
  readonly search?: string;
  readonly reason?: string;
}

export function addCreations(room: Command): void {
  const creations = room.command('creations').description('new rooms that wait for a decision');
  withPages(creations.command('list'))
    .description('list new rooms; those that are pending when no other is asked for')
    .addOption(choiceOption('--status <status>', ReviewStatusSchema, 'pending when not given'))
    .option('--search <text>', 'part of the name of the room or of its creator')
    .action((_options, command: Command) => list(command.optsWithGlobals<CreationOptions>()));
  creations
    .command('approve')
    .argument(...idsArgument)
    .description('approve rooms, all that are named or none')
    .action((ids: string[], _options, command: Command) => approve(ids, command.optsWithGlobals<CreationOptions>()));
  creations
    .command('reject')
    .argument(...idsArgument)
    .description('turn rooms down, all that are named or none')
    .option('--reason <text>', 'what the applicant reads')
    .action((ids: string[], _options, command: Command) => reject(ids, command.optsWithGlobals<CreationOptions>()));
}

async function list(options: CreationOptions): Promise<void> {
  const request = {
    status: numberOf(ReviewStatusSchema, options.status),
    search: options.search ?? '',
    ...pageOf(options),
  };
  const answer = await withClient(options, (client) => client.call(method.listRoomCreationReviews, request));
  printAnswer(formatOf(options.output), ListRoomCreationReviewsResponseSchema, answer, () =>
    table(
      ['id', 'room', 'creator', 'visibility', 'password', 'status', 'asked', 'decided'],
      answer.reviews.map((one) => [
        one.id,
        one.name,
        one.creatorUsername,
        nameOf(RoomVisibilitySchema, one.visibility),
        yes(one.hasPassword),
        nameOf(ReviewStatusSchema, one.status),
        time(one.createdAt),
        one.decidedAt ? `${time(one.decidedAt)} by ${one.decidedBy ?? ''}` : '',
      ]),
      'none',
    ),
  );
  tellMore(answer.reviews.length, answer.total, options);
}

async function approve(reviewIds: string[], options: CreationOptions): Promise<void> {
  const answer = await withClient(options, (client) => client.call(method.approveRoomCreationReview, { reviewIds }));
  printAnswer(
    formatOf(options.output),
    ApproveRoomCreationReviewResponseSchema,
    answer,
    () => `made ${answer.roomIds.join(', ')}`,
  );
}

async function reject(reviewIds: string[], options: CreationOptions): Promise<void> {
  await confirm(`Turn ${counted(reviewIds.length, 'room')} down?`, options);
  const { reason = '' } = options;
  const answer = await withClient(options, (client) =>
    client.call(method.rejectRoomCreationReview, { reviewIds, reason }),
  );
  printAnswer(
    formatOf(options.output),
    RejectRoomCreationReviewResponseSchema,
    answer,
    () => `turned down ${counted(reviewIds.length, 'room')}`,
  );
}
