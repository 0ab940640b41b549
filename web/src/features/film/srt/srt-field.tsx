import type { CreateRoomSrtAddressResponse, GetRoomStreamInfoResponse, Media } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { Cable } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { FaultText } from '../../../ui/fields/fault-text.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { SrtSteps } from './srt-steps.tsx';

interface SrtFieldProps {
  readonly media: Media;
  readonly info: Pick<GetRoomStreamInfoResponse, 'key' | 'srt_fault'>;
  readonly onMade: () => void;
}

/** Makes an address for SRT, shows it once, and says what to do with it. [WSR1] */
export function SrtField({ media, info: { key, srt_fault: fault }, onMade }: SrtFieldProps) {
  const { t } = useTranslation('srt');
  const { api } = useSession();
  const { room } = useRoom();
  const errorText = useErrorText();
  const [made, setMade] = useState<CreateRoomSrtAddressResponse>();
  const making = useMutation({
    mutationFn: () =>
      api.call('RoomService.CreateRoomSrtAddress', { room_id: room.roomId, media_id: media.id, single_use: false }),
    onSuccess: (answer) => {
      setMade(answer);
      onMade();
    },
  });
  // The passphrase is the key of the item: with another one, the address is gone.
  const shown = made?.key?.created_at === key?.created_at ? made : undefined;
  return (
    <section className="grid gap-3" aria-label={t('title')}>
      <h3 className="font-medium">{t('title')}</h3>
      <p className="text-sm text-muted">{t('text')}</p>
      {fault !== undefined && <FaultText text={t(`faults.${fault}`)} />}
      {shown && (
        <div className="grid gap-2">
          <PasswordField
            label={t('address')}
            hint={t('once', { minutes: Math.round(shown.waits_seconds / 60) })}
            readOnly
            dir="ltr"
            value={shown.srt_url}
          />
          <div>
            <CopyButton kind="secondary" text={shown.srt_url} label={t('copy')} />
          </div>
        </div>
      )}
      <div className="grid gap-1">
        <div>
          <Button busy={making.isPending} icon={<Cable size={18} aria-hidden="true" />} onClick={() => making.mutate()}>
            {t(shown ? 'another' : 'make')}
          </Button>
        </div>
        {key && <p className="text-sm text-muted">{t('replaces')}</p>}
      </div>
      {making.isError && <FaultText text={errorText(making.error)} />}
      {shown && <SrtSteps name={media.name} made={shown} />}
    </section>
  );
}
