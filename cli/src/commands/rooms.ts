/** `room …`: rooms, their settings and their members. */
import type { JsonObject } from '@bufbuild/protobuf';
import {
  type AdminRoom,
  type AdminRoomResponse,
  AdminRoomResponseSchema,
  AdminRoomSortSchema,
  ListRoomsResponseSchema,
} from '@matinee/contract/gen/service/client/admin_rooms_pb.ts';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  DeleteRoomResponseSchema,
  GetRoomSettingsResponseSchema,
  RoomSettingsSchema,
  RoomStatusSchema,
  RoomVisibilitySchema,
} from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { parseJson } from '@matinee/contract/json/parse.ts';
import { JsonParseError } from '@matinee/contract/json/parse-error.ts';
import { printJson } from '@matinee/contract/json/print.ts';
import type { Command } from 'commander';
import { acting } from '../acting.ts';
import { confirm, readSecret } from '../ask.ts';
import { choiceOption, nameOf, numberOf } from '../choices.ts';
import type { ManagementClient } from '../connection/client.ts';
import { Failure } from '../failure.ts';
import { fieldsOnPath, putValue, readAssignment, readValue } from '../fields.ts';
import { findRoomId, findUserId } from '../find.ts';
import { collect, type GlobalOptions, roomArgument } from '../options.ts';
import { formatOf, list, printAnswer, table } from '../output.ts';
import { type PageOptions, pageOf, tellMore, withPages } from '../paging.ts';
import { shownValue } from '../setting-values.ts';
import { time, yes } from '../words.ts';
import { addDeletedRooms } from './room/deleted-rooms.ts';
import { addFeatured } from './room/featured-rooms.ts';
import { addCreations } from './room/room-creations.ts';
import { addDiagnosis } from './room/room-diagnosis.ts';
import { addMarks } from './room/room-marks.ts';
import { addMembers } from './room/room-members.ts';
import { addTransfer } from './room/room-transfer.ts';

const method = AdminService.method;

interface RoomOptions extends GlobalOptions, PageOptions {
  readonly search?: string;
  readonly status?: string;
  readonly visibility?: string;
  readonly creator?: string;
  readonly online?: boolean;
  readonly ownerless?: boolean;
  readonly sort?: string;
  readonly description?: string;
  readonly password?: boolean;
  readonly remove?: boolean;
  readonly reason?: string;
  readonly set?: readonly string[];
  readonly reset?: boolean;
}

export function addRooms(program: Command): void {
  const room = program.command('room').description('rooms');
  withPages(room.command('list'))
    .description('list rooms, newest first')
    .option('--search <text>', 'part of the name, the description or the creator’s name')
    .addOption(choiceOption('--status <status>', RoomStatusSchema, 'only those'))
    .addOption(choiceOption('--visibility <visibility>', RoomVisibilitySchema, 'only those'))
    .option('--creator <user>', 'only rooms of this user')
    .option('--online', 'only rooms with somebody in them')
    .option('--ownerless', 'only rooms whose creator is banned or deleted')
    .addOption(choiceOption('--sort <order>', AdminRoomSortSchema, 'in which order'))
    .action(acting(listRooms));
  room
    .command('get')
    .argument(...roomArgument)
    .description('show one room')
    .action(acting(getRoom));
  room
    .command('create')
    .argument('<name>')
    .description('make a room for somebody')
    .requiredOption('--creator <user>', 'who becomes the creator')
    .option('--description <text>', 'what it is about')
    .addOption(choiceOption('--visibility <visibility>', RoomVisibilitySchema, 'public when not given'))
    .option('--password', 'with a password, which is asked for, or read from standard input')
    .option('--set <path=value>', 'a setting of the room; as often as needed', collect, [])
    .action(acting(createRoom));
  room
    .command('delete')
    .argument(...roomArgument)
    .description('delete a room with everything in it; it can be restored for 30 days')
    .action(acting(deleteRoom));
  addDeletedRooms(room);
  addAccess(room);
  room
    .command('settings')
    .argument(...roomArgument)
    .description('show the settings of a room, or change them')
    .option('--set <path=value>', 'set a value; text as it is, lists as JSON; as often as needed', collect, [])
    .option('--reset', 'put all back to their defaults')
    .action(acting(roomSettings));
  room
    .command('password')
    .argument(...roomArgument)
    .description('set the password of a room; it is asked for, or read from standard input')
    .option('--remove', 'take the password away')
    .action(acting(setRoomPassword));
  room
    .command('clear-cover')
    .argument(...roomArgument)
    .description('take the picture of a room away')
    .action(acting(clearCover));
  for (const add of [addDiagnosis, addTransfer, addCreations, addMembers, addMarks, addFeatured]) add(room);
}

