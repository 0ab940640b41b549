import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.tsx';
import { showToast } from '../../ui/toast.tsx';
import { type Pending, takePending } from './pending.ts';

/** What came of a sign-in elsewhere. */
export type Outcome =
  | { readonly kind: 'done'; readonly returnTo: string }
  | { readonly kind: 'review' }
  /** The tab did not begin it, or not this one. */
  | { readonly kind: 'foreign'; readonly pending?: undefined }
  /** The person said no at the provider. */
  | { readonly kind: 'cancelled'; readonly name: string; readonly pending: Pending }
  /** The provider said no; `error` is its word for it (RFC 6749, section 4.1.2.1). */
  | { readonly kind: 'refused'; readonly name: string; readonly error: string; readonly pending: Pending }
  | { readonly kind: 'failed'; readonly error: unknown; readonly pending: Pending };

/** Ends what `useBegin` began, with the query that the browser came back with. */
export function useExchange(): (query: URLSearchParams) => Promise<Outcome> {
  const { t } = useTranslation('oauth2');
  const { api, signIn } = useSession();
  const queryClient = useQueryClient();
  return useCallback(
    async (query) => {
      const pending = takePending(query.get('state') ?? '');
      if (!pending) return { kind: 'foreign' };
      const { provider, state, isLinking, returnTo, name } = pending;
      const error = query.get('error');
      if (error === 'access_denied') return { kind: 'cancelled', name, pending };
      const code = query.get('code');
      if (error !== null || code === null)
        return { kind: 'refused', name, error: (error ?? 'no code').slice(0, 60), pending };
      try {
        const answer = await api.call(
          'OAuth2Service.ExchangeAuthorizationCode',
          { provider, code, state, iss: query.get('iss') ?? '' },
          { isAnonymous: !isLinking },
        );
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
