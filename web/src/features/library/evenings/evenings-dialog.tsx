import { Moon } from 'lucide-react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { ClearList } from '../../../ui/lists/clear-list.tsx';
import { MoreRows } from '../../../ui/lists/more-rows.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { EveningCard } from './evening-card.tsx';
import { useAnniversaries, useEveningActions, useEvenings } from './use-evenings.ts';

/** The evenings of the room: the people, the films and the loved moments. [WEV1] [WEV3] [WEV4] */
export function EveningsDialog({ onClose }: { readonly onClose: () => void }) {
  // With the texts of the cards, so that React does not hide the list for them.
  const { t } = useTranslation(['evenings', 'history', 'ratings', 'film-reactions']);
  const { self } = useRoom();
  const query = useEvenings();
  const anniversaries = useAnniversaries();
  const actions = useEveningActions(onClose);
  const evenings = query.data?.pages.flatMap((page) => page.evenings) ?? [];
  return (
    <Dialog title={t('title')} isOpen isLarge onClose={onClose}>
      <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-4 sm:px-5">
        {query.isPending && <Loading />}
        {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && evenings.length === 0 && <NoEvenings />}
        {anniversaries.map(({ evening, years }) => (
          <EveningCard key={evening.id} evening={evening} actions={actions} title={t('yearsAgo', { count: years })} />
        ))}
        {evenings.length > 0 && (
          <section aria-label={t('list')}>
            {evenings.map((evening) => (
              <EveningCard key={evening.id} evening={evening} actions={actions} />
            ))}
          </section>
        )}
        {query.hasNextPage && (
          <MoreRows
            label={t('more')}
            count={evenings.length}
            onMore={() => query.fetchNextPage().then(() => undefined)}
          />
        )}
      </div>
      {self.permissions.has('clear_media') && evenings.length > 0 && (
        <ClearList action={t('clear.action')} title={t('clear.title')} text={t('clear.text')} onClear={actions.clear} />
      )}
    </Dialog>
  );
}

/** Explains the empty list, or says that this room keeps no evenings. [WEV2] */
function NoEvenings() {
  const { t } = useTranslation('evenings');
  const { settings } = useRoom();
  const text = settings?.keep_evenings === false ? t('off') : t('emptyText');
  return <EmptyState icon={<Moon aria-hidden="true" />} title={t('empty')} text={text} />;
}

function Loading() {
  const { t } = useTranslation('evenings');
  return (
    <div role="status" className="grid gap-3 p-2">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  );
}
