/** `room featured …`: the rooms that stand first in the feeds. */
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  type FeaturedRoomsResponse,
  FeaturedRoomsResponseSchema,
} from '@matinee/contract/gen/service/client/featured_rooms_pb.ts';
import type { Command } from 'commander';
import { acting } from '../../acting.ts';
import type { ManagementClient } from '../../connection/client.ts';
import { Failure } from '../../failure.ts';
import { findRoomId } from '../../find.ts';
import { dateIn } from '../../moments.ts';
import { type GlobalOptions, roomArgument } from '../../options.ts';
import { formatOf, printAnswer, table } from '../../output.ts';
import { wholeNumber } from '../../paging.ts';
import { time, yes } from '../../words.ts';

const method = AdminService.method;

interface FeaturedOptions extends GlobalOptions {
  readonly until?: string;
  readonly place?: string;
}

export function addFeatured(room: Command): void {
  const featured = room.command('featured').description('the rooms that stand first in the feeds');
  featured.command('list').description('list the featured rooms, in their order').action(acting(listFeatured));
  featured
    .command('add')
    .argument(...roomArgument)
    .description('feature a room, or change how long or where it stands')
    .option('--until <time>', 'when it ends; a time, or a span such as 7d')
    .option('--place <number>', 'counted from 1; the last one when not given')
    .action(acting(addRoom));
  featured
    .command('remove')
    .argument(...roomArgument)
    .description('stop featuring a room')
    .action(acting(removeRoom));
}

async function listFeatured(client: ManagementClient, options: FeaturedOptions): Promise<void> {
  show(options, await client.call(method.listFeaturedRooms, {}));
}

async function addRoom(client: ManagementClient, options: FeaturedOptions, name: string): Promise<void> {
  const endsAt =
    options.until === undefined ? {} : { endsAt: timestampFromDate(dateIn('--until', options.until, 'future')) };
  const place = options.place === undefined ? undefined : wholeNumber('--place', options.place);
  const roomId = await findRoomId(client, name);
  const { rooms, version } = await client.call(method.listFeaturedRooms, {});
  const others = choicesOf(rooms).filter((one) => one.roomId !== roomId);
  const index = place === undefined ? others.length : Math.max(0, place - 1);
  const list = [...others.slice(0, index), { roomId, ...endsAt }, ...others.slice(index)];
  show(options, await client.call(method.setFeaturedRooms, { rooms: list, expectedVersion: version }));
}

async function removeRoom(client: ManagementClient, options: FeaturedOptions, name: string): Promise<void> {
  const roomId = await findRoomId(client, name);
  const { rooms, version } = await client.call(method.listFeaturedRooms, {});
  if (!rooms.some(({ room }) => room!.id === roomId)) throw new Failure('refused', `${name} is not featured`);
  const list = choicesOf(rooms).filter((one) => one.roomId !== roomId);
  show(options, await client.call(method.setFeaturedRooms, { rooms: list, expectedVersion: version }));
}

/** Leaves out rooms with an end in the past, as the server only accepts ends in the future. */
function choicesOf(rooms: FeaturedRoomsResponse['rooms']) {
  return rooms
    .filter(({ endsAt }) => endsAt === undefined || timestampDate(endsAt).getTime() > Date.now())
    .map(({ room, endsAt }) => ({ roomId: room!.id, ...(endsAt ? { endsAt } : {}) }));
}

function show(options: FeaturedOptions, answer: FeaturedRoomsResponse): void {
  printAnswer(formatOf(options.output), FeaturedRoomsResponseSchema, answer, () =>
    table(
      ['id', 'name', 'creator', 'until', 'shown'],
      answer.rooms.map(({ room, endsAt, isShown }) => [
        room!.id,
        room!.name,
        room!.creatorUsername,
        endsAt ? time(endsAt) : '',
        yes(isShown),
      ]),
      'no room is chosen',
    ),
  );
}
