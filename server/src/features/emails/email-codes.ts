import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Database } from '../../store/database.ts';
import { type Mail, mailErrors, mailLanguage } from '../mail/mail.port.ts';
import type { AccountChoices, LocalFactor, MfaProvider } from '../mfa/mfa.port.ts';
import { type EmailTokens, tokenLifeMs } from './email-tokens.ts';
import { maskAddress } from './email-words.ts';
import { type EmailTables, findEmail } from './emails.store.ts';
import type { MailBudget } from './mail-budget.ts';

interface CodeParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly mail: Mail;
  readonly tokens: EmailTokens;
  readonly budget: MailBudget;
  readonly choices: AccountChoices;
}

/** A confirmed address as a local factor. */
export function makeEmailFactor(mail: Mail): LocalFactor {
  return {
    kind: 'email',
    has: async (reader, userId) => (await findEmail(reader.query<EmailTables>(), userId)) !== undefined,
    signsIn: () => mail.isConfigured(),
  };
}

/** Codes by mail as second factor and for sensitive operations; each is bound to the one attempt that it was asked for. [EM8] */
export function makeEmailCodes({ db, clock, mail, tokens, budget, choices }: CodeParts): MfaProvider<'email'> {
  return {
    method: 'email',
    isAvailable: async (reader, userId) =>
      mail.isConfigured() && (await findEmail(reader.query<EmailTables>(), userId)) !== undefined,
    async start({ user, id, purpose }) {
      const own = await findEmail(db.query<EmailTables>(), user.id);
      if (!own || !mail.isConfigured()) throw mailErrors.not_configured();
      await budget('mfa', user.id);
      const nowMs = Math.floor(clock.nowMs());
      return db.write(async (tx) => {
        const token = { purpose: 'mfa', subject: id, userId: user.id, address: own.address } as const;
        const { code, expiresAtMs } = await tokens.issue(tx, token, nowMs);
        const { language } = await choices.of(tx, user.id);
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
