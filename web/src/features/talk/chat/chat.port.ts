import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { isLayerOpen } from '../../../ui/open-layer.ts';
import { useChatScope, useClosed } from './chat-scope.tsx';
import { useMessageActions } from './list/message-actions.ts';
import type { MessageMetadata } from './outbox.ts';

/** Says something in the chat for the person at this page, and shows it; undefined: they may not write. */
export function useSay(): ((content: string, metadata?: MessageMetadata) => void) | undefined {
  const { showPanel } = useRoom();
  const { outbox } = useChatScope();
  if (useClosed()) return undefined;
  return (content, metadata) => {
    outbox.send(content, { metadata });
    showPanel('chat');
  };
}

/** The newest messages of the room as far as they are loaded, oldest first. */
export function useMessages(): readonly ChatMessage[] {
  return useChatScope().latest;
}

/** The messages that the list holds, wherever it is, oldest first. */
export function useHeldMessages(): readonly ChatMessage[] {
  return useChatScope().messages;
}

/** Shows a message in the list, with those around it, when the dialog has closed from which it is asked for. What fails is told. */
export function useGoTo(): (id: string) => void {
  const { goTo } = useMessageActions();
  return (id) => {
    const look = () => {
      if (isLayerOpen()) requestAnimationFrame(look);
      // A dialog that closes sends the focus back in a task of its own, which is before this one.
      else setTimeout(() => void goTo(id));
    };
    requestAnimationFrame(look);
  };
}
