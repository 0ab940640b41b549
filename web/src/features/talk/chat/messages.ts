import type { ChatMessage, ChatMessageEvent, ChatReaction, ChatReactionChange } from '@matinee/contract/gen/api.ts';

/** How many live messages are kept. Older ones are read page by page as history. */
export const keptMessages = 500;

/** A reaction to a message as it is now. */
interface LiveReaction {
  readonly key: string;
  readonly count: number;
  /** The people who added the reaction or removed it since the room was opened. */
  readonly by: ReadonlyMap<string, boolean>;
}

/** The messages and reactions since the room was opened. */
export interface LiveChat {
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
  /** Reactions that changed, by the id of their message. */
  readonly reactions: ReadonlyMap<string, readonly LiveReaction[]>;
}

export const noLiveChat: LiveChat = { messages: [], reactions: new Map() };

/**
 * Merges pages of history and live messages into one list, sorted by id, which is the order of time. The higher version
 * of a message wins. [WC5]
 */
export function mergeMessages(...lists: readonly (readonly ChatMessage[])[]): readonly ChatMessage[] {
  const byId = new Map<string, ChatMessage>();
  for (const message of lists.flat()) {
    const held = byId.get(message.id);
    if (!held || message.version >= held.version) byId.set(message.id, message);
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** The live chat after an event. A message that is already there changes nothing. [CS7] */
export function addEvent(held: LiveChat | undefined, { message, reaction }: ChatMessageEvent): LiveChat {
  const { messages, reactions } = held ?? noLiveChat;
  return {
    messages: message ? mergeMessages(messages, [message]).slice(-keptMessages) : messages,
    reactions: reaction ? addReaction(reactions, reaction) : reactions,
  };
}

function addReaction(
  reactions: LiveChat['reactions'],
  { message_id, reaction_key: key, user_id, enabled, count }: ChatReactionChange,
): LiveChat['reactions'] {
  const before = reactions.get(message_id) ?? [];
  const by = new Map(before.find((one) => one.key === key)?.by).set(user_id, enabled);
  const others = before.filter((one) => one.key !== key);
  return new Map(reactions).set(message_id, [...others, { key, count, by }]);
}

/**
 * The messages with their current reactions. Events have the counts for all. They include one's own reactions only
 * when these change. [WC9]
 */
export function withReactions(
  messages: readonly ChatMessage[],
  reactions: LiveChat['reactions'],
  selfId: string,
): readonly ChatMessage[] {
  if (reactions.size === 0) return messages;
  return messages.map((message) => {
    const changed = reactions.get(message.id);
    return changed
      ? { ...message, reactions: changed.reduce((all, one) => put(all, one, selfId), message.reactions) }
      : message;
  });
}

function put(all: readonly ChatReaction[], { key, count, by }: LiveReaction, selfId: string): readonly ChatReaction[] {
  const before = all.find(({ reaction_key }) => reaction_key === key);
  const reacted = by.get(selfId) ?? before?.reacted ?? false;
  if (count === 0) return all.filter((one) => one !== before);
  const next = { reaction_key: key, count, reacted };
  return before ? all.map((one) => (one === before ? next : one)) : [...all, next];
}
