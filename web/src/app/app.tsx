import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Toasts } from '../ui/toast.tsx';
import { queryClient } from './query.ts';
import { router } from './router.tsx';
import { SessionProvider } from './session.tsx';

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
