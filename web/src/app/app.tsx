import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { queryClient } from '../client/session/query.ts';
import { SessionProvider } from '../client/session/session.tsx';
import { Toasts } from '../ui/signs/toast.tsx';
import { router } from './router.tsx';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
        <Toasts />
      </SessionProvider>
    </QueryClientProvider>
  );
}