/** The commands that decide who may enter a room. */
function addAccess(room: Command): void {
  room
    .command('close')
    .argument(...roomArgument)
    .description('send everybody but the creator out, and let nobody else in until it is opened again')
    .action(acting(closeRoom));
  room
    .command('reopen')
    .argument(...roomArgument)
    .description('open a closed room again')
    .action(acting(reopenRoom));
  room
    .command('ban')
    .argument(...roomArgument)
    .description('make a room unavailable and send everybody out')
    .option('--reason <text>', 'what people read who open it')
    .action(acting(banRoom));
  room
    .command('unban')
    .argument(...roomArgument)
    .description('lift a ban')
    .action(acting(unbanRoom));
}

async function listRooms(client: ManagementClient, options: RoomOptions): Promise<void> {
  const answer = await client.call(method.listRooms, {
    search: options.search ?? '',
    status: numberOf(RoomStatusSchema, options.status),
    visibility: numberOf(RoomVisibilitySchema, options.visibility),
    creatorId: options.creator === undefined ? '' : await findUserId(client, options.creator),
    onlineOnly: options.online ?? false,
    ownerlessOnly: options.ownerless ?? false,
    sort: numberOf(AdminRoomSortSchema, options.sort),
    ...pageOf(options),
  });
  printAnswer(formatOf(options.output), ListRoomsResponseSchema, answer, () =>
    table(
      ['id', 'name', 'creator', 'status', 'visibility', 'members', 'online', 'made'],
      answer.rooms.map(({ room }) => [
        room!.id,
        room!.name,
        room!.creatorUsername,
        nameOf(RoomStatusSchema, room!.status),
        nameOf(RoomVisibilitySchema, room!.visibility),
        String(room!.memberCount),
        String(room!.onlineCount),
        time(room!.createdAt),
      ]),
      'no room matches',
    ),
  );
  tellMore(answer.rooms.length, answer.total, options);
}

function showRoom(options: RoomOptions, answer: AdminRoomResponse): void {
  printAnswer(formatOf(options.output), AdminRoomResponseSchema, answer, () => describeRoom(answer.room!));
}

function describeRoom({ room, ban, ownerActive }: AdminRoom): string {
  return list([
    ['id', room!.id],
    ['name', room!.name],
    ['description', room!.description],
    [
      'creator',
      `${room!.creatorUsername} (${room!.creatorId})${ownerActive ? '' : ', banned or deleted: the room is unavailable'}`,
    ],
    ['status', nameOf(RoomStatusSchema, room!.status)],
    ['banned', ban && `${time(ban.createdAt)} by ${ban.actorName || 'the operator'}`],
    ['reason', ban?.reason],
    ['visibility', nameOf(RoomVisibilitySchema, room!.visibility)],
    ['password', yes(room!.hasPassword)],
    ['members', `${room!.memberCount}, ${room!.onlineCount} online`],
    ['made', time(room!.createdAt)],
  ]);
}

async function getRoom(client: ManagementClient, options: RoomOptions, name: string): Promise<void> {
  showRoom(options, await client.call(method.getRoom, { roomId: await findRoomId(client, name) }));
}

