/** Finds users and rooms by a typed id or name. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { type Account, AccountStatus } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import type { ManagementClient } from './connection/client.ts';
import { Failure } from './failure.ts';

/** The id of a user; ignores the case of names. @throws Failure `refused` when there is no such user. */
export async function findUserId(client: ManagementClient, text: string, status?: AccountStatus): Promise<string> {
  if (text.startsWith('usr_')) return text;
  const { users } = await client.call(AdminService.method.listUsers, {
    search: text,
    status: status ?? AccountStatus.UNSPECIFIED,
    pageSize: 100,
  });
  const found = users.filter(({ user }) => user?.username.toLowerCase() === text.toLowerCase());
  return only(
    found.map(({ user }) => user!.id),
    `user ${text}`,
    nearUsers(users),
  );
}

/** The id of a room. @throws Failure `refused` when no room has the name, or more than one. */
export async function findRoomId(client: ManagementClient, text: string): Promise<string> {
  if (text.startsWith('room_')) return text;
  const { rooms } = await client.call(AdminService.method.listRooms, { search: text, pageSize: 100 });
  const found = rooms.filter(({ room }) => room?.name.toLowerCase() === text.toLowerCase());
  return only(
    found.map(({ room }) => room!.id),
    `room ${text}`,
    rooms.map(({ room }) => room!.name),
  );
}

function nearUsers(users: readonly Account[]): string[] {
  return users.map(({ user }) => user!.username);
}

function only(ids: readonly string[], what: string, near: readonly string[]): string {
  if (ids.length === 1) return ids[0]!;
  if (ids.length > 1)
    throw new Failure('refused', `more than one is called ${what}`, `Say which by its id: ${ids.join(', ')}`);
  const hint = near.length > 0 ? `Did you mean ${near.slice(0, 5).join(', ')}?` : undefined;
  throw new Failure('refused', `there is no ${what}`, hint);
}
