import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import type { Opening } from './open-room.ts';

const load = () => import('./open-room.ts');

/** Starts to load the code that opens a room, before the button is pressed. */
export function preloadOpening(): void {
  void load();
}

/**
 * Opens rooms and goes to them. The first press loads the code. Calls `onAsk` where the server needs answers first.
 * [WR13]
 */
export function useQuickRoom(onAsk: () => void) {
  const { t } = useTranslation('rooms');
  const session = useSession();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const open = async (wanted: Opening) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const { findPlace } = await load();
      const place = await findPlace({ t, session, errorText }, wanted);
      if (place === 'ask') onAsk();
      else if (place === 'unknown') setError(t('join.bad'));
      else await navigate(place);
    } catch (cause) {
      setError(errorText(cause as Error));
    } finally {
      setBusy(false);
    }
  };
  return { open: (wanted: Opening) => void open(wanted), forget: () => setError(undefined), isBusy, error };
}
