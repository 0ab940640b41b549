import { UserCheck } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { PlayerButton } from '../playback/player-button.tsx';
import { useMayAsk, useReadyActions } from './use-ready-check.ts';

/** Asks everybody whether they are ready. It stands beside the button that starts the film. [WRY1] */
export function ReadyButton() {
  const { t } = useTranslation('ready-checks');
  const mayAsk = useMayAsk();
  const { ask } = useReadyActions();
  if (!mayAsk) return null;
  return (
    <PlayerButton
      label={t('begin')}
      keys="Y"
      aria-busy={ask.isPending}
      icon={<UserCheck size={20} aria-hidden="true" />}
      onClick={() => !ask.isPending && ask.mutate()}
    />
  );
}
