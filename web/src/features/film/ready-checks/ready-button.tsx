import { UserCheck, UserX } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { PlayerButton } from '../playback/player-button.tsx';
import { useMayAsk, useReadyActions, useReadyCheck } from './use-ready-check.ts';

/**
 * Asks everybody whether they are ready, or calls it off. It stands beside the button that starts the film. It is the
 * same button for both, so that it keeps the focus. [WRY1]
 */
export function ReadyButton() {
  const { t } = useTranslation('ready-checks');
  const mayAsk = useMayAsk();
  const isRunning = useReadyCheck() !== undefined;
  const { ask, end } = useReadyActions();
  if (!mayAsk) return null;
  const isBusy = ask.isPending || end.isPending;
  const Icon = isRunning ? UserX : UserCheck;
  const act = () => (isRunning ? end.mutate() : ask.mutate());
  return (
    <PlayerButton
      label={t(isRunning ? 'stop' : 'begin')}
      {...(isRunning ? {} : { keys: 'Y' })}
      aria-busy={isBusy}
      icon={<Icon size={20} aria-hidden="true" />}
      onClick={() => !isBusy && act()}
    />
  );
}
