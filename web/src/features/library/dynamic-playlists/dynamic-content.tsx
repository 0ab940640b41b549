import type { DynamicEntry } from '@matinee/contract/gen/api.ts';
import { FolderOpen, SearchX } from 'lucide-react';
import { type RefObject, useMemo } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { MoreRows } from '../../../ui/lists/more-rows.tsx';
import { VirtualRows } from '../../../ui/lists/virtual-rows.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { DynamicFault, type DynamicFaultProps } from './dynamic-fault.tsx';
import { EntryRow } from './entry-row.tsx';
import type { Entries } from './use-entries.ts';

export interface DynamicContentProps
  extends Pick<DynamicFaultProps, 'provider' | 'isMaker' | 'isBelowTop' | 'onSignedIn'> {
  readonly listed: Entries;
  readonly isSearching: boolean;
  readonly mayPlay: boolean;
  /**
   * Name of the entry that the room has chosen. Undefined: the room has chosen nothing, or something outside the
   * playlist.
   */
  readonly playingHash: string | undefined;
  readonly isPlaying: boolean;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly onOpen: (folder: string) => void;
  readonly onPlay: (target: string) => void;
}

/** Folders and films of the shown folder, or why they cannot be shown. [WDP2] [WDP3] [WDP4] */
export function DynamicContent(props: DynamicContentProps) {
  const { listed, isSearching, playingHash, isPlaying, onOpen } = props;
  const { t } = useTranslation('dynamic-playlists');
  const { entries, hasMore } = listed;
  const rows = useMemo(() => entries.map((entry, place) => ({ entry, place })), [entries]);
  const current = rows.find(({ entry }) => isCurrent(entry, playingHash));
  if (listed.isPending) return <Loading />;
  if (listed.error !== undefined && entries.length === 0)
    return <DynamicFault {...props} error={listed.error} onRetry={listed.refresh} onTop={() => onOpen('')} />;
  if (entries.length === 0) {
    const Icon = isSearching ? SearchX : FolderOpen;
    return (
      <EmptyState
        icon={<Icon aria-hidden="true" />}
        title={t(isSearching ? 'empty.search' : 'empty.title')}
        text={isSearching ? undefined : t('empty.text')}
      />
    );
  }
  return (
    <>
      <VirtualRows
        label={t('entries')}
        rows={rows}
        idOf={idOf}
        rowHeight={60}
        scroller={props.scroller}
        inView={current && idOf(current)}
        {...(hasMore ? {} : { total: rows.length })}
        className="mx-2 my-2"
        rowProps={({ entry }) => ({
          'aria-current': isCurrent(entry, playingHash) || undefined,
          className: 'pb-0.5',
        })}
      >
        {({ entry }) => (
          <EntryRow
            entry={entry}
            current={isCurrent(entry, playingHash) ? (isPlaying ? 'playing' : 'paused') : undefined}
            onPress={pressOf(entry, props)}
          />
        )}
      </VirtualRows>
      {hasMore && <MoreRows label={t('more')} count={entries.length} onMore={listed.more} />}
    </>
  );
}

/** The action of a press on an entry; undefined: this person may not use it. */
function pressOf({ folder, target }: DynamicEntry, { mayPlay, onOpen, onPlay }: DynamicContentProps) {
  if (folder !== undefined) return () => onOpen(folder);
  return target !== undefined && mayPlay ? () => onPlay(target) : undefined;
}

function isCurrent({ target_hash }: DynamicEntry, playingHash: string | undefined): boolean {
  return target_hash !== undefined && target_hash === playingHash;
}

const idOf = ({ place }: { readonly place: number }) => String(place);

function Loading() {
  const { t } = useTranslation('dynamic-playlists');
  return (
    <div role="status" className="grid gap-3 p-4">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}
