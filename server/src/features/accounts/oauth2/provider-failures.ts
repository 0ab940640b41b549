import { IdentityNotProven, ProviderUnavailable } from '../../../drivers/oauth/provider-errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { oauth2Errors } from './oauth2.errors.ts';

/** Turns a provider's failure into an error for the caller. The log has more details, but no secrets. */
export function translateFailure(log: Log, instance: string, cause: unknown): unknown {
  if (cause instanceof IdentityNotProven) {
    log.info({ instance, reason: cause.message }, 'a provider did not confirm who came back');
    return oauth2Errors.not_proven();
  }
  if (!(cause instanceof ProviderUnavailable)) return cause;
  const { message } = (cause.cause ?? cause) as Error & { cause?: Error };
  log.warn({ instance, reason: cause.message, because: message }, 'a provider cannot be used');
  return oauth2Errors.provider_unavailable();
}
