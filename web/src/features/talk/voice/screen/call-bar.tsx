import { PhoneOff } from 'lucide-react';
import { useStore } from '../../../../client/room/hooks.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { Spinner } from '../../../../ui/signs/spinner.tsx';
import type { VoiceEngine } from '../engine/engine.ts';
import { useParticipants } from '../voice-scope.tsx';
import { MicrophoneButton } from './microphone-button.tsx';
import { Person } from './person.tsx';
import { SettingsButton } from './settings-button.tsx';

/** The call bar of a person in voice: people, notices and controls. */
export function CallBar({ engine }: { readonly engine: VoiceEngine }) {
  const { t } = useTranslation('voice');
  const { call } = engine;
  const { is } = useStore(call.state);
  const participants = useParticipants();
  return (
    <div className="flex min-h-13 items-center gap-1 ps-2 pe-1">
      {is === 'in' ? (
        <ul aria-label={t('people')} className="flex min-w-0 flex-1 items-center overflow-x-auto">
          {participants.map((participant) => (
            <Person key={participant.peer} engine={engine} participant={participant} />
          ))}
        </ul>
      ) : (
        <p role="status" className="flex min-w-0 flex-1 items-center gap-2 px-1 text-sm text-muted">
          <Spinner />
          <span className="truncate">{t(is === 'joining' ? 'joining' : 'reconnecting')}</span>
        </p>
      )}
      <MicrophoneButton talking={call.talking} />
      <SettingsButton talking={call.talking} />
      <IconButton
        label={t('leave')}
        tooltip="end"
        className="text-danger!"
        icon={<PhoneOff size={20} aria-hidden="true" />}
        onClick={() => call.leave()}
      />
    </div>
  );
}
