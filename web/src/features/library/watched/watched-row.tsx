import type { WatchedEntry } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Cover, UploadedCover } from '../library/cover.tsx';
import { ProgressLine } from './progress-line.tsx';

interface WatchedRowProps {
  readonly entry: WatchedEntry;
  readonly onErase: () => void;
}

/** An entry of the watch history: its room, time, progress and companions. [WOH1] */
export function WatchedRow({ entry, onErase }: WatchedRowProps) {
  const { t } = useTranslation('watched');
  return (
    <li className="flex items-start gap-3 rounded-control px-2 py-3 hover:bg-surface-2 sm:px-3">
      {entry.cover ? <UploadedCover picture={entry.cover} /> : <Cover path={entry.thumbnail} />}
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 leading-snug font-medium wrap-anywhere">
          <bdi>{shownTitle(entry.name)}</bdi>
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          <Hour at={entry.started_at ?? ''} />
          {entry.room && (
            <>
              {' · '}
              <Link
                to="/r/$roomId"
                params={{ roomId: entry.room.id }}
                className="text-accent-text underline underline-offset-2"
              >
                <bdi>{entry.room.name}</bdi>
              </Link>
            </>
          )}
        </p>
        <ProgressLine entry={entry} />
        <Companions entry={entry} />
      </div>
      <IconButton
        label={t('erase', { name: shownTitle(entry.name) })}
        tooltip="end"
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={onErase}
      />
    </li>
  );
}

function Hour({ at }: { readonly at: string }) {
  const { i18n } = useTranslation('watched');
  return <time dateTime={at}>{new Date(at).toLocaleTimeString(i18n.locale, { timeStyle: 'short' })}</time>;
}

/** The people who watched along. Renders nothing for a person who watched alone. */
function Companions({ entry: { companions, companion_count } }: { readonly entry: WatchedEntry }) {
  const { t, i18n } = useTranslation('watched');
  if (companions.length === 0) return null;
  const names = companions.map(({ display_name }) => `\u2068${display_name}\u2069`);
  const all = companion_count > companions.length ? [...names, t('others')] : names;
  const people = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(all);
  return <p className="text-sm text-muted wrap-anywhere">{t('with', { people })}</p>;
}
