import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import type { MessageExtras } from '../outbox.ts';

/** The use of the field below the chat: a new message, an answer, or a new text for one's own message. */
export type Writing = { readonly kind: 'new' } | { readonly kind: 'reply' | 'edit'; readonly message: ChatMessage };

/** The message that arrow up takes back into the field: the last own message that can be changed. [WC11] */
export function lastOwn(messages: readonly ChatMessage[], selfId: string): ChatMessage | undefined {
  return messages.findLast(({ user_id, deleted, system }) => user_id === selfId && !deleted && system === undefined);
}

/** Returns the place and colour over the film that are sent with a message. */
export type MessageLook = () => Pick<MessageExtras, 'displayPosition' | 'displayColor'>;

export const plainLook: MessageLook = () => ({});
