import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import type { MessageExtras } from '../outbox.ts';

/** What the field at the foot of the chat is for: something new, an answer, or another text for one's own message. */
export type Writing = { readonly kind: 'new' } | { readonly kind: 'reply' | 'edit'; readonly message: ChatMessage };

/** The message that arrow up takes back into the field: the last own one that can be changed. [WC11] */
export function lastOwn(messages: readonly ChatMessage[], selfId: string): ChatMessage | undefined {
  return messages.findLast(({ user_id, deleted, system }) => user_id === selfId && !deleted && system === undefined);
}

/** What is sent along for how a message looks over the film. */
export type MessageLook = () => Pick<MessageExtras, 'displayPosition' | 'displayColor'>;

export const plainLook: MessageLook = () => ({});
