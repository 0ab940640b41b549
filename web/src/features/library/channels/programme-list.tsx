import type { Media, Programme } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { useChannelGuide, useTimeText } from './use-channel-guide.ts';

/** In the details of a channel: the programmes of the next hours, or why they are not known. [WCG3] */
export function ProgrammeList({ media }: { readonly media: Media }) {
  const { t } = useTranslation('channels');
  const { guide, now, next } = useChannelGuide(media.id, media.version);
  if (!media.source?.channel?.guide_url || !guide) return null;
  const programmes = now ? [now, ...next] : next;
  const state = guide.state === 'ready' && programmes.length === 0 ? 'nothing' : guide.state;
  return (
    <section aria-label={t('title')} className="mb-5 grid gap-2">
      <h3 className="font-semibold">{t('title')}</h3>
      {state === 'ready' ? (
        <ol className="grid gap-1 text-sm">
          {programmes.map((programme) => (
            <Entry key={programme.starts_at} programme={programme} isNow={programme === now} />
          ))}
        </ol>
      ) : (
        <p role="status" className="text-sm text-muted">
          {t(`state.${state}`)}
        </p>
      )}
    </section>
  );
}

function Entry({ programme, isNow }: { readonly programme: Programme; readonly isNow: boolean }) {
  const { t } = useTranslation('channels');
  const timeText = useTimeText();
  const { title, subtitle, starts_at, ends_at } = programme;
  return (
    <li className="flex gap-3">
      <span className="w-18 shrink-0 text-muted tabular-nums">{timeText(starts_at)}</span>
      <span className="min-w-0 wrap-anywhere">
        <bdi className={isNow ? 'font-medium' : ''}>{title}</bdi>
        {subtitle && (
          <>
            {' · '}
            <bdi className="text-muted">{subtitle}</bdi>
          </>
        )}
        {isNow && <span className="text-muted"> · {t('until', { time: timeText(ends_at) })}</span>}
      </span>
    </li>
  );
}
