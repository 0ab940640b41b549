import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useEffect } from 'react';
import { ApiError } from '../../../client/calls/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { Waiting } from './waiting.ts';

/** Interval at which the page checks for the approval (ms). */
const askEveryMs = 10_000;

interface WaitingRoomProps {
  readonly waiting: Waiting;
  /** The wait is over: an administrator approved the name, or the person gave up. */
  readonly onEnd: () => void;
}

/** Waits until an administrator approves the name, and then signs in. [WI3] */
export function WaitingRoom({ waiting, onEnd }: WaitingRoomProps) {
  const { t } = useTranslation('instant-accounts');
  const { api, signIn } = useSession();
  const { data: tokens } = useQuery({
    queryKey: ['waiting-newcomer', waiting.refreshToken],
    queryFn: async () => {
      try {
        return await api.call('AuthService.RefreshToken', { refreshToken: waiting.refreshToken });
      } catch (error) {
        // Not approved yet, or rejected: the server does not say which.
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.data ? false : askEveryMs),
    refetchIntervalInBackground: true,
  });
  useEffect(() => {
    if (!tokens) return;
    onEnd();
    signIn({ ...tokens, isInstant: true });
  }, [tokens, onEnd, signIn]);
  return (
    <div className="grid justify-items-center gap-3">
      <Hourglass size={28} aria-hidden="true" className="text-accent-text" />
      <p role="status" className="text-balance">
        {t('waiting', { name: waiting.name })}
      </p>
      <Button kind="quiet" onClick={onEnd}>
        {t('otherName')}
      </Button>
    </div>
  );
}
