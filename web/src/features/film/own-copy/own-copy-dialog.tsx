import { useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { addOwnCopy } from './add-own-copy.ts';
import { chooseFile } from './choose-file.ts';
import { useFileFault } from './use-file-fault.ts';

/** Adds a film that each person in the room has on their own disk. Nothing is uploaded. [WOC1] */
export function OwnCopyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('own-copy');
  const { room } = useRoom();
  const fileFault = useFileFault();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function choose(): Promise<void> {
    const chosen = await chooseFile();
    if (chosen === undefined) return;
    setBusy(true);
    setFault(undefined);
    try {
      await addOwnCopy(room, chosen);
      showToast(t('dialog.added', { name: chosen.file.name }));
      onClose();
    } catch (error) {
      setFault(fileFault(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('dialog.title')} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <p>{t('dialog.text')}</p>
        <p className="text-sm text-muted">{t('dialog.private')}</p>
        {fault && (
          <p role="alert" className="rounded-control bg-danger-soft p-3 text-sm text-danger">
            {fault}
          </p>
        )}
        <Button kind="primary" busy={isBusy} data-autofocus onClick={() => void choose()}>
          {t('card.choose')}
        </Button>
      </div>
    </Dialog>
  );
}
