import type {
  FinishOpaqueRegistrationRequest,
  StartOpaqueRegistrationRequest,
} from '@matinee/contract/gen/service/client/opaque_pb.ts';
import type { Call } from '../../../kernel/call.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { OneTimeValues } from '../../../store/key-value/one-time-values.ts';
import type { Registrations } from '../registrations/registrations.port.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import type { sessionSettings } from '../sessions/sessions.settings.ts';
import type { AccountPasswords } from './passwords.port.ts';

/** State of a sign-up between its two steps. */
export interface StartedRegistration {
  readonly userId: string;
  readonly username: string;
}

interface Parts {
  readonly accountPasswords: AccountPasswords;
  readonly registrations: Registrations;
  readonly settings: SettingValues<typeof sessionSettings>;
  readonly ids: Ids;
  readonly started: OneTimeValues<StartedRegistration>;
}

export function makeOpaqueRegistrations({ accountPasswords, registrations, settings, ids, started }: Parts) {
  return {
    /** [PW1] [PW7] */
    async start({ username, registrationRequest }: StartOpaqueRegistrationRequest) {
      if (!settings.enablePasswordSignup) throw authErrors.signup_disabled();
      await registrations.requireName(username);
      const userId = ids.make('usr');
      const registrationResponse = await accountPasswords.answerRegistration(userId, registrationRequest);
      return { registrationId: await started.keep({ userId, username }), registrationResponse };
    },
    /** [PW1] [PW6] [PW7] */
    async finish({ registrationId, registrationUpload }: FinishOpaqueRegistrationRequest, call: Call) {
      const registration = await started.take(registrationId);
      if (!registration) throw authErrors.challenge_expired();
      if (!settings.enablePasswordSignup) throw authErrors.signup_disabled();
      const record = await accountPasswords.acceptRecord(registrationUpload);
      return registrations.register(
        {
          ...registration,
          method: 'password',
          needsReview: settings.passwordSignupNeedReview,
          credentials: [{ kind: 'password', value: record }],
        },
        call,
      );
    },
  };
}
