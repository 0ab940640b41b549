import type { Log } from '../../../kernel/log.ts';
import type { Sealer } from '../../../kernel/sealing.ts';
import { mfaErrors } from './mfa.errors.ts';

/**
 * Encrypts the secrets of authenticator apps, each for one account: a secret that is copied to another account cannot
 * be decrypted.
 */
export interface TotpSecrets {
  seal(secret: string, userId: string): string;
  /** @throws AppError `mfa.method_unavailable` if the server's key is not the one that encrypted the secret. */
  open(sealed: string, userId: string): string;
}

export function makeTotpSecrets({ sealer, log }: { readonly sealer: Sealer; readonly log: Log }): TotpSecrets {
  const contextOf = (userId: string) => `totp ${userId}`;
  return {
    seal: (secret, userId) => sealer.seal(secret, contextOf(userId)),
    open(sealed, userId) {
      try {
        return sealer.open(sealed, contextOf(userId));
      } catch (err) {
        log.error(
          { err, userId },
          'the secret of an authenticator app cannot be opened: has credential_encryption_key changed?',
        );
        throw mfaErrors.method_unavailable();
      }
    },
  };
}
