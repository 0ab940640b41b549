import { Suspense } from 'react';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { Spinner } from '../../../../ui/signs/spinner.tsx';
import type { ChatOutbox, OutgoingMessage } from '../outbox.ts';
import { MessageText } from '../text/message-text.tsx';

const PendingFiles = lazily(() => import('../../chat-files/pending-files.tsx').then((module) => module.PendingFiles));
const linkClass = 'min-h-8 px-1 font-medium underline underline-offset-2';

export interface PendingMessagesProps {
  readonly pending: readonly OutgoingMessage[];
  readonly outbox: ChatOutbox;
}

/** One's own messages that others cannot see yet. */
export function PendingMessages({ pending, outbox }: PendingMessagesProps) {
  const { t } = useTranslation('chat');
  const errorText = useErrorText('chat');
  return pending.map(({ clientMessageId, content, files, state, error }) => (
    <div key={clientMessageId} className="py-1.5 ps-10">
      {content !== '' && <MessageText content={content} />}
      <Suspense>{files && <PendingFiles files={files} />}</Suspense>
      {state === 'failed' ? (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 text-sm text-danger">
          {errorText(error)}
          <button type="button" className={linkClass} onClick={() => outbox.retry(clientMessageId)}>
            {t('retry')}
          </button>
          <button type="button" className={linkClass} onClick={() => outbox.discard(clientMessageId)}>
            {t('discard')}
          </button>
        </p>
      ) : (
        <p className="flex items-center gap-2 text-xs text-muted">
          {state === 'sending' && <Spinner />}
          {t(state)}
        </p>
      )}
    </div>
  ));
}
