import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { isLayerOpen } from '../../../ui/open-layer.ts';
import { useChatScope } from './chat-scope.tsx';
import { useMessageActions } from './list/message-actions.ts';

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
