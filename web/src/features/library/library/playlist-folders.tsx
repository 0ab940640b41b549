import type { Permission, Playlist } from '@matinee/contract/gen/api.ts';
import { ChevronRight, EllipsisVertical, FolderSync, ListVideo, Pencil, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../ui/buttons/menu.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { Picture } from '../../../ui/signs/picture.tsx';
import type { Library } from './use-library.ts';

const RenameDialog = lazily(() => import('../media-details/rename-dialog.tsx').then((module) => module.RenameDialog));

const PlaylistCoverField = lazily(() =>
  import('../media-details/playlist-cover.tsx').then((module) => module.PlaylistCoverField),
);

export interface PlaylistFoldersProps {
  readonly playlists: readonly Playlist[];
  readonly library: Library;
  readonly selfId: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly onOpen: (playlist: Playlist) => void;
}

/** The playlists inside the shown one, above its videos. [WL6] */
export function PlaylistFolders({ playlists, library, selfId, permissions, onOpen }: PlaylistFoldersProps) {
  const { t } = useTranslation('library');
  const [renamingId, setRenamingId] = useState<string>();
  // The playlist as it is now: its cover changes while the dialog is open.
  const renaming = playlists.find(({ id }) => id === renamingId);
  const [removing, setRemoving] = useState<Playlist>();
  return (
    <>
      <ul aria-label={t('folders.label')} className="grid gap-0.5 border-b border-border p-2">
        {playlists.map((playlist) => (
          <FolderRow
            key={playlist.id}
            playlist={playlist}
            mayChange={playlist.creator_id === selfId || permissions.has('delete_media')}
            onOpen={() => onOpen(playlist)}
            onRename={() => setRenamingId(playlist.id)}
            onRemove={() => setRemoving(playlist)}
          />
        ))}
      </ul>
      <Suspense>
        {renaming && (
          <RenameDialog
            title={t('folders.details')}
            name={renaming.name}
            onRename={(name) => library.renamePlaylist(renaming, name)}
            onClose={() => setRenamingId(undefined)}
          >
            <PlaylistCoverField playlist={renaming} />
          </RenameDialog>
        )}
      </Suspense>
      <ConfirmDialog
        title={t('folders.removeTitle', { name: removing?.name })}
        text={t('folders.removeText')}
        action={t('item.remove')}
        isOpen={removing !== undefined}
        onConfirm={() => {
          if (removing) library.removePlaylist(removing);
          setRemoving(undefined);
        }}
        onClose={() => setRemoving(undefined)}
      />
    </>
  );
}

interface FolderRowProps {
  readonly playlist: Playlist;
  /** True: the person may rename and remove it. */
  readonly mayChange: boolean;
  readonly onOpen: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function FolderRow({ playlist, mayChange, onOpen, onRename, onRemove }: FolderRowProps) {
  const { t } = useTranslation('library');
  return (
    <li data-playlist={playlist.id} className="flex min-w-0 items-center rounded-control hover:bg-surface-2">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-control px-2 text-start"
      >
        <Sign playlist={playlist} />
        <span className="sr-only">{t('folders.open')} </span>
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {playlist.name}
        </span>
        <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted rtl:-scale-x-100" />
      </button>
      {mayChange && (
        <Menu
          trigger={
            <IconButton
              label={t('item.menu', { name: playlist.name })}
              tooltip="end"
              icon={<EllipsisVertical size={18} aria-hidden="true" />}
            />
          }
          entries={[
            {
              kind: 'item',
              label: t('folders.details'),
              icon: <Pencil size={18} aria-hidden="true" />,
              onSelect: onRename,
            },
            {
              kind: 'item',
              label: t('item.remove'),
              icon: <Trash2 size={18} aria-hidden="true" />,
              danger: true,
              onSelect: onRemove,
            },
          ]}
        />
      )}
    </li>
  );
}

function Sign({ playlist: { target, cover } }: { readonly playlist: Playlist }) {
  const Icon = target === undefined ? ListVideo : FolderSync;
  const sign = <Icon size={20} aria-hidden="true" className="shrink-0 text-accent-text" />;
  if (!cover) return sign;
  return (
    <span className="relative grid aspect-video w-18 shrink-0 place-items-center overflow-hidden rounded-lg bg-surface-3">
      {sign}
      <Picture picture={cover} sizes="72px" />
    </span>
  );
}
