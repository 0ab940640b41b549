import { AuthService } from '@matinee/contract/gen/service/client/auth_service_pb.ts';
import type { LoginMethod } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { type Binding, handle } from '../../../kernel/handler.ts';
import type { Random } from '../../../kernel/random.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import type { Feature } from '../../feature.ts';
import { makeAttempts, toMailed } from '../mfa/mfa.port.ts';
import { type FinishParts, makeFinishSignIn } from './finish-sign-in.ts';
import {
  type MfaSession,
  makeSecondFactor,
  type SecondFactor,
  type SecondFactorParts,
} from './second-factor.service.ts';
import { makeSignIns } from './sign-ins.service.ts';
import type { SignIns } from './sign-ins.ts';

interface Parts extends FinishParts, Pick<SecondFactorParts, 'users' | 'lockout' | 'factors'> {
  readonly keyValue: KeyValue;
  readonly random: Random;
  readonly clock: Clock;
  /** The ways to sign in that the server currently offers, from all features. */
  readonly loginMethods: () => readonly LoginMethod[];
}

/** Lifetime of an MFA session, in milliseconds. */
const mfaSessionLifeMs = 300_000;

export function signInsFeature(parts: Parts): Feature & { signIns: SignIns } {
  const { keyValue, random, clock } = parts;
  const finish = makeFinishSignIn(parts);
  const store = { keyValue, random, nowMs: () => clock.nowMs() };
  const mfaSessions = makeAttempts<MfaSession>(store, 'mfa', mfaSessionLifeMs);
  const secondFactor = makeSecondFactor({ ...parts, nowMs: store.nowMs, mfaSessions, finish });
  return {
    name: 'sign-ins',
    signIns: makeSignIns({ ...parts, finish, challenge: secondFactor.challenge }),
    bindings: [
      // The server does not look up the name, so the answer cannot reveal whether it exists. [SE14]
      handle(AuthService.method.startLogin, async () => ({ methods: [...parts.loginMethods()] })),
      ...secondFactorBindings(secondFactor),
    ],
  };
}

function secondFactorBindings({ start, finish }: SecondFactor): Binding[] {
  const { method } = AuthService;
  return [
    handle(method.verifyMfaTotp, (r, call) => finish(r.mfaSessionId, 'totp', r.code, call)),
    handle(method.verifyMfaRecoveryCode, (r, call) => finish(r.mfaSessionId, 'recovery_code', r.recoveryCode, call)),
    handle(method.requestMfaEmailCode, async (r, call) => toMailed(await start(r.mfaSessionId, 'email', call))),
    handle(method.verifyMfaEmailCode, (r, call) => finish(r.mfaSessionId, 'email', r.code, call)),
    handle(method.startMfaPasskey, async (r, call) => ({ options: await start(r.mfaSessionId, 'webauthn', call) })),
    handle(method.finishMfaPasskey, (r, call) => finish(r.mfaSessionId, 'webauthn', r.credential!, call)),
  ];
}
