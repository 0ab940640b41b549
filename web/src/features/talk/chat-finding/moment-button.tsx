import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { formatTime, speakTime } from '../../film/playback/format-time.port.ts';
import { useMoment } from './use-moment.ts';

/**
 * The place of the film when the message was sent. A press goes there, or shows the messages from that place. [WC17]
 */
export function MomentButton({ message }: { readonly message: ChatMessage }) {
  const { t, i18n } = useTranslation('chat-finding');
  const { maySeek, go, momentOf } = useMoment();
  const seconds = momentOf(message);
  if (seconds === undefined) return null;
  const time = speakTime(seconds, i18n.locale);
  return (
    <button
      type="button"
      aria-label={maySeek ? t('toItsMoment', { time }) : t('saidAround', { time })}
      onClick={() => go(seconds)}
      className="min-h-9 rounded-control px-2 text-sm text-muted tabular-nums hover:bg-surface-2 hover:text-text"
    >
      {t('atMoment', { time: formatTime(seconds) })}
    </button>
  );
}
