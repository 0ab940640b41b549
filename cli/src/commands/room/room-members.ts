/** `room member …` */
import { AdminServiceAddMemberResponseSchema } from '@matinee/contract/gen/service/client/admin_rooms_pb.ts';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  GetRoomMembersResponseSchema,
  KickMemberResponseSchema,
  MemberSortSchema,
  PermissionSchema,
  RoomRole,
  RoomRoleSchema,
  UpdateMemberDisplayTagResponseSchema,
  UpdateMemberPermissionsResponseSchema,
  UpdateMemberRemarkNameResponseSchema,
} from '@matinee/contract/gen/service/client/members_pb.ts';
import { Argument, type Command } from 'commander';
import { acting } from '../../acting.ts';
import { confirm } from '../../ask.ts';
import { choiceOption, nameOf, namesOf, numberOf } from '../../choices.ts';
import type { ManagementClient } from '../../connection/client.ts';
import { Failure } from '../../failure.ts';
import { findRoomId, findUserId } from '../../find.ts';
import { collect, type GlobalOptions, roomArgument, userArgument } from '../../options.ts';
import { formatOf, printAnswer, table, tell } from '../../output.ts';
import { type PageOptions, pageOf, tellMore, wholeNumber, withPages } from '../../paging.ts';
import { time, yes } from '../../words.ts';

const method = AdminService.method;
const roles = [RoomRole.MEMBER, RoomRole.ADMIN].map((role) => nameOf(RoomRoleSchema, role));

