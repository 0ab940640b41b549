import { makeHttpFetch } from '../drivers/http-fetch/http-fetch.ts';
import { makeMailer } from '../drivers/mail/mailer.ts';
import { makeProviders } from '../drivers/oauth/providers.ts';
import { makeOutgoingGuard } from '../drivers/outgoing/guard.ts';
import { auditFeature } from '../features/audit/audit.feature.ts';
import { bannedError } from '../features/bans/banned-error.ts';
import { bansFeature } from '../features/bans/bans.feature.ts';
import { blocksFeature } from '../features/blocks/blocks.feature.ts';
import { makeEmailAddresses } from '../features/email-addresses/email-addresses.service.ts';
import { emailsFeature } from '../features/emails/emails.feature.ts';
import type { Feature } from '../features/feature.ts';
import { makeLockout } from '../features/lockout/lockout.service.ts';
import { mailFeature } from '../features/mail/mail.feature.ts';
import { mfaFeature } from '../features/mfa/mfa.feature.ts';
import { makeNotices } from '../features/notices/notices.service.ts';
import { oauth2Feature } from '../features/oauth2/oauth2.feature.ts';
import { passkeysFeature } from '../features/passkeys/passkeys.feature.ts';
import { findRelyingParty } from '../features/passkeys/relying-party.ts';
import { passwordsFeature } from '../features/passwords/passwords.feature.ts';
import { makePreferences } from '../features/preferences/preferences.service.ts';
import { registrationsFeature } from '../features/registrations/registrations.feature.ts';
import { sessionsFeature } from '../features/sessions/sessions.feature.ts';
import { signInsFeature } from '../features/sign-ins/sign-ins.feature.ts';
import { usersFeature } from '../features/users/users.feature.ts';
import type { Config } from '../kernel/config/config.ts';
import { makeRefreshLimit } from '../transport/pipeline/rate-limits.ts';
import { publicUrlOf } from '../wiring.ts';
import type { Ground } from './ground.ts';

export type AccountFeatures = ReturnType<typeof makeAccountFeatures>;

