import { useTranslation } from 'react-i18next';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import type { Chat } from './use-chat.ts';

export interface ChatPanelProps {
  readonly chat: Chat;
  readonly selfId: string;
  /** True: the panel can be seen, so what is at the end of the list counts as seen. */
  readonly isShown: boolean;
  /** Why one cannot write, if one cannot. */
  readonly closed?: 'off' | 'not-allowed' | 'guest' | undefined;
}

export function ChatPanel({ chat, selfId, isShown, closed }: ChatPanelProps) {
  const { t } = useTranslation('chat');
  return (
    <section aria-label={t('title')} className="flex min-h-0 flex-1 flex-col">
      <MessageList chat={chat} selfId={selfId} isShown={isShown} />
      {closed ? (
        <p className="border-t border-border px-4 py-4 text-center text-sm text-muted">{t(`closed.${closed}`)}</p>
      ) : (
        <Composer onSend={chat.outbox.send} />
      )}
    </section>
  );
}
