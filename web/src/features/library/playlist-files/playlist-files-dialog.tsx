import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { LoadPart } from './load-part.tsx';
import { SavePart } from './save-part.tsx';

/** Takes the playlist out as a file, and a file into the playlist. [WPF1] [WPF3] */
export function PlaylistFilesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('playlist-files');
  const { self } = useRoom();
  return (
    <Dialog title={t('title')} isOpen onClose={onClose}>
      <div className="grid gap-6">
        <SavePart />
        {self.permissions.has('manage_own_media') && <LoadPart onDone={onClose} />}
      </div>
    </Dialog>
  );
}
