import type { AutoPlayMode, Permission } from '@matinee/contract/gen/api.ts';
import { ListVideo, SkipBack, SkipForward, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaybackState, usePlaylistItems } from '../../client/hooks.ts';
import type { RoomConnection } from '../../client/room.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AddField } from './add-field.tsx';
import { AutoPlay } from './auto-play.tsx';
import { PlaylistItems } from './playlist-items.tsx';
import type { Library } from './use-library.ts';

export interface PlaylistPanelProps {
  readonly roomId: string;
  readonly room: RoomConnection;
  readonly library: Library;
  readonly selfId: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly autoPlay: AutoPlayMode;
}

export function PlaylistPanel({ roomId, room, library, selfId, permissions, autoPlay }: PlaylistPanelProps) {
  const { t } = useTranslation('library');
  const items = usePlaylistItems(room);
  const currentId = usePlaybackState(room)?.media_id;
  const [isClearing, setClearing] = useState(false);
  const mayAdd = permissions.has('manage_own_media');
  const mayNavigate = permissions.has('navigate_playback');
  const media = items?.media ?? [];
  if (!permissions.has('browse_library')) return <p className="p-6 text-center text-muted">{t('hidden')}</p>;
  return (
    <section aria-label={t('title')} className="flex min-h-0 flex-1 flex-col">
      <div className="grid shrink-0 gap-1 border-b border-border px-3 py-3">
        {mayAdd && <AddField isBusy={library.isAdding} onAdd={(links) => library.add(links, false)} />}
        {media.length > 0 && (
          <div className="flex items-center gap-1">
            <p className="me-auto px-1 text-sm text-muted">{t('count', { count: items?.total ?? media.length })}</p>
            {mayNavigate && (
              <>
                <IconButton
                  label={t('previous')}
                  icon={<SkipBack size={18} aria-hidden="true" className="rtl:-scale-x-100" />}
                  onClick={() => library.previous(currentId)}
                />
                <IconButton
                  label={t('next')}
                  icon={<SkipForward size={18} aria-hidden="true" className="rtl:-scale-x-100" />}
                  onClick={() => library.next(currentId)}
                />
              </>
            )}
            <AutoPlay roomId={roomId} mode={autoPlay} mayChange={permissions.has('manage_room_settings')} />
            {permissions.has('clear_media') && (
              <IconButton
                label={t('clear.action')}
                tooltip="end"
                icon={<Trash2 size={18} aria-hidden="true" />}
                onClick={() => setClearing(true)}
              />
            )}
          </div>
        )}
      </div>
      <ScrollRegion label={t('items')}>
        {!items && <LoadingItems label={t('loading')} />}
        {items && media.length === 0 && (
          <EmptyState
            icon={<ListVideo aria-hidden="true" />}
            title={t('empty')}
            text={t(mayAdd ? 'emptyText' : 'emptyReadOnly')}
          />
        )}
        {media.length > 0 && (
          <PlaylistItems
            media={media}
            currentId={currentId}
            library={library}
            selfId={selfId}
            permissions={permissions}
          />
        )}
        {items && items.total > media.length && (
          <p className="px-4 pb-4 text-sm text-muted">{t('more', { count: items.total - media.length })}</p>
        )}
      </ScrollRegion>
      <ConfirmDialog
        title={t('clear.title')}
        text={t('clear.text', { count: items?.total ?? 0 })}
        action={t('clear.action')}
        isOpen={isClearing}
        onConfirm={() => {
          library.clear();
          setClearing(false);
        }}
        onClose={() => setClearing(false)}
      />
    </section>
  );
}

function LoadingItems({ label }: { readonly label: string }) {
  return (
    <div role="status" className="grid gap-3 p-4">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}
