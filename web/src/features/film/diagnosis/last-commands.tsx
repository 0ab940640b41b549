import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { formatTime } from '../playback/format-time.port.ts';

/** The last changes of the playback with who made them, newest first. [WDG5] */
export function LastCommands({ commands }: { readonly commands: readonly PlaybackState[] }) {
  const { t, i18n } = useTranslation('diagnosis');
  const timeOf = (ms: number) => new Date(ms).toLocaleTimeString(i18n.locale);
  return (
    <section aria-labelledby="last-commands">
      <h3 id="last-commands" className="mb-2 font-semibold">
        {t('commands')}
      </h3>
      <ol className="grid grid-cols-1 gap-1 text-sm">
        {commands.map(({ version, at_ms, action, actor_display_name, position_seconds }) => (
          <li key={version} className="flex flex-wrap gap-x-3">
            <time dateTime={new Date(at_ms).toISOString()} className="text-muted tabular-nums">
              {timeOf(at_ms)}
            </time>
            <bdi className="min-w-0 truncate">{actor_display_name || t('theServer')}</bdi>
            <span>{t(`action.${action}`)}</span>
            <span className="text-muted tabular-nums">{formatTime(position_seconds)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
