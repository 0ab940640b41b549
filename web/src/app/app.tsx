import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Api } from '../client/calls/api.ts';
import { queryClient } from '../client/session/query.ts';
import { SessionProvider } from '../client/session/session.tsx';
import { Toasts } from '../ui/signs/toast.tsx';
import { router } from './router.tsx';

/** Applies the account's theme and language. Nothing waits for it: until it is done, or if it fails, the page uses those of this device. */
function takeAccountChoices(api: Api): void {
  void import('../features/account/preferences/account-choices.ts')
    .then(({ takeChoices }) => takeChoices(api))
    .catch(() => undefined);
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider onSignIn={takeAccountChoices}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
        <Toasts />
      </SessionProvider>
    </QueryClientProvider>
  );
}
