import type { SensitiveOperation } from '@matinee/contract/gen/api.ts';
import type { QueryClient } from '@tanstack/react-query';

/** Operations for which the server takes a verification of their own each time. One verification serves all others for 300 s. */
const onceOnly: ReadonlySet<SensitiveOperation> = new Set([
  'SENSITIVE_OPERATION_TOTP_SETUP',
  'SENSITIVE_OPERATION_RECOVERY_CODES_REGENERATE',
  'SENSITIVE_OPERATION_TOTP_DELETE',
  'SENSITIVE_OPERATION_TWO_FACTOR_ENABLE',
  'SENSITIVE_OPERATION_TWO_FACTOR_DISABLE',
  'SENSITIVE_OPERATION_ACCOUNT_CLOSE',
] as const);

/** In milliseconds: shorter than on the server, so that the id still works when the browser has asked for a passkey. */
const lifeMs = 280_000;
const queryKey = ['lasting-verification'];

/** The verification that serves `operation` still. It is forgotten with everything else when somebody signs in or out. */
export function findVerification(cache: QueryClient, operation: SensitiveOperation): string | undefined {
  return onceOnly.has(operation) ? undefined : cache.getQueryData<string>(queryKey);
}

/** Keeps a verification, if it serves more than the operation that it was made for. An account without any factor has none: `''`. */
export function keepVerification(cache: QueryClient, operation: SensitiveOperation, id: string): void {
  if (id === '' || onceOnly.has(operation)) return;
  // The cache drops what nobody looks at after `gcTime` from when it was made, so one from before goes first.
  forgetVerification(cache);
  cache.setQueryDefaults(queryKey, { gcTime: lifeMs });
  cache.setQueryData(queryKey, id);
}

export function forgetVerification(cache: QueryClient): void {
  cache.removeQueries({ queryKey });
}
