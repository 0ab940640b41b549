import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { ScrollRegion } from '../../../ui/lists/scroll-region.tsx';
import { Diagnosis } from './diagnosis.port.tsx';

/** The diagnosis of the room around it. */
export function DiagnosisDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('diagnosis');
  const { room } = useRoom();
  return (
    <Dialog title={t('title')} description={t('about')} isOpen isLarge onClose={onClose}>
      <ScrollRegion label={t('title')} className="px-5 pt-2 pb-6 sm:px-6">
        <Diagnosis call="RoomService.DiagnoseRoom" roomId={room.roomId} />
      </ScrollRegion>
    </Dialog>
  );
}
