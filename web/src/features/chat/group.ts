import type { ChatMessage } from '@matinee/contract/gen/api.ts';

/** Messages that stand under one name. */
export interface MessageGroup {
  readonly key: string;
  readonly userId: string;
  readonly username: string;
  readonly startedAt: Date;
  /** True: the first one of its day in this list. */
  readonly startsDay: boolean;
  readonly messages: readonly ChatMessage[];
}

/** Longest silence within a group, in milliseconds. [WC1] */
const groupGapMs = 5 * 60_000;

/** Groups messages that are in order. Deleted ones are left out. [WC1] */
export function groupMessages(messages: readonly ChatMessage[]): readonly MessageGroup[] {
  const groups: (Omit<MessageGroup, 'messages'> & { messages: ChatMessage[]; lastAt: Date })[] = [];
  for (const message of messages) {
    if (message.deleted) continue;
    const sentAt = new Date(message.created_at ?? 0);
    const last = groups.at(-1);
    const startsDay = !last || last.lastAt.toDateString() !== sentAt.toDateString();
    const belongs =
      last && !startsDay && last.userId === message.user_id && sentAt.getTime() - last.lastAt.getTime() <= groupGapMs;
    if (belongs) {
      last.messages.push(message);
      last.lastAt = sentAt;
    } else {
      groups.push({
        key: message.id,
        userId: message.user_id,
        username: message.username,
        startedAt: sentAt,
        startsDay,
        messages: [message],
        lastAt: sentAt,
      });
    }
  }
  return groups;
}
