import { useTranslation } from '../../../../texts/use-translation.ts';
import { Select } from '../../../../ui/fields/select.tsx';
import { Switch } from '../../../../ui/fields/switch.tsx';
import { type StoredChoice, useStoredChoice } from '../../../../ui/stored-choice.ts';
import { useDevices } from '../../../../ui/use-devices.ts';
import { Choice } from '../../../film/playback/choice.port.tsx';
import {
  type Ducking,
  duckings,
  echoCancellation,
  filmDucking,
  microphoneId,
  noiseSuppression,
  speakerId,
  talkMode,
  tones,
} from '../choices.ts';
import type { Talking } from '../engine/talking.ts';
import { MicrophoneTest } from './microphone-test.tsx';
import { TalkKey } from './talk-key-field.tsx';

/** The choices of this device for voice. [WVO14] */
export function VoiceSettings({ talking }: { readonly talking: Talking | undefined }) {
  const { t } = useTranslation('voice');
  const mode = useStoredChoice(talkMode);
  const ducking = useStoredChoice(filmDucking);
  const canChooseSpeaker = 'setSinkId' in HTMLMediaElement.prototype;
  return (
    <div className="grid gap-4">
      <h2 className="text-base font-semibold">{t('settings.title')}</h2>
      <Device choice={microphoneId} label={t('settings.microphone')} kind="audioinput" />
      <MicrophoneTest talking={talking} />
      {canChooseSpeaker && <Device choice={speakerId} label={t('settings.speaker')} kind="audiooutput" />}
      <Choice
        label={t('settings.mode')}
        value={mode}
        options={[
          ['open', t('settings.open')],
          ['push', t('settings.push')],
        ]}
        onChange={(next) => talkMode.set(next === 'push' ? 'push' : 'open')}
      />
      {mode === 'push' && <TalkKey />}
      <Choice
        label={t('settings.ducking')}
        value={ducking}
        options={duckings.map((choice) => [choice, t(`settings.duckings.${choice}`)])}
        onChange={(next) => filmDucking.set(next as Ducking)}
      />
      <OnOff choice={noiseSuppression} label={t('settings.noise')} />
      <OnOff choice={echoCancellation} label={t('settings.echo')} hint={t('settings.echoHint')} />
      <OnOff choice={tones} label={t('settings.tones')} />
    </div>
  );
}

interface DeviceProps {
  readonly choice: StoredChoice<string>;
  readonly label: string;
  readonly kind: 'audioinput' | 'audiooutput';
}

function Device({ choice, label, kind }: DeviceProps) {
  const { t } = useTranslation('voice');
  const value = useStoredChoice(choice);
  // Browsers name devices only to pages that may use the microphone.
  const named = useDevices(kind).filter((device) => device.label !== '' && device.deviceId !== 'default');
  const isThere = named.some(({ deviceId }) => deviceId === value);
  return (
    <Select
      label={label}
      value={isThere ? value : ''}
      options={[
        { value: '', label: t('settings.usual') },
        ...named.map((device) => ({ value: device.deviceId, label: device.label })),
      ]}
      onChange={choice.set}
    />
  );
}

interface OnOffProps {
  readonly choice: StoredChoice<'on' | 'off'>;
  readonly label: string;
  readonly hint?: string;
}

function OnOff({ choice, label, hint }: OnOffProps) {
  const isOn = useStoredChoice(choice) === 'on';
  return <Switch label={label} hint={hint} checked={isOn} onChange={(next) => choice.set(next ? 'on' : 'off')} />;
}
