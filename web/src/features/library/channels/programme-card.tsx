import type { Programme } from '@matinee/contract/gen/api.ts';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { useChannelGuide, useTimeText } from './use-channel-guide.ts';

/** Time that the card is shown, in milliseconds: long enough to read two lines. */
const shownMs = 12_000;

/** Shown over a channel when it or another programme starts: the current programme and the next one. [WCG2] */
export function ProgrammeCard({ mediaId }: { readonly mediaId: string }) {
  const { now, next } = useChannelGuide(mediaId);
  const key = `${mediaId} ${now?.starts_at ?? ''}`;
  return now ? <ShownProgramme key={key} now={now} next={next[0]} /> : null;
}

interface ShownProgrammeProps {
  readonly now: Programme;
  readonly next: Programme | undefined;
}

function ShownProgramme({ now, next }: ShownProgrammeProps) {
  const { t } = useTranslation('channels');
  const timeText = useTimeText();
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), shownMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <section
      aria-label={t('title')}
      className="absolute start-3 bottom-24 z-10 flex max-w-[min(22rem,80%)] animate-rise items-center gap-2 rounded-control bg-surface/95 p-1 ps-4 text-text shadow-raised"
    >
      <div className="min-w-0 flex-1 py-1">
        <p className="text-sm text-muted tabular-nums">{t('nowUntil', { time: timeText(now.ends_at) })}</p>
        <p dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
          {now.title}
        </p>
        {next && (
          <p className="truncate text-sm text-muted">
            {t('nextAt', { time: timeText(next.starts_at) })} <bdi>{next.title}</bdi>
          </p>
        )}
      </div>
      <IconButton
        label={t('hide')}
        tooltip="end"
        icon={<X size={18} aria-hidden="true" />}
        onClick={() => setShown(false)}
      />
    </section>
  );
}
