import type { ChatMessage } from '@matinee/contract/gen/api.ts';

/** The messages that `selfId` has not seen; `seenId` is the last one that was, absent before anything was shown. [WC2] */
export function unreadMessages(
  messages: readonly ChatMessage[],
  seenId: string | undefined,
  selfId: string,
): readonly ChatMessage[] {
  if (seenId === undefined) return [];
  return messages.filter((message) => message.id > seenId && message.user_id !== selfId && !message.deleted);
}
