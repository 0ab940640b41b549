import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Api } from '../client/calls/api.ts';
import { queryClient } from '../client/session/query.ts';
import { SessionProvider } from '../client/session/session.tsx';
import { NotificationBell } from '../features/people/notifications/bell.port.tsx';
import { type ShellOffers, ShellOffersContext } from '../features/shared/shell/shell-offers.ts';
import { lazily } from '../ui/lazily.tsx';
import { Toasts } from '../ui/signs/toast.tsx';
import { router } from './router.tsx';

/**
 * Applies the account's theme and language. Nothing waits for it: until then, or if it fails, this device's choices
 * apply.
 */
function takeAccountChoices(api: Api): void {
  void import('../features/account/preferences/account-choices.ts')
    .then(({ takeChoices }) => takeChoices(api))
    .catch(() => undefined);
}

const shellOffers: ShellOffers = {
  HeaderItem: NotificationBell,
  SignOutQuestion: lazily(() =>
    import('../features/account/instant-accounts/sign-out-question.tsx').then((module) => module.SignOutQuestion),
  ),
};

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider onSignIn={takeAccountChoices}>
        <ShellOffersContext value={shellOffers}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </ShellOffersContext>
        <Toasts />
      </SessionProvider>
    </QueryClientProvider>
  );
}
