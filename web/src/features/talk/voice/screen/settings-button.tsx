import { Settings2 } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { lazily } from '../../../../ui/lazily.tsx';
import { Popup } from '../../../film/playback/popup.port.tsx';
import type { Talking } from '../engine/talking.ts';

const load = () => import('./settings.tsx');
const VoiceSettings = lazily(() => load().then((module) => module.VoiceSettings));

/** Opens the choices of this device for voice. */
export function SettingsButton({ talking }: { readonly talking?: Talking }) {
  const { t } = useTranslation('voice');
  return (
    <Popup
      label={t('settings.title')}
      isBelow
      load={load}
      button={(opener) => (
        <IconButton
          {...opener}
          label={t('settings.title')}
          tooltip="end"
          icon={<Settings2 size={20} aria-hidden="true" />}
        />
      )}
    >
      <VoiceSettings talking={talking} />
    </Popup>
  );
}
