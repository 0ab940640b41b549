import { useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { addOwnCopy } from '../own-copy/add-own-copy.ts';
import { type ChosenFile, chooseFile } from '../own-copy/choose-file.ts';
import { keepHandle } from '../own-copy/handles.ts';
import { readOwnCopy } from '../own-copy/read-file.ts';
import { useFileFault } from '../own-copy/use-file-fault.ts';
import { holdFile } from './local-files.ts';

interface MemberFileDialogProps {
  /** A file that was dropped on the room; undefined: the person chooses one. */
  readonly dropped?: ChosenFile;
  readonly onClose: () => void;
}

/** Adds a film from this person's disk for the whole room, or one that everybody has. [WMF1] */
export function MemberFileDialog({ dropped, onClose }: MemberFileDialogProps) {
  const { t } = useTranslation('member-files');
  const { room } = useRoom();
  const fileFault = useFileFault();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function addForAll({ file, handle }: ChosenFile): Promise<void> {
    const member_file = await readOwnCopy(file);
    const request = { room_id: room.roomId, name: '', source: { member_file } };
    const { media } = await room.api.call('RoomService.AddMedia', request);
    if (handle) await keepHandle(member_file, handle);
    if (media) holdFile(media.id, { roomId: room.roomId, file, source: member_file });
  }
  async function run(add: (chosen: ChosenFile) => Promise<void>): Promise<void> {
    const chosen = dropped ?? (await chooseFile());
    if (chosen === undefined) return;
    setBusy(true);
    setFault(undefined);
    try {
      await add(chosen);
      showToast(t(add === addForAll ? 'dialog.added' : 'dialog.addedCopy', { name: chosen.file.name }));
      onClose();
    } catch (error) {
      setFault(fileFault(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title={dropped ? t('dialog.dropped') : t('menu')} isOpen onClose={onClose}>
      <div className="grid gap-4 wrap-anywhere">
        {dropped && <p className="font-semibold">{dropped.file.name}</p>}
        <p>{t('dialog.text')}</p>
        <p className="text-sm text-muted">{t('dialog.stay')}</p>
        {fault && (
          <p role="alert" className="rounded-control bg-danger-soft p-3 text-sm text-danger">
            {fault}
          </p>
        )}
        <Button kind="primary" busy={isBusy} data-autofocus onClick={() => void run(addForAll)}>
          {t(dropped ? 'menu' : 'choose')}
        </Button>
        {dropped && (
          <Button disabled={isBusy} onClick={() => void run((chosen) => addOwnCopy(room, chosen))}>
            {t('dialog.copy')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
