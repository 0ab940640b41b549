import { MessageSquareText } from 'lucide-react';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { setChatOnly } from '../chat-only.ts';

/** Explains what it means to leave out the film, and does it. [SY73] */
export function ChatOnlyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('playback');
  const { room } = useRoom();
  const leaveOut = () => {
    setChatOnly(room.roomId, true);
    onClose();
  };
  return (
    <Dialog title={t('otherScreen.title')} description={t('otherScreen.text')} isOpen onClose={onClose}>
      <Button kind="primary" icon={<MessageSquareText size={18} aria-hidden="true" />} onClick={leaveOut}>
        {t('otherScreen.action')}
      </Button>
    </Dialog>
  );
}
