/** `user …`: accounts. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  type Account,
  type AccountResponse,
  AccountResponseSchema,
  AccountSortSchema,
  AccountStatus,
  AccountStatusSchema,
  GetUserRoomsResponseSchema,
  ListUsersResponseSchema,
} from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { RoomRoleSchema } from '@matinee/contract/gen/service/client/members_pb.ts';
import { UserRoleSchema } from '@matinee/contract/gen/service/client/users_pb.ts';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import { Argument, type Command } from 'commander';
import { acting } from '../acting.ts';
import { confirm, readSecret } from '../ask.ts';
import { choiceOption, nameOf, namesOf, numberOf } from '../choices.ts';
import type { ManagementClient } from '../connection/client.ts';
import { findUserId } from '../find.ts';
import { dateIn } from '../moments.ts';
import { type GlobalOptions, userArgument } from '../options.ts';
import { formatOf, list, printAnswer, table, tell } from '../output.ts';
import { type PageOptions, pageOf, tellMore, withPages } from '../paging.ts';
import { savePrivate } from '../private-file.ts';
import { bytes, time, yes } from '../words.ts';

const method = AdminService.method;

interface UserOptions extends GlobalOptions, PageOptions {
  readonly search?: string;
  readonly role?: string;
  readonly status?: string;
  readonly sort?: string;
  readonly username?: string;
  readonly reason?: string;
  readonly until?: string;
}

export function addUsers(program: Command): void {
  const user = program.command('user').description('accounts');
  addLists(user);
  addLife(user);
  addBans(user);
  addChanges(user);
}

function addLists(user: Command): void {
  withPages(user.command('list'))
    .description('list accounts, newest first')
    .option('--search <text>', 'part of the name, or a whole id')
    .addOption(choiceOption('--role <role>', UserRoleSchema, 'only those with this role'))
    .addOption(
      choiceOption('--status <status>', AccountStatusSchema, 'only those; all but deleted ones when not given'),
    )
    .addOption(choiceOption('--sort <order>', AccountSortSchema, 'in which order'))
    .action(acting(listUsers));
  user
    .command('get')
    .argument(...userArgument)
    .description('show one account')
    .action(acting(getUser));
  withPages(user.command('rooms').argument(...userArgument))
    .description('list the rooms that somebody is a member of')
    .action(acting(listRoomsOf));
}

/** The commands in the order of an account's life: from creation to deletion. */
function addLife(user: Command): void {
  user
    .command('create')
    .argument('<username>')
    .description('make an account; the password is asked for, or read from standard input')
    .addOption(choiceOption('--role <role>', UserRoleSchema, 'user when not given'))
    .action(acting(createUser));
  user
    .command('delete')
    .argument(...userArgument)
    .description('delete an account; it can be restored for 30 days')
    .action(acting(deleteUser));
  user
    .command('export')
    .argument(...userArgument)
    .argument('<file>', 'ZIP file to write, - for standard output')
    .description('write an archive of everything on the server that belongs to somebody')
    .action(acting(exportUser));
  user
    .command('restore')
    .argument(...userArgument)
    .description('bring a deleted account back')
    .option('--username <name>', 'another name, when somebody has taken the old one')
    .action(acting(restoreUser));
}

async function exportUser(client: ManagementClient, options: UserOptions, name: string, file: string): Promise<void> {
  const userId = await findUserId(client, name);
  const size = await savePrivate(file, 'archive', options, async (put) => {
    let sum = 0;
    for await (const { data } of client.stream(ManagementService.method.exportUser, { userId })) {
      sum += data.length;
      await put(data);
    }
    return sum;
  });
  if (file !== '-') tell(`${file}: ${bytes(size)}`);
}

function addBans(user: Command): void {
  user
    .command('ban')
    .argument(...userArgument)
    .description('sign somebody out and keep them out')
    .option('--reason <text>', 'what they are told')
    .option('--until <time>', 'when it ends by itself: 7d, 12h, 2027-01-01')
    .action(acting(banUser));
  user
    .command('unban')
    .argument(...userArgument)
    .description('lift a ban')
    .action(acting(unbanUser));
}

function addChanges(user: Command): void {
  user
    .command('set-role')
    .argument(...userArgument)
    .addArgument(new Argument('<role>').choices(namesOf(UserRoleSchema)))
    .description('give somebody another role')
    .action(acting(setRole));
  user
    .command('set-password')
    .argument(...userArgument)
    .description('set a new password and end all sessions; it is asked for, or read from standard input')
    .action(acting(setPassword));
  user
    .command('rename')
    .argument(...userArgument)
    .argument('<new name>')
    .description('give an account another name')
    .action(acting(renameUser));
}

