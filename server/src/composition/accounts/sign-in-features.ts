import { bannedError } from '../../features/accounts/bans/banned-error.ts';
import { makeLockout } from '../../features/accounts/lockout/lockout.service.ts';
import { mfaFeature } from '../../features/accounts/mfa/mfa.feature.ts';
import { registrationsFeature } from '../../features/accounts/registrations/registrations.feature.ts';
import { sessionsFeature } from '../../features/accounts/sessions/sessions.feature.ts';
import { signInsFeature } from '../../features/accounts/sign-ins/sign-ins.feature.ts';
import { inOfferedOrder } from '../../features/accounts/sign-ins/sign-ins.ts';
import { makeRefreshLimit } from '../../transport/pipeline/rate-limits.ts';
import { publicUrlOf } from '../../wiring.ts';
import type { FeatureList } from '../feature-list.ts';
import type { Ground } from '../ground.ts';
import type { AccountBase } from './account-base.ts';

/** The features in which every way to sign in or sign up ends, and their dependencies (ADR 7). */
export function makeSignInFeatures(ground: Ground, features: FeatureList, base: AccountBase) {
  const { config, secrets, rateParts, settings, publicPort } = ground;
  const { bans, users, preferences, mail, audit } = base;
  const areLimitsOn = config['limits.enabled'];
  const rateFactor = config['limits.rate_factor'];
  const lockout = makeLockout({ ...ground, addressFactor: areLimitsOn ? rateFactor : 10_000 });
  const bannedErrorOf = (userId: string) => bannedError(bans, userId);
  const { sessions } = features.add(
    sessionsFeature({
      ...ground,
      users,
      jwtSecret: secrets.jwt,
      bannedError: bannedErrorOf,
      audit,
      takeRefresh: areLimitsOn ? makeRefreshLimit(rateParts) : async () => undefined,
    }),
  );
  const { factors, guard, verifications } = features.add(
    mfaFeature({
      ...ground,
      secret: secrets.opaqueServerSetup,
      users,
      sessions,
      audit,
      lockout,
      preferences,
      issuer: () => settings.server.name,
      localFactors: () => features.all('localFactors'),
      linkedSignIns: () => features.all('linkedSignIns'),
      providers: () => features.all('mfaProviders'),
    }),
  );
  const loginMethods = () => inOfferedOrder(features.loginMethods());
  const { signIns } = features.add(
    signInsFeature({
      ...ground,
      users,
      sessions,
      lockout,
      factors,
      bannedError: bannedErrorOf,
      loginMethods,
    }),
  );
  const publicUrl = () => publicUrlOf(config, publicPort.number);
  const kinds = () => features.all('credentialKinds');
  const { registrations } = features.add(
    registrationsFeature({ ...ground, users, sessions, audit, mail, publicUrl, kinds }),
  );
  return { loginMethods, lockout, sessions, guard, verifications, signIns, registrations, publicUrl };
}
