import { AuthService } from '@matinee/contract/gen/service/client/auth_service_pb.ts';
import type { Clock } from '../../kernel/clock.ts';
import { handle } from '../../kernel/handler.ts';
import type { KeyValue } from '../../store/key-value.ts';
import type { Feature } from '../feature.ts';
import { makeLockout } from './lockout.ts';
import type { AccountPasswords } from './passwords.port.ts';
import { makeAccountPasswords, type PasswordParts } from './passwords.service.ts';

interface Parts extends Omit<PasswordParts, 'lockout'> {
  readonly keyValue: KeyValue;
  readonly clock: Clock;
}

export function passwordsFeature({ keyValue, clock, ...parts }: Parts): Feature & { passwords: AccountPasswords } {
  const service = makeAccountPasswords({ ...parts, lockout: makeLockout(keyValue, () => clock.nowMs()) });
  const { registerWithDirectPassword, loginWithDirectPassword } = AuthService.method;
  return {
    name: 'passwords',
    passwords: service.accountPasswords,
    credentialKinds: [service.kind],
    localFactors: [service.factor],
    mfaProviders: [service.provider],
    bindings: [
      handle(registerWithDirectPassword, ({ username, password }, call) => service.register(username, password, call)),
      handle(loginWithDirectPassword, ({ username, password }, call) => service.login(username, password, call)),
    ],
  };
}
