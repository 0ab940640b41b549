import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { usePlaybackState } from '../../film/playback/playback.port.ts';
import type { Writing } from './composing/writing.ts';
import { type Chat, useChat } from './use-chat.ts';

interface WritingScope {
  readonly writing: Writing;
  readonly setWriting: (writing: Writing) => void;
}

const ChatContext = createContext<Chat | undefined>(undefined);
const WritingContext = createContext<WritingScope | undefined>(undefined);

export function useChatScope(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('useChatScope outside of ChatProvider');
  return chat;
}

/** The use of the chat's field. It is apart from the chat, so that the messages are not drawn again when it changes. */
export function useWriting(): WritingScope {
  const scope = useContext(WritingContext);
  if (!scope) throw new Error('useWriting outside of ChatProvider');
  return scope;
}

export function ChatProvider({ children }: { readonly children: ReactNode }) {
  const { room, self } = useRoom();
  const chat = useChat(room, self.id, self.permissions.has('view_chat_history'));
  const [writing, setWriting] = useState<Writing>({ kind: 'new' });
  const scope = useMemo(() => ({ writing, setWriting }), [writing]);
  return (
    <ChatContext value={chat}>
      <WritingContext value={scope}>{children}</WritingContext>
    </ChatContext>
  );
}

/** Why the person at this page cannot write. Undefined: they can. While it is quiet they can still react. [WCQ1] */
export function useClosed(): 'guest' | 'off' | 'not-allowed' | 'quiet' | undefined {
  const { room, settings, self } = useRoom();
  const isPlaying = usePlaybackState(room)?.is_playing === true;
  if (self.role === 'guest') return 'guest';
  if (settings?.chat_enabled === false) return 'off';
  if (!self.permissions.has('send_chat_messages')) return 'not-allowed';
  const isHost = self.role === 'creator' || self.role === 'admin';
  return settings?.quiet_while_playing && isPlaying && !isHost ? 'quiet' : undefined;
}
