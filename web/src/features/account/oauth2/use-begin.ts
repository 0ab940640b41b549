import type { AvailableProvider } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageUrl } from '../../../client/calls/base.ts';
import { useSession } from '../../../client/session/session.tsx';
import { keepPending } from './pending.ts';
import { providerName } from './provider-names.ts';

/**
 * Goes to a provider's page; the callback page continues from there. `isLinking`: links an account to the signed-in
 * user.
 */
export function useBegin(returnTo: string, isLinking = false) {
  const { api } = useSession();
  const begin = useMutation({
    mutationFn: async (provider: AvailableProvider) => {
      const request = {
        provider: provider.instanceName,
        redirectUrl: pageUrl('/oauth2/callback'),
        native: false,
      };
      const { state, authorizationUrl } = isLinking
        ? await api.call('OAuth2Service.GetAuthorizationUrlForBind', request)
        : await api.call('OAuth2Service.GetAuthorizationUrl', request, { isAnonymous: true });
      keepPending({ state, provider: provider.instanceName, name: providerName(provider), isLinking, returnTo });
      const target = new URL(authorizationUrl ?? '');
      if (!/^https?:$/.test(target.protocol)) throw new TypeError(`${target.protocol} is no way to a provider`);
      window.location.assign(target.href);
    },
  });
  const { reset } = begin;
  useEffect(() => {
    // The browser's back button restores the page as the person left it, with its button still busy.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return begin;
}
