import type { WatchedEntry } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../client/session/session.tsx';
import { useTitles } from '../../../client/words/titles.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { Cover, UploadedCover } from '../library/cover.tsx';
import { goOnWith } from './going-on.ts';
import { ProgressLine } from './progress-line.tsx';

/** Items that the person has not finished and may resume. [WOH4] */
export function useUnfinished(): readonly WatchedEntry[] {
  const { api, user } = useSession();
  const query = useQuery({
    queryKey: ['unfinished', user?.id],
    queryFn: () => api.call('WatchedService.ListUnfinished', {}),
    refetchInterval: 60_000,
  });
  return query.data?.entries ?? [];
}

/** Items to resume; each links to its room, which resumes it. [WOH4] [WOH6] */
export function UnfinishedList({ entries }: { readonly entries: readonly WatchedEntry[] }) {
  const { t } = useTranslation('watched');
  return (
    <ul aria-label={t('unfinished')} className="grid gap-3 not-last:mb-4 sm:grid-cols-2 lg:grid-cols-3">
      {entries.map((entry) => entry.room && <Unfinished key={entry.id} entry={entry} room={entry.room} />)}
    </ul>
  );
}

interface UnfinishedProps {
  readonly entry: WatchedEntry;
  readonly room: NonNullable<WatchedEntry['room']>;
}

function Unfinished({ entry, room }: UnfinishedProps) {
  const { t } = useTranslation('watched');
  const titleOf = useTitles();
  return (
    <li className="min-w-0">
      <Link
        to="/r/$roomId"
        params={{ roomId: room.id }}
        onClick={(event) => {
          const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
          if (!isElsewhere) goOnWith(entry);
        }}
        className="flex h-full items-center gap-3 rounded-card border border-border bg-surface p-3 transition-colors hover:border-line"
      >
        {entry.cover ? <UploadedCover picture={entry.cover} /> : <Cover path={entry.thumbnail} />}
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">
            <bdi>{titleOf(entry.name)}</bdi>
          </p>
          <p className="truncate text-sm text-muted">
            <bdi>{entry.plays_now ? t('playsIn', { room: room.name }) : t('in', { room: room.name })}</bdi>
          </p>
          <ProgressLine entry={entry} />
        </div>
      </Link>
    </li>
  );
}

/** Links to the complete watch history. */
export function WatchedLink() {
  const { t } = useTranslation('watched');
  return (
    <Link to="/watched" className={buttonClass('quiet')}>
      {t('all')}
    </Link>
  );
}