async function listUsers(client: ManagementClient, options: UserOptions): Promise<void> {
  const answer = await client.call(method.listUsers, {
    search: options.search ?? '',
    role: numberOf(UserRoleSchema, options.role),
    status: numberOf(AccountStatusSchema, options.status),
    sort: numberOf(AccountSortSchema, options.sort),
    ...pageOf(options),
  });
  printAnswer(formatOf(options.output), ListUsersResponseSchema, answer, () =>
    table(
      ['id', 'name', 'role', 'status', 'rooms', 'made', 'last seen'],
      answer.users.map((account) => [
        account.user!.id,
        account.user!.username,
        nameOf(UserRoleSchema, account.user!.role),
        nameOf(AccountStatusSchema, account.status),
        String(account.roomCount),
        time(account.user!.createdAt),
        time(account.lastSeenAt),
      ]),
      'no account fits',
    ),
  );
  tellMore(answer.users.length, answer.total, options);
}

function showAccount(options: UserOptions, answer: AccountResponse): void {
  printAnswer(formatOf(options.output), AccountResponseSchema, answer, () => describeAccount(answer.user!));
}

function describeAccount(account: Account): string {
  const { user, ban } = account;
  return list([
    ['id', user!.id],
    ['name', user!.username],
    ['role', nameOf(UserRoleSchema, user!.role)],
    ['status', nameOf(AccountStatusSchema, account.status)],
    [
      'banned',
      ban &&
        `${time(ban.createdAt)} by ${ban.actorName || 'the operator'}${ban.until ? `, until ${time(ban.until)}` : ''}`,
    ],
    ['reason', ban?.reason],
    ['deleted', account.deletedAt && `${time(account.deletedAt)}, restorable until ${time(account.restorableUntil)}`],
    ['password', yes(account.hasPassword)],
    ['rooms', String(account.roomCount)],
    ['sessions', String(account.sessionCount)],
    ['made', time(user!.createdAt)],
    ['last seen', time(account.lastSeenAt)],
  ]);
}

async function getUser(client: ManagementClient, options: UserOptions, name: string): Promise<void> {
  showAccount(options, await client.call(method.getUser, { userId: await findUserId(client, name) }));
}

async function listRoomsOf(client: ManagementClient, options: UserOptions, name: string): Promise<void> {
  const userId = await findUserId(client, name);
  const answer = await client.call(method.getUserRooms, { userId, ...pageOf(options) });
  printAnswer(formatOf(options.output), GetUserRoomsResponseSchema, answer, () =>
    table(
      ['id', 'name', 'role', 'members'],
      answer.rooms.map(({ room, role }) => [
        room!.id,
        room!.name,
        nameOf(RoomRoleSchema, role),
        String(room!.memberCount),
      ]),
      'member of no room',
    ),
  );
  tellMore(answer.rooms.length, answer.total, options);
}

async function createUser(client: ManagementClient, options: UserOptions, username: string): Promise<void> {
  const password = await readSecret(`Password of ${username}: `, 'Once more: ');
  const role = numberOf(UserRoleSchema, options.role);
  showAccount(options, await client.call(method.createUser, { username, password, role }));
}

async function deleteUser(client: ManagementClient, options: UserOptions, name: string): Promise<void> {
  const userId = await findUserId(client, name);
  await confirm(`Delete the account ${name}? It can be restored for 30 days.`, options);
  showAccount(options, await client.call(method.deleteUser, { userId }));
}

async function restoreUser(client: ManagementClient, options: UserOptions, name: string): Promise<void> {
  const userId = await findUserId(client, name, AccountStatus.DELETED);
  const { username } = options;
  showAccount(
    options,
    await client.call(method.restoreUser, { userId, ...(username === undefined ? {} : { username }) }),
  );
}

async function banUser(client: ManagementClient, options: UserOptions, name: string): Promise<void> {
  const { reason = '', until } = options;
  const end = until === undefined ? {} : { until: timestampFromDate(dateIn('--until', until, 'future')) };
  const userId = await findUserId(client, name);
  await confirm(`Ban ${name}? They are signed out, and their rooms are unavailable as long.`, options);
  showAccount(options, await client.call(method.banUser, { userId, reason, ...end }));
}

async function unbanUser(client: ManagementClient, options: UserOptions, name: string): Promise<void> {
  showAccount(options, await client.call(method.unbanUser, { userId: await findUserId(client, name) }));
}

async function setRole(client: ManagementClient, options: UserOptions, name: string, role: string): Promise<void> {
  const userId = await findUserId(client, name);
  showAccount(options, await client.call(method.updateUserRole, { userId, role: numberOf(UserRoleSchema, role) }));
}

async function setPassword(client: ManagementClient, options: UserOptions, name: string): Promise<void> {
  const userId = await findUserId(client, name);
  const password = await readSecret(`New password of ${name}: `, 'Once more: ');
  showAccount(options, await client.call(method.setUserPassword, { userId, password }));
}

async function renameUser(
  client: ManagementClient,
  options: UserOptions,
  name: string,
  username: string,
): Promise<void> {
  const userId = await findUserId(client, name);
  showAccount(options, await client.call(method.updateUserUsername, { userId, username }));
}
