import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { AppError } from '../../../kernel/errors.ts';
import { ProviderError, type ProviderFailure } from '../../../providers/provider-error.ts';
import { providerErrors } from './providers.errors.ts';

const errors: Readonly<Record<ProviderFailure, (typeof providerErrors)[keyof typeof providerErrors]>> = {
  account_refused: providerErrors.account_refused,
  forbidden: providerErrors.upstream_forbidden,
  missing: providerErrors.upstream_missing,
  busy: providerErrors.upstream_busy,
  failed: providerErrors.upstream_failed,
  slow: providerErrors.upstream_slow,
  bad_answer: providerErrors.bad_answer,
  private: providerErrors.private_address,
  quota: providerErrors.quota_spent,
  no_key: providerErrors.needs_key,
};

/**
 * Converts a failure of upstream into an error for callers. Returns any other error unchanged. Administrators see the
 * missing entry of `outbound.allowed_networks`; other callers do not see a name's private addresses.
 */
export function toAppError(error: unknown, role: UserRole = UserRole.USER): AppError | unknown {
  if (!(error instanceof ProviderError)) return error;
  const { failure, retryAfterSeconds, addresses } = error;
  if (failure === 'private' && role >= UserRole.ADMIN) {
    const entries = addresses.join(', ');
    return providerErrors.private_address({
      message: `This address is in a private network. To allow it, add ${entries} to outbound.allowed_networks in the configuration of the server, and start it again.`,
      metadata: { allowed_networks: entries },
    });
  }
  return errors[failure](retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}

/** Runs `work`, which calls upstream, for a caller with this role. @throws AppError */
export async function telling<T>(work: () => Promise<T>, role?: UserRole): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toAppError(error, role);
  }
}
