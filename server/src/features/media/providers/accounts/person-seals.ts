import { createHmac, hkdfSync } from 'node:crypto';
import { SealError, type Sealer } from '../../../../kernel/sealing.ts';
import { providerErrors } from '../providers.errors.ts';

/** Values bound to one user and provider, without being stored. */
export interface PersonSeals {
  /** A device id for the user's sign-ins to upstream, which does not reveal the user. */
  deviceId(userId: string, provider: string): string;
  seal(userId: string, provider: string, text: string): string;
  /** @throws AppError `providers.invalid_flow` for a text of another user, or a modified one. */
  open(userId: string, provider: string, sealed: string): string;
}

/** `secret` is the server's secret. */
export function makePersonSeals(secret: string, sealer: Sealer): PersonSeals {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'matinee provider devices', 32));
  const contextOf = (userId: string, provider: string) => `provider flow:${provider}:${userId}`;
  return {
    deviceId: (userId, provider) =>
      createHmac('sha256', key)
        .update(JSON.stringify([userId, provider]))
        .digest('hex')
        .slice(0, 32),
    seal: (userId, provider, text) => sealer.seal(text, contextOf(userId, provider)),
    open(userId, provider, sealed) {
      try {
        return sealer.open(sealed, contextOf(userId, provider));
      } catch (cause) {
        if (cause instanceof SealError) throw providerErrors.invalid_flow();
        throw cause;
      }
    },
  };
}
