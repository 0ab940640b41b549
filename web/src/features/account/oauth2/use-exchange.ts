import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { type Pending, takePending } from './pending.ts';
import { readReturned } from './provider-return.ts';

/** The result of a sign-in elsewhere. */
export type Outcome =
  | { readonly kind: 'done'; readonly returnTo: string }
  | { readonly kind: 'review' }
  /** This tab did not begin the sign-in, or began another one. */
  | { readonly kind: 'foreign'; readonly pending?: undefined }
  /** The person declined at the provider. */
  | { readonly kind: 'cancelled'; readonly name: string; readonly pending: Pending }
  /** The provider refused; `error` is its code for the reason (RFC 6749, section 4.1.2.1). */
  | { readonly kind: 'refused'; readonly name: string; readonly error: string; readonly pending: Pending }
  | { readonly kind: 'failed'; readonly error: unknown; readonly pending: Pending };

/** Finishes the sign-in that `useBegin` began, with the provider's answer. */
export function useExchange(): (returned: URLSearchParams) => Promise<Outcome> {
  const { t } = useTranslation('oauth2');
  const { api, signIn } = useSession();
  const queryClient = useQueryClient();
  return useCallback(
    async (returned) => {
      const read = readReturned(returned, takePending(returned.get('state') ?? ''));
      if (read.kind === 'foreign') return read;
      const { pending } = read;
      const { isLinking, returnTo, name } = pending;
      if (read.kind !== 'granted') return { ...read, name };
      try {
        const call = 'OAuth2Service.ExchangeAuthorizationCode';
        const answer = await api.call(call, read.exchange, { isAnonymous: !isLinking });
        if (answer.registrationReviewRequired) return { kind: 'review' };
        if (isLinking) {
          showToast(t('linked', { name }));
          void queryClient.invalidateQueries();
        } else signIn(answer);
        return { kind: 'done', returnTo };
      } catch (failure) {
        return { kind: 'failed', error: failure, pending };
      }
    },
    [api, signIn, queryClient, t],
  );
}
