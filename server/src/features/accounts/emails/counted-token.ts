import { emailErrors } from '../../record/email-addresses/email-addresses.errors.ts';
import type { Lockout } from '../lockout/lockout.ts';
import type { EmailTokens, TokenContents, TokenPurpose } from './email-tokens.ts';

interface Guess {
  /** Name under which wrong codes are counted. */
  readonly account: string;
  readonly address: string;
  readonly purpose: TokenPurpose;
  readonly subject: string;
  readonly code: string;
}

/**
 * Checks a mailed code; a wrong one counts towards the lockout. A right code that was already used is refused like a
 * wrong one but does not count, because a repeated request is not a guess. @throws AppError `emails.invalid_token`,
 * `auth.locked_out`. [EM19]
 */
export async function takeCounted(
  { lockout, tokens }: { readonly lockout: Lockout; readonly tokens: EmailTokens },
  { account, address, purpose, subject, code }: Guess,
): Promise<TokenContents> {
  const token = await lockout.check(account, address, async () => {
    const taken = await tokens.take(purpose, subject, code);
    if (!taken && (await tokens.wasUsed(purpose, subject, code))) throw emailErrors.invalid_token();
    return taken;
  });
  if (!token) throw emailErrors.invalid_token();
  return token;
}