/** Accounts and everything that they are signed in to with. */
export function makeAccountFeatures(ground: Ground) {
  const { config, secrets, clock, random, ids, log, db, relay, keyValue, passwords, sealer, settings, metrics } =
    ground;
  const { port, features, outside } = ground;
  const banning = bansFeature({ db, clock, ids });
  const { bans } = banning;
  const loginMethods = () => features().flatMap((feature) => feature.loginMethods?.() ?? []);
  const users = usersFeature(db, clock);
  const addresses = makeEmailAddresses({ db, clock });
  const preferences = makePreferences();
  const publicUrl = () => publicUrlOf(config, port());
  const outgoingGuard = makeOutgoingGuard(config['outbound.allowed_networks']);
  const mailer = outside('mailer', makeMailer({ guard: outgoingGuard }));
  const mailing = mailFeature({
    db,
    relay,
    clock,
    ids,
    log,
    sealer,
    mailer,
    counts: metrics.mail,
    settings: settings.mail,
    server: settings.server,
  });
  const { mail } = mailing;
  const notices = makeNotices({ clock, users: users.users, mail, addresses, preferences });
  const auditing = auditFeature({ db, clock, ids, log, notices });
  const { audit } = auditing;
  const addressFactor = config['limits.enabled'] ? config['limits.rate_factor'] : 10_000;
  const lockout = makeLockout({ keyValue, clock, random, addressFactor });
  const bannedErrorOf = (userId: string) => bannedError(bans, userId);
  const sessions = sessionsFeature({
    db,
    clock,
    random,
    ids,
    users: users.users,
    jwtSecret: secrets.jwt,
    bannedError: bannedErrorOf,
    audit,
    takeRefresh: config['limits.enabled']
      ? makeRefreshLimit({ counter: keyValue, clock, factor: config['limits.rate_factor'] })
      : async () => undefined,
  });
  const mfa = mfaFeature({
    db,
    keyValue,
    clock,
    random,
    sealer,
    log,
    secret: secrets.opaqueServerSetup,
    users: users.users,
    sessions: sessions.sessions,
    audit,
    lockout,
    preferences,
    issuer: () => settings.server.name,
    localFactors: () => features().flatMap((feature) => feature.localFactors ?? []),
    linkedSignIns: () => features().flatMap((feature) => feature.linkedSignIns ?? []),
    providers: () => features().flatMap((feature) => feature.mfaProviders ?? []),
  });
  const signingIn = signInsFeature({
    db,
    keyValue,
    random,
    clock,
    users: users.users,
    sessions: sessions.sessions,
    lockout,
    factors: mfa.factors,
    bannedError: bannedErrorOf,
    loginMethods,
  });
  const { signIns } = signingIn;
  const registrations = registrationsFeature({
    db,
    clock,
    ids,
    users: users.users,
    sessions: sessions.sessions,
    audit,
    mail,
    publicUrl,
    kinds: () => features().flatMap((feature) => feature.credentialKinds ?? []),
  });
  const accountPasswords = passwordsFeature({
    db,
    keyValue,
    lockout,
    random,
    ids,
    audit,
    verifications: mfa.verifications,
    findByEmail: async (address) => {
      const userId = await addresses.findUserId(address);
      return userId === undefined ? undefined : users.users.find(userId);
    },
    passwords,
    users: users.users,
    sessions: sessions.sessions,
    signIns,
    registrations: registrations.registrations,
    settings: settings.sessions,
  });
  const emails = emailsFeature({
    db,
    relay,
    keyValue,
    clock,
    random,
    ids,
    log,
    secret: secrets.opaqueServerSetup,
    users: users.users,
    sessions: sessions.sessions,
    signIns,
    registrations: registrations.registrations,
    passwords: accountPasswords.passwords,
    lockout,
    opaque: passwords,
    audit,
    mail,
    addresses,
    preferences,
    guard: mfa.guard,
    verifications: mfa.verifications,
    settings,
    publicUrl,
  });
  const passkeys = passkeysFeature({
    db,
    keyValue,
    clock,
    random,
    ids,
    audit,
    users: users.users,
    sessions: sessions.sessions,
    signIns,
    registrations: registrations.registrations,
    verifications: mfa.verifications,
    guard: mfa.guard,
    settings: settings.sessions,
    relyingParty: () =>
      findRelyingParty({
        origin: config['webauthn.rp_origin'],
        id: config['webauthn.rp_id'],
        isDevelopment: config['server.mode'] === 'development',
        hasTls: config['server.tls_certificate'] !== undefined,
        port: port(),
      }),
    serverName: () => settings.server.name,
  });
  const outgoing = outside('outgoing requests', makeHttpFetch({ guard: outgoingGuard }));
  const oauth2 = oauth2Feature({
    db,
    keyValue,
    clock,
    random,
    ids,
    log,
    audit,
    users: users.users,
    sessions: sessions.sessions,
    signIns,
    registrations: registrations.registrations,
    guard: mfa.guard,
    providers: outside('sign-in providers', makeProviders(outgoing.fetch, clock)),
    settings: settings.oauth2,
    publicOrigins: () => publicOrigins(config, port()),
  });
  const blocks = blocksFeature({ db, clock, users: users.users });
  const list: Feature[] = [
    auditing,
    banning,
    users,
    blocks,
    sessions,
    mfa,
    signingIn,
    mailing,
    emails,
    registrations,
    accountPasswords,
    passkeys,
    oauth2,
  ];
  return { list, audit, bans, loginMethods, outgoing, users, addresses, sessions, mfa, accountPasswords };
}

/** Origins under which people reach the web app: the one that is configured, else where a server on this machine listens. */
function publicOrigins(config: Config, port: number): string[] {
  const origin = publicUrlOf(config, port);
  return config['server.mode'] === 'production' ? [origin] : [origin, `http://127.0.0.1:${port}`];
}
