import { Eye, EyeOff, Mic, MicOff, Square } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { changeSending, type Sending, stopSending } from './sending.ts';

/** What this page sends, and what the person can do about it. [WWH2] */
export function LiveControls({ sending }: { readonly sending: Sending }) {
  const { t } = useTranslation('whip');
  const { state, isMuted, isHidden, capture } = sending;
  const [Microphone, Picture] = [isMuted ? MicOff : Mic, isHidden ? EyeOff : Eye];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span role="status" className="me-auto">
        <Chip tone={state === 'on_air' ? 'good' : 'plain'}>{t(`states.${state}`)}</Chip>
      </span>
      {capture.microphone && (
        <IconButton
          label={t(isMuted ? 'unmute' : 'mute')}
          icon={<Microphone size={18} aria-hidden="true" />}
          onClick={() => changeSending({ isMuted: !isMuted })}
        />
      )}
      <IconButton
        label={t(isHidden ? 'show' : 'hide')}
        icon={<Picture size={18} aria-hidden="true" />}
        onClick={() => changeSending({ isHidden: !isHidden })}
      />
      <Button kind="danger" icon={<Square size={16} aria-hidden="true" />} onClick={stopSending}>
        {t('stop')}
      </Button>
    </div>
  );
}
