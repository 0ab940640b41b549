import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { OnlineMembers } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { changePayload } from '../frames.ts';
import type { ResourceOf } from '../resource.ts';

const KEY = 'onlineMembers';

/**
 * The resource `onlineMembers`: the people who are connected. It is not stored: its changes are published, and no event
 * carries them. [RT17]
 */
export function makeOnlineMembers(snapshotOf: (roomId: string) => OnlineMembers): ResourceOf<'onlineMembers'> {
  return {
    case: 'onlineMembers',
    permission: Permission.VIEW_MEMBERS,
    isEphemeral: true,
    key: () => KEY,
    snapshot: async (roomId) => {
      const resource = { case: 'onlineMembers' as const, value: snapshotOf(roomId) };
      return { version: 0, payload: changePayload({ snapshot: true, resource }) };
    },
  };
}

/** A change of `onlineMembers`, and the key of its observers. */
export function onlineMembersChange(value: OnlineMembers): { readonly key: string; readonly payload: Uint8Array } {
  return { key: KEY, payload: changePayload({ resource: { case: 'onlineMembers', value } }) };
}
