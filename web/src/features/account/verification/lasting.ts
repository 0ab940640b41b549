import type { SensitiveOperation } from '@matinee/contract/gen/api.ts';
import type { QueryClient } from '@tanstack/react-query';

/** Operations that need a verification of their own each time. One verification serves all others for 300 s. */
const onceOnly: ReadonlySet<SensitiveOperation> = new Set([
  'SENSITIVE_OPERATION_TOTP_SETUP',
  'SENSITIVE_OPERATION_RECOVERY_CODES_REGENERATE',
  'SENSITIVE_OPERATION_TOTP_DELETE',
  'SENSITIVE_OPERATION_TWO_FACTOR_ENABLE',
  'SENSITIVE_OPERATION_TWO_FACTOR_DISABLE',
  'SENSITIVE_OPERATION_ACCOUNT_CLOSE',
] as const);

/**
 * In milliseconds: shorter than on the server, so that the id still works after the browser has asked for a passkey.
 */
const lifeMs = 280_000;
const queryKey = ['lasting-verification'];

/** The verification that still serves `operation`. It is forgotten with everything else at sign-in and sign-out. */
export function findVerification(cache: QueryClient, operation: SensitiveOperation): string | undefined {
  return onceOnly.has(operation) ? undefined : cache.getQueryData<string>(queryKey);
}

/** Keeps a verification, if it serves other operations too. An account without any factor has none: `''`. */
export function keepVerification(cache: QueryClient, operation: SensitiveOperation, id: string): void {
  if (id === '' || onceOnly.has(operation)) return;
  // The cache drops an unused entry `gcTime` after the entry was made, so an earlier one goes first.
  forgetVerification(cache);
  cache.setQueryDefaults(queryKey, { gcTime: lifeMs });
  cache.setQueryData(queryKey, id);
}

export function forgetVerification(cache: QueryClient): void {
  cache.removeQueries({ queryKey });
}
