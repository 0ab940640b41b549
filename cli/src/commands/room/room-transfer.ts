/** `room transfer`: makes another member the owner of a room. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { TransferRoomOwnershipResponseSchema } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Command } from 'commander';
import { acting } from '../../acting.ts';
import { confirm } from '../../ask.ts';
import type { ManagementClient } from '../../connection/client.ts';
import { findRoomId, findUserId } from '../../find.ts';
import { type GlobalOptions, roomArgument, userArgument } from '../../options.ts';
import { formatOf, printAnswer } from '../../output.ts';

const method = AdminService.method;

interface TransferOptions extends GlobalOptions {
  readonly add?: boolean;
}

export function addTransfer(room: Command): void {
  room
    .command('transfer')
    .argument(...roomArgument)
    .argument(...userArgument)
    .description('make a member the creator; a room whose creator is banned or deleted can be entered again')
    .option('--add', 'make the user a member first')
    .action(acting(transfer));
}

async function transfer(client: ManagementClient, options: TransferOptions, room: string, user: string): Promise<void> {
  const [roomId, userId] = await Promise.all([findRoomId(client, room), findUserId(client, user)]);
  await confirm(`Give the room ${room} to ${user}? Its creator stays as an admin.`, options);
  if (options.add) await client.call(method.addMember, { roomId, userId });
  const answer = await client.call(method.transferRoomOwnership, { roomId, userId });
  printAnswer(
    formatOf(options.output),
    TransferRoomOwnershipResponseSchema,
    answer,
    () => `${room} belongs to ${answer.member?.username ?? user}`,
  );
}
