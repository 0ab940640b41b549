import { Settings2 } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { Popup } from '../popup.port.tsx';
import type { SettingsChoicesProps } from './settings-choices.tsx';

const load = () => import('./settings-choices.tsx');
const SettingsChoices = lazily(() => load().then((module) => module.SettingsChoices));

/** The button that opens the choices of speed, picture, sound and subtitles. */
export function SettingsMenu(props: SettingsChoicesProps) {
  const { t } = useTranslation('playback');
  return (
    <Popup
      label={t('settings')}
      load={load}
      button={{ align: 'end', icon: <Settings2 size={20} aria-hidden="true" /> }}
    >
      <SettingsChoices {...props} />
    </Popup>
  );
}
