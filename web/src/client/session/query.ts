import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../calls/api.ts';

/** Tries reads again when the network or the server failed, but not when the server refused them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});
