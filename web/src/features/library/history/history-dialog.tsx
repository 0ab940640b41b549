import type { PlaybackHistoryEntry } from '@matinee/contract/gen/api.ts';
import { History } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useResource, useStore } from '../../../client/room/hooks.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { ClearList } from '../../../ui/lists/clear-list.tsx';
import { MoreRows } from '../../../ui/lists/more-rows.tsx';
import { VirtualRows } from '../../../ui/lists/virtual-rows.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { HistoryRow } from './history-row.tsx';
import { playbackHistory, readOlder } from './resources.ts';

const entryId = ({ id }: PlaybackHistoryEntry) => id;

/** The films that the room has played. They can be played again and erased. [WPH1] [WPH3] */
export function HistoryDialog({ onClose }: { readonly onClose: () => void }) {
  // With the texts of rows, so that React does not hide the list for them.
  const { t } = useTranslation(['history', 'ratings']);
  const { room, self } = useRoom();
  useEffect(() => room.resources.observe(playbackHistory), [room]);
  const history = useResource(room, playbackHistory);
  const isRefused = useStore(room.resources.refusal(playbackHistory)) !== undefined;
  const { play, forget, clear } = useHistoryActions(onClose);
  const scroller = useRef<HTMLDivElement>(null);
  const mayPlay = self.permissions.has('navigate_playback');
  const mayForget = self.permissions.has('delete_media');
  const isEmpty = isRefused || history?.entries.length === 0;
  return (
    <Dialog title={t('title')} isOpen isLarge onClose={onClose}>
      <div ref={scroller} className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-4">
        {!history && !isRefused && <Loading />}
        {isEmpty && <EmptyState icon={<History aria-hidden="true" />} title={t('empty')} text={t('emptyText')} />}
        {history && history.entries.length > 0 && (
          <VirtualRows
            label={t('list')}
            rows={history.entries}
            idOf={entryId}
            rowHeight={72}
            scroller={scroller}
            {...(history.hasMore ? {} : { total: history.entries.length })}
          >
            {(entry) => (
              <HistoryRow
                entry={entry}
                {...(mayPlay ? { onPlay: (fromStart: boolean) => play(entry, fromStart) } : {})}
                {...(mayForget ? { onForget: () => forget(entry) } : {})}
              />
            )}
          </VirtualRows>
        )}
        {history?.hasMore && (
          <MoreRows label={t('more')} count={history.entries.length} onMore={() => readOlder(room)} />
        )}
      </div>
      {self.permissions.has('clear_media') && history !== undefined && history.entries.length > 0 && (
        <ClearList action={t('clear.action')} title={t('clear.title')} text={t('clear.text')} onClear={clear} />
      )}
    </Dialog>
  );
}

function Loading() {
  const { t } = useTranslation('history');
  return (
    <div role="status" className="grid gap-2 p-2">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}

/** The actions on the history. Failures show in a toast. The list changes once the room's socket reports it. */
function useHistoryActions(onPlayed: () => void) {
  const { room } = useRoom();
  const { api } = useSession();
  const errorText = useErrorText();
  const room_id = room.roomId;
  const tell = (work: Promise<unknown>, onDone = () => {}) =>
    void work.then(onDone, (error) => showToast(errorText(error), 'danger'));
  return {
    play: ({ id }: PlaybackHistoryEntry, from_start: boolean) =>
      tell(api.call('RoomService.PlayHistoryEntry', { room_id, entry_id: id, from_start }), onPlayed),
    forget: ({ id }: PlaybackHistoryEntry) =>
      tell(api.call('RoomService.DeletePlaybackHistoryEntry', { room_id, entry_id: id })),
    clear: () => tell(api.call('RoomService.ClearPlaybackHistory', { room_id })),
  };
}
