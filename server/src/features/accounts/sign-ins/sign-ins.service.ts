import { toUser } from '../users/users.port.ts';
import type { FinishParts, FinishSignIn } from './finish-sign-in.ts';
import type { SecondFactor } from './second-factor.service.ts';
import type { SignIns } from './sign-ins.ts';

interface Parts extends Pick<FinishParts, 'db' | 'bannedError'> {
  readonly finish: FinishSignIn;
  readonly challenge: SecondFactor['challenge'];
}

export function makeSignIns({ db, bannedError, finish, challenge }: Parts): SignIns {
  return {
    /** [SE11] */
    async complete(user, method, device) {
      if (user.banned) throw await bannedError(user.id);
      const asked = await challenge(db, user, method);
      if (!asked) return finish(user, method, device);
      return { user: toUser(user), mfa: { required: true, ...asked } };
    },
  };
}
