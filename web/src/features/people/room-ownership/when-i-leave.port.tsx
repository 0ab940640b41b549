import type { Room, RoomSuccession } from '@matinee/contract/gen/api.ts';
import { LogOut } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { useSuccession } from './succession.ts';
import { SuccessionForm } from './succession-form.tsx';

interface WhenILeaveProps {
  readonly room: Room;
}

/** For the creator: who gets the room when they leave. Only this component waits for its texts. [WOW3] */
export function WhenILeave(props: WhenILeaveProps) {
  return (
    <Suspense>
      <Section {...props} />
    </Suspense>
  );
}

function Section({ room }: WhenILeaveProps) {
  const { t } = useTranslation('room-ownership');
  const [isOpen, setOpen] = useState(false);
  const { data } = useSuccession(room.id);
  const close = () => setOpen(false);
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-4 border-t border-border pt-6">
      <p className="flex-1 basis-56 text-sm text-muted">
        {t(leadOf(data?.succession), { name: data?.succession?.next?.display_name })}
      </p>
      <Button icon={<LogOut size={18} aria-hidden="true" className="rtl:-scale-x-100" />} onClick={() => setOpen(true)}>
        {t('after.open')}
      </Button>
      <Dialog title={t('after.open')} isOpen={isOpen} onClose={close}>
        {data && <SuccessionForm room={room} before={data.succession} onDone={close} />}
      </Dialog>
    </div>
  );
}

function leadOf(succession: RoomSuccession | undefined) {
  if (!succession) return 'after.lead';
  return succession.next ? 'after.leadNext' : 'after.leadNobody';
}
