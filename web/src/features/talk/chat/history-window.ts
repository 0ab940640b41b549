import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { mergeMessages } from './messages.ts';

/**
 * Most messages that a page holds at once, however far a person reads back: several screens of them. More are read
 * again when needed.
 */
export const mostHeld = 600;

/** A stretch of the chat without a gap. */
export interface HistoryWindow {
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
  readonly hasOlder: boolean;
  /** True: the newest messages are missing. */
  readonly hasNewer: boolean;
}

export const noHistory: HistoryWindow = { messages: [], hasOlder: false, hasNewer: false };

/** Adds a page before the stretch. If there are too many messages, the newest go. [WC13] */
export function withOlder(window: HistoryWindow, page: readonly ChatMessage[], hasMore: boolean): HistoryWindow {
  return keepOldest({ ...window, messages: mergeMessages(page, window.messages), hasOlder: hasMore });
}

/** Adds a page behind the stretch. If there are too many messages, the oldest go. [WC13] */
export function withNewer(window: HistoryWindow, page: readonly ChatMessage[], hasMore: boolean): HistoryWindow {
  return keepNewest({ ...window, messages: mergeMessages(window.messages, page), hasNewer: hasMore });
}

/**
 * Adds live messages: new ones if the stretch reaches to the newest, and changes of messages in it. Any others would
 * leave a gap. [WC5]
 */
export function withLive(window: HistoryWindow, live: readonly ChatMessage[]): HistoryWindow {
  const first = window.hasOlder ? (window.messages[0]?.id ?? '') : '';
  const last = window.messages.at(-1)?.id ?? '';
  const held = new Map(window.messages.map((message) => [message.id, message]));
  const fresh = live.filter((message) => {
    const before = held.get(message.id);
    return (
      message.id >= first && (!window.hasNewer || message.id <= last) && (!before || message.version > before.version)
    );
  });
  return fresh.length === 0 ? window : { ...window, messages: mergeMessages(window.messages, fresh) };
}

export function keepOldest(window: HistoryWindow): HistoryWindow {
  if (window.messages.length <= mostHeld) return window;
  return { ...window, messages: window.messages.slice(0, mostHeld), hasNewer: true };
}

export function keepNewest(window: HistoryWindow): HistoryWindow {
  if (window.messages.length <= mostHeld) return window;
  return { ...window, messages: window.messages.slice(-mostHeld), hasOlder: true };
}
