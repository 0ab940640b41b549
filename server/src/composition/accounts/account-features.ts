import { makeHttpFetch } from '../../drivers/http-fetch/http-fetch.ts';
import { makeProviders } from '../../drivers/oauth/providers.ts';
import { blocksFeature } from '../../features/accounts/blocks/blocks.feature.ts';
import { emailsFeature } from '../../features/accounts/emails/emails.feature.ts';
import { oauth2Feature } from '../../features/accounts/oauth2/oauth2.feature.ts';
import { passkeysFeature } from '../../features/accounts/passkeys/passkeys.feature.ts';
import { findRelyingParty } from '../../features/accounts/passkeys/relying-party.ts';
import { passwordsFeature } from '../../features/accounts/passwords/passwords.feature.ts';
import type { Config } from '../../kernel/config/config-keys.ts';
import { publicUrlOf } from '../../wiring.ts';
import type { FeatureList } from '../feature-list.ts';
import type { Ground } from '../ground.ts';
import { makeAccountBase } from './account-base.ts';
import { makeSignInFeatures } from './sign-in-features.ts';

export type AccountFeatures = ReturnType<typeof makeAccountFeatures>;

/** Accounts, and every way to sign in to them. */
export function makeAccountFeatures(ground: Ground, features: FeatureList) {
  const { config, secrets, clock, passwords: opaque, settings, publicPort, outside } = ground;
  const base = makeAccountBase(ground, features);
  const signingIn = makeSignInFeatures(ground, features, base);
  const { users, addresses, preferences, mail, audit } = base;
  const { lockout, sessions, guard, verifications, signIns, registrations, publicUrl } = signingIn;
  /** The parts that every way to sign in or up uses. */
  const ways = { users, audit, sessions, guard, verifications, signIns, registrations };
  const { blocks } = features.add(blocksFeature({ ...ground, users }));
  const { passwords } = features.add(
    passwordsFeature({
      ...ground,
      ...ways,
      lockout,
      findByEmail: async (address) => {
        const userId = await addresses.findUserId(address);
        return userId === undefined ? undefined : users.find(userId);
      },
      settings: settings.sessions,
    }),
  );
  features.add(
    emailsFeature({
      ...ground,
      ...ways,
      addresses,
      preferences,
      mail,
      lockout,
      publicUrl,
      passwords,
      opaque,
      secret: secrets.opaqueServerSetup,
    }),
  );
  features.add(
    passkeysFeature({
      ...ground,
      ...ways,
      settings: settings.sessions,
      relyingParty: () => relyingPartyOf(config, publicPort.number),
      serverName: () => settings.server.name,
    }),
  );
  const outgoing = outside('outgoing requests', makeHttpFetch({ guard: base.outgoingGuard }));
  features.add(
    oauth2Feature({
      ...ground,
      ...ways,
      providers: outside('sign-in providers', makeProviders(outgoing.fetch, clock)),
      settings: settings.oauth2,
      ownUrls: () => ownUrls(config, publicPort.number),
    }),
  );
  return { ...base, ...signingIn, blocks, passwords, outgoing };
}

function relyingPartyOf(config: Config, port: number) {
  return findRelyingParty({
    origin: config['webauthn.rp_origin'],
    id: config['webauthn.rp_id'],
    isDevelopment: config['server.mode'] === 'development',
    hasTls: config['server.tls_certificate'] !== undefined,
    port,
  });
}

/** URLs at which people open the web app: the configured one, otherwise that of a server on this machine. */
function ownUrls(config: Config, port: number): string[] {
  const url = publicUrlOf(config, port);
  const local = `http://127.0.0.1:${port}${config['server.base_path']}`;
  return config['server.mode'] === 'production' ? [url] : [url, local];
}
