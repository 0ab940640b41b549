import type { Media, Permission } from '@matinee/contract/gen/api.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaylistItem } from './playlist-item.tsx';
import { inOrder } from './reorder.ts';
import type { Library } from './use-library.ts';
import { useReorder } from './use-reorder.ts';

const RenameDialog = lazy(() => import('./rename-dialog.tsx').then((module) => ({ default: module.RenameDialog })));

export interface PlaylistItemsProps {
  readonly media: readonly Media[];
  readonly currentId: string | undefined;
  readonly library: Library;
  readonly selfId: string;
  readonly permissions: ReadonlySet<Permission>;
}

export function PlaylistItems({ media, currentId, library, selfId, permissions }: PlaylistItemsProps) {
  const { t } = useTranslation('library');
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [renaming, setRenaming] = useState<Media>();
  const reorder = useReorder({
    ids: media.map(({ id }) => id),
    list,
    onMove: library.move,
    announce: (what, id, place) =>
      setAnnouncement(
        t(`reorder.${what}`, { name: media.find((item) => item.id === id)?.name, place, count: media.length }),
      ),
  });
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
      <ol ref={list} className="grid gap-0.5 p-2">
        {inOrder(media, reorder.ids).map((item) => (
          <PlaylistItem
            key={item.id}
            media={item}
            isCurrent={item.id === currentId}
            isHeld={reorder.heldId === item.id}
            {...(permissions.has('reorder_media') && media.length > 1 ? { reorder } : {})}
            {...(mayNavigate ? { onPlay: () => library.play(item.id) } : {})}
            {...(isOwn(item) || permissions.has('delete_media')
              ? { onRename: () => setRenaming(item), onRemove: () => library.remove(item) }
              : {})}
          />
        ))}
      </ol>
      <Suspense>
        {renaming && (
          <RenameDialog
            name={renaming.name}
            onRename={(name) => library.rename(renaming, name)}
            onClose={() => setRenaming(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
