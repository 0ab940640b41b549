import { type AddMemberRequest, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Database } from '../../../store/database.ts';
import type { Blocks } from '../../accounts/blocks/blocks.port.ts';
import type { Notifications } from '../../accounts/notifications/notifications.port.ts';
import { type Users, userErrors } from '../../accounts/users/users.port.ts';
import { memberErrors } from '../members/members.errors.ts';
import type { Members } from '../members/members.port.ts';
import type { RoomCare } from '../rooms/rooms.port.ts';

export interface AddingParts {
  readonly db: Database;
  readonly users: Pick<Users, 'find' | 'findByUsername'>;
  readonly blocks: Blocks;
  readonly rooms: Pick<RoomCare, 'join'>;
  readonly members: Pick<Members, 'get'>;
  readonly notifications: Notifications;
}

/** Lets members add others to their room without asking them. [IN9] */
export function makeAdding({ db, users, blocks, rooms, members, notifications }: AddingParts) {
  return async function add(request: AddMemberRequest, { principal, room }: Call<UserPrincipal, RoomStanding>) {
    const { roomId } = room;
    const role = request.role || RoomRole.MEMBER;
    if (role > RoomRole.MEMBER && role >= room.role) throw memberErrors.rank_too_high();
    const user = await (request.userId === '' ? users.findByUsername(request.username) : users.find(request.userId));
    if (!user) throw userErrors.not_found();
    await db.write(async (tx) => {
      if (await blocks.has(tx, user.id, principal.userId)) throw memberErrors.not_addable();
      if (!(await rooms.join(tx, roomId, user.id, role))) throw memberErrors.already_member();
      const content = { case: 'roomAdded', value: { role } } as const;
      await notifications.notify(tx, { to: [user.id], actorId: principal.userId, roomId, content });
    });
    return { member: await members.get(roomId, user.id) };
  };
}
