import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { emailErrors } from '../../record/email-addresses/email-addresses.errors.ts';

/** Maximum number of mails of one purpose per hour for one subject (an address, a user). */
const mailsPerHour = 5;
const hourMs = 3_600_000;

/**
 * Takes one mail from the budget. @throws AppError `emails.too_many_mails`, also for addresses without an account.
 * [EM6]
 */
export type MailBudget = (purpose: string, subject: string) => Promise<void>;

export function makeMailBudget(keyValue: KeyValue): MailBudget {
  return async (purpose, subject) => {
    const taken = await keyValue.orLocal.increment(`mails:${purpose}:${subject}`, hourMs);
    if (taken > mailsPerHour) throw emailErrors.too_many_mails({ retryAfterSeconds: hourMs / 1000 });
  };
}
