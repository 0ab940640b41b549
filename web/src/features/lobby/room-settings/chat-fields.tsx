import { useTranslation } from '../../../texts/use-translation.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import type { FieldsProps } from './film-fields.tsx';
import { NumberChoice } from './number-choice.tsx';

const slowModes = [0, 5, 10, 30, 60, 300];

/** Whether people may write, how often, and whether they may talk. [WR27] */
export function ChatFields({ settings, onChange }: FieldsProps) {
  const { t } = useTranslation('room-settings');
  const isOn = settings.chat_enabled ?? true;
  return (
    <>
      <Switch
        label={t('chat')}
        hint={t('chatHint')}
        checked={isOn}
        onChange={(chat_enabled) => onChange({ chat_enabled })}
      />
      {isOn && (
        <NumberChoice
          label={t('slowMode')}
          hint={t('slowModeHint')}
          value={settings.slow_mode_seconds ?? 0}
          choices={slowModes}
          nameOf={(count) => (count === 0 ? t('slowModeOff') : t('slowModeSeconds', { count }))}
          onChange={(slow_mode_seconds) => onChange({ slow_mode_seconds })}
        />
      )}
      {isOn && (
        <Switch
          label={t('quiet')}
          hint={t('quietHint')}
          checked={settings.quiet_while_playing ?? false}
          onChange={(quiet_while_playing) => onChange({ quiet_while_playing })}
        />
      )}
      <Switch
        label={t('voice')}
        hint={t('voiceHint')}
        checked={settings.voice_enabled ?? true}
        onChange={(voice_enabled) => onChange({ voice_enabled })}
      />
    </>
  );
}
