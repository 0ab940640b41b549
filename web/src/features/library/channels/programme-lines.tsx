import type { Media } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { useChannelGuide, useTimeText } from './use-channel-guide.ts';

/** Two lines in the row of a channel: the current programme with its end, and the next one. [WCG1] */
export function ProgrammeLines({ media: { id, version } }: { readonly media: Media }) {
  const { t } = useTranslation('channels');
  const timeText = useTimeText();
  const {
    now,
    next: [next],
  } = useChannelGuide(id, version);
  return (
    <>
      {now && (
        <span className="line-clamp-2 text-sm wrap-anywhere">
          <bdi>{now.title}</bdi> · {t('until', { time: timeText(now.ends_at) })}
        </span>
      )}
      {next && (
        <span className="block truncate text-sm text-muted">
          {t('nextAt', { time: timeText(next.starts_at) })} <bdi>{next.title}</bdi>
        </span>
      )}
    </>
  );
}
