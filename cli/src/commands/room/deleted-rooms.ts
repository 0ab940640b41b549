/** `room deleted`, `room restore` and `room erase`: deleted rooms. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  EraseRoomResponseSchema,
  ListDeletedRoomsResponseSchema,
  RestoreRoomResponseSchema,
} from '@matinee/contract/gen/service/client/deleted_rooms_pb.ts';
import type { Command } from 'commander';
import { acting } from '../../acting.ts';
import { confirm } from '../../ask.ts';
import type { ManagementClient } from '../../connection/client.ts';
import type { GlobalOptions } from '../../options.ts';
import { formatOf, printAnswer, table } from '../../output.ts';
import { type PageOptions, pageOf, tellMore, withPages } from '../../paging.ts';
import { time } from '../../words.ts';

const method = AdminService.method;
const roomId = ['<room>', 'id of a deleted room'] as const;

interface DeletedOptions extends GlobalOptions, PageOptions {
  readonly search?: string;
}

export function addDeletedRooms(room: Command): void {
  withPages(room.command('deleted'))
    .description('list rooms that were deleted and can be restored')
    .option('--search <text>', 'part of the name or the creator’s name')
    .action(acting(listDeleted));
  room
    .command('restore')
    .argument(...roomId)
    .description('bring a deleted room back, as it was')
    .action(acting(restore));
  room
    .command('erase')
    .argument(...roomId)
    .description('delete a deleted room for good, before its time')
    .action(acting(erase));
}

async function listDeleted(client: ManagementClient, options: DeletedOptions): Promise<void> {
  const answer = await client.call(method.listDeletedRooms, { search: options.search ?? '', ...pageOf(options) });
  printAnswer(formatOf(options.output), ListDeletedRoomsResponseSchema, answer, () =>
    table(
      ['id', 'name', 'creator', 'members', 'deleted', 'by', 'until'],
      answer.rooms.map((one) => [
        one.id,
        one.name,
        one.creatorUsername,
        String(one.memberCount),
        time(one.deletedAt),
        one.deletedByAdministrator ? 'administrator' : 'creator',
        time(one.restorableUntil),
      ]),
      'none',
    ),
  );
  tellMore(answer.rooms.length, answer.total, options);
}

async function restore(client: ManagementClient, options: GlobalOptions, id: string): Promise<void> {
  const answer = await client.call(method.restoreRoom, { roomId: id });
  printAnswer(formatOf(options.output), RestoreRoomResponseSchema, answer, () => `restored ${id}`);
}

async function erase(client: ManagementClient, options: GlobalOptions, id: string): Promise<void> {
  await confirm(`Delete ${id} for good? Nobody can bring it back.`, options);
  const answer = await client.call(method.eraseRoom, { roomId: id });
  printAnswer(formatOf(options.output), EraseRoomResponseSchema, answer, () => `erased ${id}`);
}