async function createRoom(client: ManagementClient, options: RoomOptions, name: string): Promise<void> {
  const settings = settingsIn(options.set ?? []);
  const userId = await findUserId(client, options.creator!);
  const password = options.password ? { password: await readSecret(`Password of ${name}: `, 'Once more: ') } : {};
  const { description = '' } = options;
  const visibility = numberOf(RoomVisibilitySchema, options.visibility ?? 'public');
  const room = { name, description, visibility, settings, ...password };
  showRoom(options, await client.call(method.createRoom, { userId, room }));
}

async function deleteRoom(client: ManagementClient, options: RoomOptions, name: string): Promise<void> {
  const roomId = await findRoomId(client, name);
  await confirm(`Delete the room ${name} with everything in it? It can be restored for 30 days.`, options);
  const answer = await client.call(method.deleteRoom, { roomId });
  printAnswer(formatOf(options.output), DeleteRoomResponseSchema, answer, () => `deleted ${roomId}`);
}

async function closeRoom(client: ManagementClient, options: RoomOptions, name: string): Promise<void> {
  const roomId = await findRoomId(client, name);
  await confirm(`Close the room ${name}? Everybody but its creator is sent out.`, options);
  showRoom(options, await client.call(method.closeRoom, { roomId }));
}

async function reopenRoom(client: ManagementClient, options: RoomOptions, name: string): Promise<void> {
  showRoom(options, await client.call(method.reopenRoom, { roomId: await findRoomId(client, name) }));
}

async function banRoom(client: ManagementClient, options: RoomOptions, name: string): Promise<void> {
  const roomId = await findRoomId(client, name);
  await confirm(`Ban the room ${name}? Everybody in it is sent out.`, options);
  showRoom(options, await client.call(method.banRoom, { roomId, reason: options.reason ?? '' }));
}

async function unbanRoom(client: ManagementClient, options: RoomOptions, name: string): Promise<void> {
  showRoom(options, await client.call(method.unbanRoom, { roomId: await findRoomId(client, name) }));
}

async function roomSettings(client: ManagementClient, options: RoomOptions, name: string): Promise<void> {
  const { set = [], reset = false } = options;
  if (reset && set.length > 0) throw new Failure('usage', '--reset goes without --set');
  const changed = settingsIn(set);
  const roomId = await findRoomId(client, name);
  if (reset) await confirm(`Put all settings of ${name} back to their defaults?`, options);
  const { settings, version } = reset
    ? await client.call(method.resetRoomSettings, { roomId })
    : set.length > 0
      ? await client.call(method.updateRoomSettings, { roomId, settings: changed })
      : await client.call(method.getRoomSettings, { roomId });
  printAnswer(formatOf(options.output), GetRoomSettingsResponseSchema, { settings, version } as never, () =>
    list(
      Object.entries(printJson(RoomSettingsSchema, settings!) as JsonObject).map(([key, one]) => [
        key,
        shownValue(one),
      ]),
    ),
  );
}

/** @throws Failure `usage` for keys and values that do not fit. */
function settingsIn(pairs: readonly string[]) {
  const json: JsonObject = {};
  for (const { path, text } of pairs.map(readAssignment)) {
    const fields = fieldsOnPath(RoomSettingsSchema, path);
    putValue(json, fields, readValue(path, fields.at(-1)!, text));
  }
  try {
    return parseJson(RoomSettingsSchema, json);
  } catch (cause) {
    if (cause instanceof JsonParseError) throw new Failure('usage', cause.message);
    throw cause;
  }
}

async function clearCover(client: ManagementClient, options: RoomOptions, name: string): Promise<void> {
  showRoom(options, await client.call(method.clearRoomCover, { roomId: await findRoomId(client, name) }));
}

async function setRoomPassword(client: ManagementClient, options: RoomOptions, name: string): Promise<void> {
  const roomId = await findRoomId(client, name);
  if (options.remove) return showRoom(options, await client.call(method.updateRoomPassword, { roomId }));
  const password = await readSecret(`New password of the room ${name}: `, 'Once more: ');
  if (password === '') throw new Failure('usage', 'no password was given', '--remove takes the password away.');
  showRoom(options, await client.call(method.updateRoomPassword, { roomId, password }));
}
