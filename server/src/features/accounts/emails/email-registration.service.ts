import type {
  ConfirmEmailRegistrationRequest,
  RequestEmailRegistrationRequest,
} from '@matinee/contract/gen/service/client/email_sign_in_pb.ts';
import type { Call } from '../../../kernel/call.ts';
import type { EmailAddress } from '../../../kernel/email-address.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { emailErrors } from '../../record/email-addresses/email-addresses.errors.ts';
import { type Lockout, mailedCodeGuesses } from '../lockout/lockout.ts';
import type { AccountPasswords } from '../passwords/passwords.port.ts';
import type { Registrations } from '../registrations/registrations.port.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import type { sessionSettings } from '../sessions/sessions.settings.ts';
import { takeCounted } from './counted-token.ts';
import type { EmailRequests } from './email-requests.service.ts';
import type { EmailTokens } from './email-tokens.ts';
import { isAllowed, readAddress } from './email-words.ts';
import type { NewPasswords } from './new-passwords.ts';

interface RegistrationParts {
  readonly ids: Ids;
  readonly requests: EmailRequests;
  readonly tokens: EmailTokens;
  readonly passwords: AccountPasswords;
  readonly lockout: Lockout;
  readonly registrations: Registrations;
  readonly newPasswords: NewPasswords;
  readonly settings: SettingValues<typeof sessionSettings>;
  readonly allowList: () => { enabled: boolean; entries: readonly string[] };
}

/** The data of the first call of an OPAQUE registration. */
interface Begun {
  readonly userId: string;
  readonly applicant: Applicant;
}

/** An applicant with a proved address, and the language of the request. */
interface Applicant {
  readonly address: EmailAddress;
  readonly language: string;
}

export function makeEmailRegistration(parts: RegistrationParts) {
  const { ids, requests, passwords, registrations, newPasswords, settings, allowList } = parts;

  /** Checks the request before using up the code. */
  async function check({ email, username, credential }: ConfirmEmailRegistrationRequest): Promise<EmailAddress> {
    if (!settings.enableEmailSignup) throw authErrors.signup_disabled();
    const address = readAddress(email);
    if (!isAllowed(address, allowList())) throw emailErrors.not_allowed();
    if (credential.case === 'password') passwords.requireStrong(credential.value);
    await registrations.requireName(username);
    return address;
  }

  const finish = (userId: string, username: string, { address, language }: Applicant, record: string, call: Call) =>
    registrations.register(
      {
        userId,
        username,
        method: 'email',
        needsReview: settings.emailSignupNeedReview,
        credentials: [
          { kind: 'password', value: record },
          { kind: 'email', value: { address: address.address } },
        ],
        email: address.address,
        language,
      },
      call,
    );

  return {
    /** [EM5] [EM9] */
    async request({ email, language }: RequestEmailRegistrationRequest) {
      if (!settings.enableEmailSignup) throw authErrors.signup_disabled();
      const address = readAddress(email);
      if (!isAllowed(address, allowList())) throw emailErrors.not_allowed();
      return requests.ask({ purpose: 'registration', address, language });
    },
    /** [EM15] [EM16] */
    async confirm(request: ConfirmEmailRegistrationRequest, call: Call) {
      const { username, emailToken, registrationId, credential } = request;
      const address = await check(request);
      if (credential.case === 'registrationUpload') {
        const begun = await newPasswords.finish<Begun>('registration', registrationId, credential.value);
        if (begun.about.applicant.address.key !== address.key) throw authErrors.challenge_expired();
        return finish(begun.about.userId, username, begun.about.applicant, begun.record, call);
      }
      const proved = await takeToken(parts, address, emailToken, call);
      const userId = ids.make('usr');
      if (credential.case === 'password') {
        const record = await passwords.makeRecord(userId, credential.value, call.address);
        return finish(userId, username, proved, record, call);
      }
      const about: Begun = { userId, applicant: proved };
      const { id, response } = await newPasswords.start('registration', userId, credential.value!, about);
      return { registrationReviewRequired: false, registrationId: id, registrationResponse: response };
    },
  };
}

/** Uses up the mailed code, which proves that the applicant reads mail to `address`. */
async function takeToken(
  { lockout, tokens }: Pick<RegistrationParts, 'lockout' | 'tokens'>,
  address: EmailAddress,
  code: string,
  call: Call,
): Promise<Applicant> {
  const { key } = address;
  const about = {
    account: mailedCodeGuesses(key),
    address: call.address,
    purpose: 'registration',
    subject: key,
    code,
  } as const;
  const token = await takeCounted({ lockout, tokens }, about);
  return { address: { address: token.address, key }, language: token.language };
}
