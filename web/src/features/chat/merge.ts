import type { ChatMessage } from '@matinee/contract/gen/api.ts';

/** One list out of pages of history and live messages: by id, which sorts by time; the higher version of a message wins. [WC5] */
export function mergeMessages(...lists: readonly (readonly ChatMessage[])[]): readonly ChatMessage[] {
  const byId = new Map<string, ChatMessage>();
  for (const message of lists.flat()) {
    const held = byId.get(message.id);
    if (!held || message.version >= held.version) byId.set(message.id, message);
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
