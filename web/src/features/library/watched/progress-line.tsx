import type { WatchedEntry } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { formatTime } from '../../film/playback/format-time.port.ts';

/** The person's last position in the item, or that they finished it. */
export function ProgressLine({ entry }: { readonly entry: WatchedEntry }) {
  const { t } = useTranslation('watched');
  const { position_seconds: at, duration_seconds: whole, finished } = entry;
  if (finished) return <p className="text-sm text-muted">{t('finished')}</p>;
  const position = formatTime(at);
  if (whole === undefined || whole <= 0) return <p className="text-sm text-muted">{t('leftAt', { position })}</p>;
  return (
    <p className="flex items-center gap-2 text-sm text-muted tabular-nums">
      <progress aria-hidden="true" value={Math.min(at, whole)} max={whole} className="h-1.5 w-24 accent-accent-text" />
      {t('leftAtOf', { position, duration: formatTime(whole) })}
    </p>
  );
}
