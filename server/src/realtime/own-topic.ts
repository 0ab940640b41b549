import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../kernel/call.ts';
import type { OpeningCall } from './context.ts';

const prefix = 'user:';

/** Topic of the events for a single user, whatever room they are in. No room id has this form. */
export function ownTopic(userId: string): string {
  return `${prefix}${userId}`;
}

/** A user's standing in their own topic; undefined for the topic of another user. */
export function ownStanding(userId: string, topic: string): RoomStanding | undefined {
  if (topic !== ownTopic(userId)) return undefined;
  return { roomId: topic, role: RoomRole.UNSPECIFIED, permissions: new Set() };
}

/** The user whose topic it is. */
export function ownerOf(topic: string): string {
  return topic.slice(prefix.length);
}

/** True for topics made by `ownTopic`. */
export function isOwnTopic(topic: string): boolean {
  return topic.startsWith(prefix);
}

/** The call that opens a stream of the caller's own topic. */
export function ownCall(call: Call<UserPrincipal>): OpeningCall {
  const { userId } = call.principal;
  return { ...call, room: ownStanding(userId, ownTopic(userId))! };
}
