import type { RoomMember, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomAccess } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Outcome } from '../../../../kernel/batcher.ts';
import type { Tx } from '../../../../store/database.ts';
import type { JoinRequests } from '../../join-requests/join-requests.ts';
import type { Members } from '../../members/members.port.ts';
import type { RoomBans } from '../../room-bans/room-bans.ts';
import { lockRoom, type RoomViewing, settingsOf } from '../room-views.ts';
import { roomErrors } from '../rooms.errors.ts';
import type { RoomCare } from '../rooms.port.ts';
import { listActive } from '../rooms.store.ts';

export interface JoinParts extends RoomViewing {
  readonly members: Members;
  readonly roomBans: RoomBans;
  readonly joinRequests: JoinRequests;
}

type JoinOutcome = Outcome<RoomMember | undefined>;

/** Makes users members: every way into a room ends here. [RO11] [RB2] [JR5] */
export function makeJoin(parts: JoinParts): Pick<RoomCare, 'join' | 'joinAll'> {
  const { members, joinRequests } = parts;

  async function joinAll(tx: Tx, roomId: string, userIds: readonly string[], role: RoomRole) {
    const { refusalOf, isMember, free } = await readJoinState(parts, tx, roomId, userIds);
    const fitting = userIds.filter((id) => !isMember(id) && refusalOf(id) === undefined);
    const chosen = fitting.slice(0, free);
    const added = chosen.length === 0 ? [] : await addMembers(tx, roomId, chosen, role);
    const byId = new Map(added.map((member) => [member.userId, member]));
    const full = new Set(fitting.slice(chosen.length));
    return userIds.map((id): JoinOutcome => {
      const error = full.has(id) ? roomIsFull() : isMember(id) ? undefined : refusalOf(id);
      return error ? { error } : { value: byId.get(id) };
    });
  }

  async function addMembers(tx: Tx, roomId: string, userIds: readonly string[], role: RoomRole) {
    const added = await members.add(tx, roomId, userIds, role);
    await joinRequests.settle(tx, roomId, userIds);
    return added;
  }

  return {
    joinAll,
    async join(tx, roomId, userId, role) {
      const [outcome] = await joinAll(tx, roomId, [userId], role);
      if (outcome === undefined || 'error' in outcome) throw outcome?.error;
      return outcome.value !== undefined;
    },
  };
}

/**
 * Locks the room, and reads who may join, in one round trip. The statements after the lock see the commits for which it
 * waited.
 */
async function readJoinState(
  { members, roomBans, ...viewing }: JoinParts,
  tx: Tx,
  roomId: string,
  userIds: readonly string[],
) {
  const [room, already, active, banned, count] = await Promise.all([
    lockRoom(tx, roomId),
    members.among(tx, roomId, userIds),
    listActive(tx.query(), userIds),
    roomBans.among(tx, roomId, userIds),
    members.count(tx, roomId),
  ]);
  const isActive = new Set(active);
  return {
    isMember: (id: string) => already.has(id),
    refusalOf: (id: string) => {
      if (!isActive.has(id)) return roomErrors.account_inactive();
      return banned.has(id) ? roomErrors.excluded() : undefined;
    },
    free: Math.max(0, settingsOf(room, viewing).maxMembers - count),
  };
}

function roomIsFull() {
  return roomErrors.not_admitted({
    message: 'The room is full.',
    metadata: { access: RoomAccess[RoomAccess.FULL] },
  });
}
