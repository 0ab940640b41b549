import { useTranslation } from '../../texts/use-translation.ts';
import type { RoomPanelProps } from '../room/room-entry.port.ts';
import { useRoom } from '../room/room-scope.port.ts';
import { useChatScope, useClosed } from './chat-scope.tsx';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';

/** The messages, and the field to write one. */
export function ChatPanel({ isShown }: RoomPanelProps) {
  const { t } = useTranslation('chat');
  const { self } = useRoom();
  const chat = useChatScope();
  const closed = useClosed();
  if (closed === 'guest' && !self.permissions.has('view_chat_history')) {
    return <p className="p-6 text-center text-muted">{t('hiddenFromGuests')}</p>;
  }
  return (
    <section aria-label={t('title')} className="flex min-h-0 flex-1 flex-col">
      <MessageList chat={chat} selfId={self.id} isShown={isShown} />
      {closed ? (
        <p className="border-t border-border px-4 py-4 text-center text-sm text-muted">{t(`closed.${closed}`)}</p>
      ) : (
        <Composer onSend={chat.outbox.send} />
      )}
    </section>
  );
}
