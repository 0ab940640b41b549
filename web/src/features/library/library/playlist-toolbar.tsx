import type { AutoPlayMode, Permission } from '@matinee/contract/gen/api.ts';
import { ListPlus, Search, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { AutoPlay } from './up-next/auto-play.tsx';
import { Neighbours } from './up-next/neighbours.tsx';
import type { Library } from './use-library.ts';

const RenameDialog = lazily(() => import('../media-details/rename-dialog.tsx').then((module) => module.RenameDialog));

export interface PlaylistToolbarProps {
  readonly roomId: string;
  readonly library: Library;
  readonly permissions: ReadonlySet<Permission>;
  readonly autoPlay: AutoPlayMode;
  readonly delaySeconds: number;
  readonly currentId: string | undefined;
  /** Videos of the shown playlist. */
  readonly total: number;
  /** True while the person searches the list. */
  readonly isSearching: boolean;
  readonly onSearch: () => void;
}

/** Actions on a playlist as a whole. */
export function PlaylistToolbar(props: PlaylistToolbarProps) {
  const { roomId, library, permissions, autoPlay, currentId, total } = props;
  const { t } = useTranslation('library');
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="flex items-center gap-1">
      <p className="me-auto px-1 text-sm whitespace-nowrap text-muted">{t('count', { count: total })}</p>
      {permissions.has('navigate_playback') && (
        <Neighbours onNext={() => library.next(currentId)} onPrevious={() => library.previous(currentId)} />
      )}
      {total > 1 && (
        <IconButton
          label={t('listing.open')}
          aria-pressed={props.isSearching}
          icon={<Search size={18} aria-hidden="true" />}
          onClick={props.onSearch}
        />
      )}
      <AutoPlay
        roomId={roomId}
        mode={autoPlay}
        delaySeconds={props.delaySeconds}
        mayChange={permissions.has('manage_room_settings')}
      />
      {permissions.has('manage_own_media') && (
        <IconButton
          label={t('folders.add')}
          tooltip="end"
          icon={<ListPlus size={18} aria-hidden="true" />}
          onClick={() => setAdding(true)}
        />
      )}
      <ClearPlaylist
        isOffered={permissions.has('clear_media') && total > 0}
        total={total}
        onClear={() => library.clear()}
      />
      <Suspense>
        {isAdding && (
          <RenameDialog
            title={t('folders.add')}
            name=""
            onRename={library.addPlaylist}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

interface ClearPlaylistProps {
  readonly isOffered: boolean;
  readonly total: number;
  readonly onClear: () => void;
}

/** The button that removes all videos. It asks first. */
function ClearPlaylist({ isOffered, total, onClear }: ClearPlaylistProps) {
  const { t } = useTranslation('library');
  const [isClearing, setClearing] = useState(false);
  return (
    <>
      {isOffered && (
        <IconButton
          label={t('clear.action')}
          tooltip="end"
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => setClearing(true)}
        />
      )}
      <ConfirmDialog
        title={t('clear.title')}
        text={t('clear.text', { count: total })}
        action={t('clear.action')}
        isOpen={isClearing}
        onConfirm={() => {
          onClear();
          setClearing(false);
        }}
        onClose={() => setClearing(false)}
      />
    </>
  );
}
