import { Stethoscope } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Diagnosis } from '../../film/diagnosis/diagnosis.port.tsx';

/** The state of the room's viewers. Queries all server processes, so only when an administrator opens it. [WDG6] */
export function RoomDiagnosis({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation('admin-rooms');
  const [isShown, setShown] = useState(false);
  return (
    <section aria-labelledby="room-diagnosis">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 id="room-diagnosis" className="font-semibold">
          {t('diagnosis.title')}
        </h3>
        {!isShown && (
          <Button kind="quiet" icon={<Stethoscope size={18} aria-hidden="true" />} onClick={() => setShown(true)}>
            {t('diagnosis.show')}
          </Button>
        )}
      </div>
      {isShown && <Diagnosis call="AdminService.DiagnoseRoom" roomId={roomId} />}
    </section>
  );
}
