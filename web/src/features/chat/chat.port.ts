import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useRoom } from '../room/room-scope.port.ts';
import { useChatScope, useClosed } from './chat-scope.tsx';
import type { MessageMetadata } from './outbox.ts';

/** Says something in the chat for the person at this page, and shows it; undefined: they may not write. */
export function useSay(): ((content: string, metadata?: MessageMetadata) => void) | undefined {
  const { showPanel } = useRoom();
  const { outbox } = useChatScope();
  if (useClosed()) return undefined;
  return (content, metadata) => {
    outbox.send(content, metadata);
    showPanel('chat');
  };
}

/** The messages of the room as far as they are loaded, oldest first. */
export function useMessages(): readonly ChatMessage[] {
  return useChatScope().messages;
}
