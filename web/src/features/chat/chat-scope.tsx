import { createContext, type ReactNode, useContext } from 'react';
import { useRoom } from '../room/room-scope.port.ts';
import { type Chat, useChat } from './use-chat.ts';

const ChatContext = createContext<Chat | undefined>(undefined);

export function useChatScope(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('useChatScope outside of ChatProvider');
  return chat;
}

export function ChatProvider({ children }: { readonly children: ReactNode }) {
  const { room, self } = useRoom();
  const chat = useChat(room, self.id, self.permissions.has('view_chat_history'));
  return <ChatContext value={chat}>{children}</ChatContext>;
}

/** Why the person at this page cannot write. Undefined: they can. */
export function useClosed(): 'guest' | 'off' | 'not-allowed' | undefined {
  const { settings, self } = useRoom();
  if (self.role === 'guest') return 'guest';
  if (settings?.chat_enabled === false) return 'off';
  return self.permissions.has('send_chat_messages') ? undefined : 'not-allowed';
}
