import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { MemberEventKind } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Tx } from '../../../store/database.ts';
import { atVersion, getMember, type MemberTelling, tellMember, toMember } from './member-changes.ts';
import { memberErrors } from './members.errors.ts';
import type { Members, RoomActor } from './members.port.ts';
import * as store from './members.store.ts';

/** Sets the names and labels of members in their room. [ME16] */
export function makeNaming(parts: MemberTelling): Pick<Members, 'rename' | 'tag'> {
  /**
   * Locks the members of the room, and changes one of them. @throws AppError `members.not_found`,
   * `members.rank_too_high`.
   */
  async function change(
    tx: Tx,
    { userId: actorId, room }: RoomActor,
    { userId, expectedVersion }: { readonly userId: string; readonly expectedVersion?: number | undefined },
    names: { remark_name: string } | { display_tag: string },
  ) {
    const { roomId } = room;
    await store.lockRoomSettings(tx.query(), roomId);
    const row = await getMember(tx, roomId, userId);
    if (userId !== actorId && row.role >= room.role) throw memberErrors.rank_too_high();
    atVersion(row, expectedVersion);
    await store.updateMember(tx.query(), roomId, userId, names);
    const member = toMember(await getMember(tx, roomId, userId), parts);
    await tellMember(parts, tx, roomId, MemberEventKind.CHANGED, member, actorId);
    return member;
  }

  return {
    rename(tx, request, actor) {
      const mayOthers = actor.room.permissions.has(Permission.MANAGE_MEMBER_PERMISSIONS);
      if (request.userId !== actor.userId && !mayOthers) throw memberErrors.others_name();
      return change(tx, actor, request, { remark_name: request.remarkName.trim() });
    },
    tag: (tx, request, actor) => change(tx, actor, request, { display_tag: request.displayTag.trim() }),
  };
}
