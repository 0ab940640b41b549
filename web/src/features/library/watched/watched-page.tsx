import type { WatchedEntry } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { MoreRows } from '../../../ui/lists/more-rows.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { Page } from '../../shared/shell/page.port.tsx';
import { byDay, type WatchedDay } from './by-day.ts';
import { WatchedActions } from './watched-actions.tsx';
import { WatchedRow } from './watched-row.tsx';

/** The person's watch history in all rooms. [WOH1] */
export function WatchedPage() {
  const { t } = useTranslation('watched');
  const { user, isKnown } = useSession();
  if (isKnown && !user) return <Navigate to="/signin" search={{ return: '/watched' }} replace />;
  return (
    <Page title={t('title')}>
      <div className="mx-auto max-w-3xl">
        <h1 className="text-3xl font-semibold tracking-tight">{t('title')}</h1>
        <p className="mt-2 mb-6 text-muted">
          {t('lead')}{' '}
          <Link to="/account" hash="preferences" className="text-accent-text underline underline-offset-2">
            {t('preferences')}
          </Link>
        </p>
        {user && <Watched userId={user.id} />}
      </div>
    </Page>
  );
}

function Watched({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('watched');
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const query = useWatched(userId, search);
  const erase = useErase(userId);
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  const isEmpty = query.isSuccess && entries.length === 0;
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (isEmpty && search === '' && text === '') return <NothingYet />;
  return (
    <>
      <div className="mb-6 grid gap-3">
        <SearchField label={t('search')} value={text} onChange={setText} />
        <WatchedActions userId={userId} />
      </div>
      {isEmpty && <EmptyState icon={<History aria-hidden="true" />} title={t('notFound')} />}
      {byDay(entries).map((day) => (
        <Day key={day.day} {...day} onErase={(entry) => erase.mutate(entry.id)} />
      ))}
      {query.hasNextPage && (
        <MoreRows label={t('more')} count={entries.length} onMore={() => query.fetchNextPage().then(() => undefined)} />
      )}
    </>
  );
}

function Day({ at, entries, onErase }: WatchedDay & { readonly onErase: (entry: WatchedEntry) => void }) {
  const { i18n } = useTranslation('watched');
  const day = new Date(at).toLocaleDateString(i18n.locale, { dateStyle: 'full' });
  return (
    <section aria-label={day} className="mb-6">
      <h2 className="px-2 text-lg font-semibold sm:px-3">{day}</h2>
      <ul>
        {entries.map((entry) => (
          <WatchedRow key={entry.id} entry={entry} onErase={() => onErase(entry)} />
        ))}
      </ul>
    </section>
  );
}

/** Explains the empty list, and links to the rooms. [WOH2] */
function NothingYet() {
  const { t } = useTranslation('watched');
  return (
    <EmptyState
      icon={<History aria-hidden="true" />}
      title={t('empty')}
      text={t('emptyText')}
      action={
        <Link to="/" className={buttonClass('primary')}>
          {t('toRooms')}
        </Link>
      }
    />
  );
}

function Loading() {
  const { t } = useTranslation('watched');
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}

function useWatched(userId: string, search: string) {
  const { api } = useSession();
  return useInfiniteQuery({
    queryKey: ['watched', userId, search],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.call('WatchedService.ListWatched', { search, cursor, page_size: 30 }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** Erases an entry. [WOH2] */
function useErase(userId: string) {
  const { api } = useSession();
  const client = useQueryClient();
  const errorText = useErrorText('watched');
  return useMutation({
    mutationFn: (entry_id: string) => api.call('WatchedService.DeleteWatchedEntry', { entry_id }),
    onError: (error) => showToast(errorText(error), 'danger'),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['watched', userId] });
      await client.invalidateQueries({ queryKey: ['unfinished', userId] });
    },
  });
}
