import { createHmac, hkdfSync } from 'node:crypto';
import { SealError, type Sealer } from '../../../../kernel/sealing.ts';
import { providerErrors } from '../providers.errors.ts';

/** What belongs to one person with one provider, without being stored. */
export interface PersonSeals {
  /** Names the person's sign-ins to upstream, and says nothing about them. */
  deviceId(userId: string, provider: string): string;
  seal(userId: string, provider: string, text: string): string;
  /** @throws AppError `providers.invalid_flow` for what was sealed for somebody else, or was changed. */
  open(userId: string, provider: string, sealed: string): string;
}

/** `secret` is that of the server. */
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
