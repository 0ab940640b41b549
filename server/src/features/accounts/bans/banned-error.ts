import { BanTarget } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import type { AppError } from '../../../kernel/errors.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import type { Bans } from './bans.port.ts';

/** The error for a banned user, with the reason and the end of the ban. [AM6] */
export async function bannedError(bans: Pick<Bans, 'find'>, userId: string): Promise<AppError> {
  const ban = (await bans.find(BanTarget.USER, [userId])).get(userId);
  if (!ban) return authErrors.banned();
  const until = ban.until?.toISOString();
  const message = [
    until ? `This account is banned until ${until}` : 'This account is banned',
    ban.reason === '' ? '.' : `: ${ban.reason}`,
  ].join('');
  return authErrors.banned({ message, metadata: { reason: ban.reason, ...(until ? { until } : {}) } });
}
