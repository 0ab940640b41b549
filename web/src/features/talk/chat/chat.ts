import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { whenLayersClosed } from '../../../ui/open-layer.ts';
import { useChatScope } from './chat-scope.tsx';
import { useMessageActions } from './list/message-actions.ts';

/** The messages that the list holds, whatever part it shows, oldest first. */
export function useHeldMessages(): readonly ChatMessage[] {
  return useChatScope().messages;
}

/**
 * Scrolls to a message in the list and loads the messages around it, once the dialog that requests it has closed. A
 * toast reports failures.
 */
export function useGoTo(): (id: string) => void {
  const { goTo } = useMessageActions();
  // A closing dialog restores the focus in a task of its own, which runs before this one.
  return (id) => whenLayersClosed(() => setTimeout(() => void goTo(id)));
}
