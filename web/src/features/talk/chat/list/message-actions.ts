import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { makeId } from '../../../../client/room/connection.ts';
import { useSession } from '../../../../client/session/session.tsx';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { useChatScope, useClosed } from '../chat-scope.tsx';

/** The rights of the person at this page on a message. */
export interface MessageRights {
  readonly mayReact: boolean;
  readonly mayReply: boolean;
  readonly mayEdit: boolean;
  readonly mayPin: boolean;
  readonly mayDelete: boolean;
}

/** The actions that this person may perform on each message. [WC8] */
export function useMessageRights(): (message: ChatMessage) => MessageRights {
  const { self } = useRoom();
  const closed = useClosed();
  const mayWrite = closed === undefined;
  const mayModerate = self.permissions.has('delete_chat_messages');
  return ({ user_id, deleted, system }) => {
    const isThere = !deleted && system === undefined;
    const isOwn = user_id === self.id && isThere;
    return {
      mayReact: (mayWrite || closed === 'quiet') && isThere,
      mayReply: mayWrite && isThere,
      mayEdit: mayWrite && isOwn,
      mayPin: mayModerate && isThere,
      mayDelete: !deleted && (isOwn || mayModerate),
    };
  };
}

/** Changes messages. A toast reports refusals. Successful changes arrive as events, as for all viewers. */
export function useMessageActions() {
  const { info } = useRoom();
  const { api } = useSession();
  const { goTo } = useChatScope();
  const errorText = useErrorText();
  const room_id = info.id;
  const tell = (call: Promise<unknown>) =>
    call.then(
      () => true,
      (error: unknown) => {
        showToast(errorText(error), 'danger');
        return false;
      },
    );
  const change = ({ id }: ChatMessage) => ({ room_id, message_id: id, client_operation_id: makeId() });
  return {
    goTo: (id: string) => tell(goTo(id)),
    /** Adds the person's reaction, or takes it back. */
    toggleReaction: (message: ChatMessage, reaction_key: string) => {
      const isMine = message.reactions.some((one) => one.reaction_key === reaction_key && one.reacted);
      return tell(api.call('RoomService.SetChatReaction', { ...change(message), reaction_key, enabled: !isMine }));
    },
    remove: (message: ChatMessage, reason: string) =>
      tell(
        api.call('RoomService.DeleteChatMessage', { ...change(message), reason, expected_version: message.version }),
      ),
    /** Pins a message, or changes the note of a pinned one. */
    pin: (message: ChatMessage, note = '') =>
      tell(api.call('RoomService.PinChatMessage', { ...change(message), note })),
    unpin: (message: ChatMessage) => tell(api.call('RoomService.UnpinChatMessage', change(message))),
    edit: (message: ChatMessage, content: string, mentions: ChatMessage['mentions']) =>
      tell(
        api.call('RoomService.EditChatMessage', {
          ...change(message),
          content,
          mentions,
          expected_version: message.version,
        }),
      ),
  };
}
