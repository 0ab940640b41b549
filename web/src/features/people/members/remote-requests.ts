import type { ChatMessage, RoomMember } from '@matinee/contract/gen/api.ts';
import { hasRemote } from './people.ts';

/** How long a request for the remote counts, in milliseconds. Later the person has probably lost interest. */
const requestMs = 10 * 60_000;

/** A member who asks for the remote and does not have it. */
export interface RemoteRequest {
  /** Id of the message that asks. */
  readonly id: string;
  readonly member: RoomMember;
}

/** The open requests for the remote: the newest of each person, without those in `answered`. [WM4] */
export function openRequests(
  messages: readonly ChatMessage[],
  members: readonly RoomMember[],
  answered: ReadonlySet<string>,
  nowMs: number,
): readonly RemoteRequest[] {
  const newest = new Map(messages.filter(asksForRemote).map((message) => [message.user_id, message]));
  return members.flatMap((member) => {
    const message = newest.get(member.user_id);
    if (!message || answered.has(message.id) || hasRemote(member)) return [];
    const isOld = nowMs - new Date(message.created_at ?? 0).getTime() > requestMs;
    return isOld ? [] : [{ id: message.id, member }];
  });
}

function asksForRemote({ metadata, deleted }: ChatMessage): boolean {
  return !deleted && metadata?.asks_for === 'remote';
}
