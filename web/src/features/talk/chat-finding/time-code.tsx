import { useTranslation } from '../../../texts/use-translation.ts';
import { speakTime } from '../../film/playback/format-time.port.ts';
import { useMoment } from './use-moment.ts';

export interface TimeCodeProps {
  readonly text: string;
  readonly seconds: number;
  /** False: Tab skips it. */
  readonly isReached: boolean;
}

/** A time in a message. A press takes the room there, or shows the messages from there. [WC17] */
export function TimeCode({ text, seconds, isReached }: TimeCodeProps) {
  const { t, i18n } = useTranslation('chat-finding');
  const { isAnything, maySeek, go } = useMoment();
  const time = speakTime(seconds, i18n.locale);
  if (!isAnything) return text;
  return (
    <button
      type="button"
      tabIndex={isReached ? 0 : -1}
      aria-label={maySeek ? t('seekTo', { time }) : t('saidAround', { time })}
      onClick={() => go(seconds)}
      className="text-accent-text tabular-nums underline underline-offset-2"
    >
      {text}
    </button>
  );
}
