import type { Media, Permission } from '@matinee/contract/gen/api.ts';
import { type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { VirtualRows } from '../../../ui/lists/virtual-rows.tsx';
import { mediaId } from './loaded-playlist.ts';
import { inOrder } from './order/reorder.ts';
import { useReorder } from './order/use-reorder.ts';
import { type MoveTarget, PlaylistItem } from './playlist-item.tsx';
import type { Library } from './use-library.ts';

const RenameDialog = lazily(() => import('../media-details/rename-dialog.tsx').then((module) => module.RenameDialog));

/** Height of an item whose name fits on one line, in pixels. */
const rowHeight = 62;

export interface PlaylistItemsProps {
  readonly media: readonly Media[];
  /** How many items there are, loaded or not. */
  readonly total: number;
  /** Other playlists that an item can be moved to. */
  readonly targets: readonly MoveTarget[];
  readonly currentId: string | undefined;
  readonly isPlaying: boolean;
  /** True while the list can be seen. */
  readonly isShown: boolean;
  /** What scrolls the list. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly library: Library;
  readonly onDetails: (media: Media) => void;
  readonly selfId: string;
  readonly permissions: ReadonlySet<Permission>;
}

export function PlaylistItems(props: PlaylistItemsProps) {
  const { media, total, targets, currentId, scroller, library, selfId, permissions } = props;
  const { t } = useTranslation('library');
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [renaming, setRenaming] = useState<Media>();
  const reorder = useReorder({
    ids: useMemo(() => media.map(mediaId), [media]),
    list,
    scroller,
    onMove: library.move,
    announce: (what, id, place) =>
      setAnnouncement(t(`reorder.${what}`, { name: media.find((item) => item.id === id)?.name, place, count: total })),
  });
  const shown = useMemo(() => inOrder(media, reorder.ids), [media, reorder.ids]);
  const isOwn = (item: Media) => item.creator_id === selfId;
  const mayNavigate = permissions.has('navigate_playback');
  return (
    <>
      <p aria-live="assertive" className="sr-only">
        {announcement}
      </p>
      <p id="reorder-help" hidden>
        {t('reorder.help')}
      </p>
      <VirtualRows
        ref={list}
        rows={shown}
        idOf={mediaId}
        rowHeight={rowHeight}
        scroller={scroller}
        total={total}
        inView={props.isShown ? currentId : undefined}
        keptId={reorder.heldId}
        className="mx-2 my-2"
        rowProps={(item) => ({
          'data-id': item.id,
          'aria-current': item.id === currentId || undefined,
          className: reorder.heldId === item.id ? 'z-10 pb-0.5' : 'pb-0.5',
        })}
      >
        {(item, place) => (
          <PlaylistItem
            media={item}
            isCurrent={item.id === currentId}
            isPlaying={props.isPlaying}
            isHeld={reorder.heldId === item.id}
            {...(permissions.has('reorder_media') && media.length > 1 ? { reorder } : {})}
            {...(permissions.has('reorder_media')
              ? { targets, onMoveTo: ({ id, name }: MoveTarget) => library.moveTo(item, id, name) }
              : {})}
            {...(mayNavigate ? { onPlay: () => library.play(item.id) } : {})}
            {...(isOwn(item) || permissions.has('delete_media')
              ? {
                  onRename: () => setRenaming(item),
                  onDetails: () => props.onDetails(item),
                  onRemove: () => void library.remove(item, shown[place - 1]?.id),
                }
              : {})}
          />
        )}
      </VirtualRows>
      <Suspense>
        {renaming && (
          <RenameDialog
            title={t('item.rename')}
            name={renaming.name}
            onRename={(name) => library.rename(renaming, name)}
            onClose={() => setRenaming(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
