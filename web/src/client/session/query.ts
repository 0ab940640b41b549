import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../calls/api.ts';

/** Retries reads after a failure of the network or the server, but not after a refusal. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});
