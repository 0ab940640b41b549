import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { UpstreamFailed, UpstreamReason } from '../../../../drivers/upstream/upstream-failed.ts';
import type { AppError } from '../../../../kernel/errors.ts';
import { proxyErrors } from '../proxy.errors.ts';

const byReason: Readonly<Record<Exclude<UpstreamReason, 'private'>, keyof typeof proxyErrors>> = {
  address: 'bad_address',
  headers: 'bad_address',
  redirects: 'too_many_redirects',
  connect: 'too_slow',
  silent: 'too_slow',
  slow: 'too_slow',
  gone: 'unreachable',
  unreachable: 'unreachable',
};

/**
 * The error for viewers when upstream gave no bytes. Administrators of the server learn which entry of
 * `outbound.allowed_networks` is missing; other viewers do not learn which private addresses a name stands for. [PX9]
 */
export function errorOf({ reason, host, addresses }: UpstreamFailed, role: UserRole): AppError {
  if (reason !== 'private') return proxyErrors[byReason[reason]]();
  if (role < UserRole.ADMIN) return proxyErrors.private_address();
  const entries = addresses.join(', ');
  return proxyErrors.private_address({
    message: `${host} is in a private network. To allow it, add ${entries} to outbound.allowed_networks in the configuration of the server, and start it again.`,
    metadata: { allowed_networks: entries },
  });
}

/** The error for a status of upstream without a usable body. */
export function errorOfStatus(status: number): AppError {
  if (status === 404 || status === 410) return proxyErrors.upstream_missing();
  if (status === 401 || status === 402 || status === 403 || status === 407) return proxyErrors.upstream_denied();
  return status === 429 || status >= 500 ? proxyErrors.upstream_failed() : proxyErrors.bad_answer();
}
