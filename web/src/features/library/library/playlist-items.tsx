import type { Media, Permission } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { VirtualRows } from '../../../ui/lists/virtual-rows.tsx';
import { mediaId } from './loaded-playlist.ts';
import { inOrder } from './order/reorder.ts';
import { type Reorder, useReorder } from './order/use-reorder.ts';
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
  /** The element that scrolls the list. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly library: Library;
  readonly onDetails: (media: Media) => void;
  readonly selfId: string;
  readonly permissions: ReadonlySet<Permission>;
  /** True: the details of an item also help people who may not edit it. */
  readonly areDetailsRead: boolean | undefined;
}

export function PlaylistItems(props: PlaylistItemsProps) {
  const { total, currentId, scroller, library } = props;
  const { t } = useTranslation('library');
  const [renaming, setRenaming] = useState<Media>();
  const { list, announcement, reorder, shown } = useItemOrder(props);
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
            {...offersOf(item, shown[place - 1], { ...props, reorder, onRename: setRenaming })}
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

/** The items in the shown order, and the announcements of moves. */
function useItemOrder({ media, total, scroller, library }: PlaylistItemsProps) {
  const { t } = useTranslation('library');
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const reorder = useReorder({
    ids: useMemo(() => media.map(mediaId), [media]),
    list,
    scroller,
    onMove: library.move,
    announce: (what, id, place) =>
      setAnnouncement(
        t(`reorder.${what}`, {
          name: shownTitle(media.find((item) => item.id === id)?.name ?? ''),
          place,
          count: total,
        }),
      ),
  });
  const shown = useMemo(() => inOrder(media, reorder.ids), [media, reorder.ids]);
  return { list, announcement, reorder, shown };
}

interface OfferParts extends PlaylistItemsProps {
  readonly reorder: Reorder;
  readonly onRename: (item: Media) => void;
}

/** The actions that the person may perform on an item. `above` is the item over it. */
function offersOf(item: Media, above: Media | undefined, parts: OfferParts) {
  const { media, targets, library, selfId, permissions } = parts;
  const mayReorder = permissions.has('reorder_media');
  const mayChange = item.creator_id === selfId || permissions.has('delete_media');
  return {
    ...(mayReorder && media.length > 1 ? { reorder: parts.reorder } : {}),
    ...(mayReorder ? { targets, onMoveTo: ({ id, name }: MoveTarget) => library.moveTo(item, id, name) } : {}),
    ...(permissions.has('navigate_playback') ? { onPlay: () => library.play(item.id) } : {}),
    ...(mayChange || parts.areDetailsRead ? { onDetails: () => parts.onDetails(item) } : {}),
    ...(mayChange
      ? {
          onRename: () => parts.onRename(item),
          onRemove: () => void library.remove(item, above?.id),
        }
      : {}),
  };
}