interface MemberOptions extends GlobalOptions, PageOptions {
  readonly search?: string;
  readonly online?: boolean;
  readonly role?: string;
  readonly sort?: string;
  readonly cooldown?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

export function addMembers(room: Command): void {
  const member = room.command('member').description('the members of a room');
  withPages(member.command('list').argument(...roomArgument))
    .description('list the members of a room')
    .option('--search <text>', 'part of the name')
    .addOption(choiceOption('--role <role>', RoomRoleSchema, 'only those'))
    .option('--online', 'only those who are there now')
    .addOption(choiceOption('--sort <order>', MemberSortSchema, 'in which order; higher roles first when not given'))
    .action(acting(listMembers));
  member
    .command('add')
    .argument(...roomArgument)
    .argument(...userArgument)
    .description('make somebody a member')
    .option('--role <role>', `${roles.join(' or ')}; member when not given`)
    .action(acting(addMember));
  member
    .command('remove')
    .argument(...roomArgument)
    .argument(...userArgument)
    .description('send somebody out of a room')
    .option('--cooldown <seconds>', 'how long they cannot come back; 300 when not given')
    .action(acting(removeMember));
  member
    .command('set-role')
    .argument(...roomArgument)
    .argument(...userArgument)
    .addArgument(new Argument('<role>').choices(roles))
    .description('give a member another role')
    .action(acting(setMemberRole));
  member
    .command('rename')
    .argument(...roomArgument)
    .argument(...userArgument)
    .argument('[name]', 'without one the username is shown again')
    .description('choose what a member is called in a room')
    .action(acting(renameMember));
  member
    .command('tag')
    .argument(...roomArgument)
    .argument(...userArgument)
    .argument('[tag]', 'without one the tag goes')
    .description('put a short label beside the name of a member')
    .action(acting(tagMember));
  member
    .command('set-permissions')
    .argument(...roomArgument)
    .argument(...userArgument)
    .description('replace what a member is granted beyond the role, and what is taken away')
    .option('--allow <permission>', 'granted; as often as needed', collect, [])
    .option('--deny <permission>', 'taken away; as often as needed', collect, [])
    .action(acting(setMemberPermissions));
}

async function listMembers(client: ManagementClient, options: MemberOptions, room: string): Promise<void> {
  const roomId = await findRoomId(client, room);
  const { search = '', online = false } = options;
  const answer = await client.call(method.getRoomMembers, {
    roomId,
    search,
    role: numberOf(RoomRoleSchema, options.role),
    onlineOnly: online,
    sort: numberOf(MemberSortSchema, options.sort),
    ...pageOf(options),
  });
  printAnswer(formatOf(options.output), GetRoomMembersResponseSchema, answer, () =>
    table(
      ['id', 'name', 'called', 'tag', 'role', 'online', 'joined'],
      answer.members.map((one) => [
        one.userId,
        one.username,
        one.remarkName,
        one.displayTag,
        nameOf(RoomRoleSchema, one.role),
        yes(one.online),
        time(one.joinedAt),
      ]),
      'nobody fits',
    ),
  );
  tellMore(answer.members.length, answer.total, options);
}

async function addMember(client: ManagementClient, options: MemberOptions, room: string, user: string): Promise<void> {
  const role = options.role === undefined ? 0 : numberOf(RoomRoleSchema, known('--role', options.role, roles));
  const [roomId, userId] = await Promise.all([findRoomId(client, room), findUserId(client, user)]);
  const answer = await client.call(method.addMember, { roomId, userId, role });
  printAnswer(
    formatOf(options.output),
    AdminServiceAddMemberResponseSchema,
    answer,
    () => `${user} is a member of ${room}`,
  );
}

async function removeMember(
  client: ManagementClient,
  options: MemberOptions,
  room: string,
  user: string,
): Promise<void> {
  const cooldownSeconds = wholeNumber('--cooldown', options.cooldown);
  const [roomId, userId] = await Promise.all([findRoomId(client, room), findUserId(client, user)]);
  await confirm(`Remove ${user} from ${room}?`, options);
  const answer = await client.call(method.kickMember, { roomId, userId, cooldownSeconds });
  printAnswer(
    formatOf(options.output),
    KickMemberResponseSchema,
    answer,
    () => `${user} is no longer a member of ${room}`,
  );
}

async function setMemberRole(
  client: ManagementClient,
  options: MemberOptions,
  room: string,
  user: string,
  role: string,
): Promise<void> {
  const [roomId, userId] = await Promise.all([findRoomId(client, room), findUserId(client, user)]);
  const request = { roomId, userId, role: numberOf(RoomRoleSchema, role) };
  const answer = await client.call(method.updateMemberPermissions, request);
  printAnswer(
    formatOf(options.output),
    UpdateMemberPermissionsResponseSchema,
    answer,
    () => `${user} is ${role} of ${room}`,
  );
}

async function renameMember(
  client: ManagementClient,
  options: MemberOptions,
  room: string,
  user: string,
  remarkName = '',
): Promise<void> {
  const [roomId, userId] = await Promise.all([findRoomId(client, room), findUserId(client, user)]);
  const answer = await client.call(method.updateMemberRemarkName, { roomId, userId, remarkName });
  printAnswer(
    formatOf(options.output),
    UpdateMemberRemarkNameResponseSchema,
    answer,
    () => `${user} is called ${answer.member!.remarkName || user} in ${room}`,
  );
}

async function tagMember(
  client: ManagementClient,
  options: MemberOptions,
  room: string,
  user: string,
  displayTag = '',
): Promise<void> {
  const [roomId, userId] = await Promise.all([findRoomId(client, room), findUserId(client, user)]);
  const answer = await client.call(method.updateMemberDisplayTag, { roomId, userId, displayTag });
  printAnswer(
    formatOf(options.output),
    UpdateMemberDisplayTagResponseSchema,
    answer,
    () => `tag of ${user} in ${room}: ${answer.member!.displayTag || 'none'}`,
  );
}

async function setMemberPermissions(
  client: ManagementClient,
  options: MemberOptions,
  room: string,
  user: string,
): Promise<void> {
  const numbers = (option: string, names: readonly string[] = []) =>
    names.map((name) => numberOf(PermissionSchema, known(option, name, namesOf(PermissionSchema))));
  const addedPermissions = numbers('--allow', options.allow);
  const removedPermissions = numbers('--deny', options.deny);
  const [roomId, userId] = await Promise.all([findRoomId(client, room), findUserId(client, user)]);
  const request = { roomId, userId, addedPermissions, removedPermissions, replacePermissions: true };
  const answer = await client.call(method.updateMemberPermissions, request);
  const describe = () => {
    if (answer.member) tell(`what ${user} may do in ${room}:`);
    return answer.member?.permissions.map((one) => nameOf(PermissionSchema, one)).join('\n') ?? 'done';
  };
  printAnswer(formatOf(options.output), UpdateMemberPermissionsResponseSchema, answer, describe);
}

function known(option: string, name: string, names: readonly string[]): string {
  if (names.includes(name)) return name;
  throw new Failure('usage', `${option} ${name}: is none of ${names.join(', ')}`);
}
