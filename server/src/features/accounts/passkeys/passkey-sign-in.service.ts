import type { JsonObject } from '@bufbuild/protobuf';
import type { Call } from '../../../kernel/call.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { OneTimeValues } from '../../../store/key-value/one-time-values.ts';
import type { Registrations } from '../registrations/registrations.port.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import type { sessionSettings } from '../sessions/sessions.settings.ts';
import type { SignIns } from '../sign-ins/sign-ins.ts';
import type { Users } from '../users/users.port.ts';
import type { Ceremonies } from './ceremonies.ts';
import { passkeyErrors } from './passkeys.errors.ts';
import { nameOf } from './passkeys.service.ts';

/** The applicant, and the challenge to sign. */
export interface StartedRegistration {
  readonly challenge: string;
  readonly userId: string;
  readonly username: string;
}

interface Parts {
  readonly ceremonies: Ceremonies;
  /** The account that a passkey assertion proves. */
  readonly prove: (credential: JsonObject, challenge: string) => Promise<string | undefined>;
  readonly users: Users;
  readonly signIns: SignIns;
  readonly registrations: Registrations;
  readonly settings: SettingValues<typeof sessionSettings>;
  readonly ids: Ids;
  readonly logins: OneTimeValues<string>;
  readonly started: OneTimeValues<StartedRegistration>;
}

/** Sign-in and sign-up with a passkey. */
export function makePasskeySignIn(parts: Parts) {
  const { ceremonies, prove, users, signIns, registrations, settings, ids, logins, started } = parts;
  return {
    /** [PK1] [PK9] */
    async startLogin() {
      const { challenge, options } = await ceremonies.askToUse();
      return { challengeId: await logins.keep(challenge), options };
    },
    /** [PK1] [PK2] [PK3] */
    async finishLogin(challengeId: string, credential: JsonObject, call: Call) {
      const challenge = await logins.take(challengeId);
      if (challenge === undefined) throw authErrors.challenge_expired();
      const userId = await prove(credential, challenge);
      const user = userId === undefined ? undefined : await users.find(userId);
      if (!user) throw passkeyErrors.refused();
      return signIns.complete(user, 'passkey', call);
    },
    /** [PK4] */
    async startRegistration(username: string) {
      if (!settings.enableWebauthnSignup) throw authErrors.signup_disabled();
      await registrations.requireName(username);
      const userId = ids.make('usr');
      const { challenge, options } = await ceremonies.askToMake({ id: userId, username }, []);
      return { challengeId: await started.keep({ challenge, userId, username }), options };
    },
    /** [PK2] [PK4] */
    async finishRegistration(challengeId: string, credential: JsonObject, call: Call) {
      const registration = await started.take(challengeId);
      if (!registration) throw authErrors.challenge_expired();
      if (!settings.enableWebauthnSignup) throw authErrors.signup_disabled();
      const { challenge, userId, username } = registration;
      const passkey = await ceremonies.readNew(credential, challenge, nameOf(call));
      return registrations.register(
        {
          userId,
          username,
          method: 'passkey',
          needsReview: settings.webauthnSignupNeedReview,
          credentials: [{ kind: 'passkey', value: passkey }],
        },
        call,
      );
    },
  };
}
