import type { ChatMessage, ChatMessageEvent } from '@matinee/contract/gen/api.ts';

/** How many live messages are kept. Older ones are read page by page as history. */
export const keptMessages = 500;

/** Makes one list of pages of history and live messages, sorted by id, which is the order of time. The higher version of a message wins. [WC5] */
export function mergeMessages(...lists: readonly (readonly ChatMessage[])[]): readonly ChatMessage[] {
  const byId = new Map<string, ChatMessage>();
  for (const message of lists.flat()) {
    const held = byId.get(message.id);
    if (!held || message.version >= held.version) byId.set(message.id, message);
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** The live messages after an event. A message that is there already changes nothing. [CS7] */
export function addEvent(
  held: readonly ChatMessage[] | undefined,
  { message }: ChatMessageEvent,
): readonly ChatMessage[] {
  return mergeMessages(held ?? [], message ? [message] : []).slice(-keptMessages);
}
