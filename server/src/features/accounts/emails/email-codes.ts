import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import type { EmailAddresses } from '../../record/email-addresses/email-addresses.port.ts';
import { type Mail, mailErrors, mailLanguage } from '../../record/mail/mail.port.ts';
import type { Preferences } from '../../record/preferences/preferences.port.ts';
import type { LocalFactor, MfaProvider } from '../mfa/mfa.port.ts';
import { type EmailTokens, tokenLifeMs } from './email-tokens.ts';
import { maskAddress } from './email-words.ts';
import type { MailBudget } from './mail-budget.ts';

interface CodeParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly mail: Mail;
  readonly tokens: EmailTokens;
  readonly budget: MailBudget;
  readonly preferences: Preferences;
  readonly addresses: EmailAddresses;
}

/** A confirmed address as a local factor. */
export function makeEmailFactor({ mail, addresses }: Pick<CodeParts, 'mail' | 'addresses'>): LocalFactor {
  return {
    kind: 'email',
    has: async (reader, userId) => (await addresses.find(reader, userId)) !== undefined,
    signsIn: () => mail.isConfigured(),
  };
}

/**
 * Mailed codes as a second factor and for sensitive operations. A code works only for the attempt that requested it.
 * [EM8]
 */
export function makeEmailCodes({
  db,
  clock,
  mail,
  tokens,
  budget,
  preferences,
  addresses,
}: CodeParts): MfaProvider<'email'> {
  return {
    method: 'email',
    isAvailable: async (reader, userId) => mail.isConfigured() && (await addresses.find(reader, userId)) !== undefined,
    async start({ user, id, purpose }) {
      const own = await addresses.find(db, user.id);
      if (!own || !mail.isConfigured()) throw mailErrors.not_configured();
      await budget('mfa', user.id);
      const nowMs = Math.floor(clock.nowMs());
      return db.write(async (tx) => {
        const token = { purpose: 'mfa', subject: id, userId: user.id, address: own.address } as const;
        const { code, expiresAtMs } = await tokens.issue(tx, token, nowMs);
        const { language } = await preferences.of(tx, user.id);
        await mail.send(tx, {
          to: own.address,
          template: purpose === 'sign_in' ? 'mfa_code' : 'verification_code',
          values: { username: user.username, code, minutes: String(tokenLifeMs.mfa / 60_000) },
          purpose: 'mfa',
          language: mailLanguage(language),
          expiresAt: dateOf(expiresAtMs),
        });
        return { maskedEmail: maskAddress(own.address), expiresAtMs };
      });
    },
    async verify({ user, id }, code) {
      const token = await tokens.take('mfa', id, code);
      return token?.userId === user.id;
    },
  };
}
