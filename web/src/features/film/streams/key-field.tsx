import type { CreateRoomPublishKeyResponse, Media, PublishKey } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { FaultText } from '../../../ui/fields/fault-text.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { SendingSteps } from './sending-steps.tsx';

const lives = ['always', 'once', 'day'] as const;
type Life = (typeof lives)[number];

/** The request for each choice. */
const asked: Readonly<Record<Life, { readonly single_use: boolean; readonly expires_in_seconds?: number }>> = {
  always: { single_use: false },
  once: { single_use: true },
  day: { single_use: false, expires_in_seconds: 86_400 },
};

interface KeyFieldProps {
  readonly media: Media;
  /** Where to send the stream over RTMP; empty: that is switched off. */
  readonly address: string;
  /** Where to send it by WHIP; empty: that is switched off. */
  readonly whipAddress: string;
  /** The current key. Only the person who made it has seen it. */
  readonly known: PublishKey | undefined;
  readonly onMade: () => void;
}

/** Makes a key, shows it once, and says what to do with it. [WLS3] */
export function KeyField({ media, address, whipAddress, known, onMade }: KeyFieldProps) {
  const { t } = useTranslation('streams');
  const { api } = useSession();
  const { room } = useRoom();
  const errorText = useErrorText();
  const [life, setLife] = useState<Life>('always');
  const [made, setMade] = useState<CreateRoomPublishKeyResponse>();
  const making = useMutation({
    mutationFn: () =>
      api.call('RoomService.CreateRoomPublishKey', { room_id: room.roomId, media_id: media.id, ...asked[life] }),
    onSuccess: (answer) => {
      setMade(answer);
      onMade();
    },
  });
  // A key that was used up, replaced or revoked is no longer shown.
  const shown = made?.key?.created_at === known?.created_at ? made?.publish_key : undefined;
  return (
    <div className="grid gap-3">
      {shown !== undefined ? (
        <div className="grid gap-2">
          <PasswordField label={t('key.label')} hint={t('key.once')} readOnly value={shown} />
          <div>
            <CopyButton kind="secondary" text={shown} label={t('key.copy')} />
          </div>
        </div>
      ) : (
        <KnownKey known={known} />
      )}
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Select
          label={t('key.life')}
          value={life}
          options={lives.map((value) => ({ value, label: t(`key.lives.${value}`) }))}
          onChange={setLife}
        />
        <Button
          kind={known ? 'secondary' : 'primary'}
          busy={making.isPending}
          icon={<KeyRound size={18} aria-hidden="true" />}
          onClick={() => making.mutate()}
        >
          {t(known ? 'key.another' : 'key.make')}
        </Button>
      </div>
      {making.isError && <FaultText text={errorText(making.error)} />}
      <SendingSteps name={media.name} address={address} whipAddress={whipAddress} streamKey={shown} />
    </div>
  );
}

function KnownKey({ known }: { readonly known: PublishKey | undefined }) {
  const { t } = useTranslation('streams');
  if (known === undefined) return <p className="text-sm text-muted">{t('key.none')}</p>;
  return (
    <p className="text-sm text-muted">
      {known.created_at && (
        <>
          {t('key.known')} <Moment at={known.created_at} />.{' '}
        </>
      )}
      {t(known.single_use ? 'key.knownOnce' : 'key.knownText')}
    </p>
  );
}
