import type { Room } from '@matinee/contract/gen/api.ts';
import { KeyRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { HeirForm } from './heir-form.tsx';

interface TransferProps {
  readonly room: Room;
  readonly onDone: () => void;
}

/** For the creator: gives the room to another member. Only this component waits for its texts. [WOW1] */
export function TransferRoom(props: TransferProps) {
  return (
    <Suspense>
      <Transfer {...props} />
    </Suspense>
  );
}

function Transfer({ room, onDone }: TransferProps) {
  const { t } = useTranslation('room-ownership');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-4 border-t border-border pt-6">
      <p className="text-sm text-muted">{t('lead')}</p>
      <Button icon={<KeyRound size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <Dialog title={t('title')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <HeirForm room={room} onDone={onDone} />
      </Dialog>
    </div>
  );
}
