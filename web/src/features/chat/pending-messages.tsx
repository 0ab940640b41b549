import { useTranslation } from 'react-i18next';
import { Spinner } from '../../ui/signs/spinner.tsx';
import { MessageText } from './message-group.tsx';
import type { Outbox } from './use-outbox.ts';

const linkClass = 'min-h-8 px-1 font-medium underline underline-offset-2';

export interface PendingMessagesProps {
  readonly outbox: Outbox;
  readonly isConnected: boolean;
}

/** What one has written and the others cannot see yet. */
export function PendingMessages({ outbox, isConnected }: PendingMessagesProps) {
  const { t } = useTranslation('chat');
  return outbox.pending.map((message) => (
    <div key={message.clientMessageId} className="py-1.5 ps-10">
      <MessageText content={message.content} />
      {message.state === 'failed' ? (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 text-sm text-danger">
          {message.reason ?? t('failed')}
          <button type="button" className={linkClass} onClick={() => outbox.retry(message.clientMessageId)}>
            {t('retry')}
          </button>
          <button type="button" className={linkClass} onClick={() => outbox.discard(message.clientMessageId)}>
            {t('discard')}
          </button>
        </p>
      ) : (
        <p className="flex items-center gap-2 text-xs text-muted">
          {isConnected && <Spinner />}
          {t(isConnected ? 'sending' : 'waiting')}
        </p>
      )}
    </div>
  ));
}
