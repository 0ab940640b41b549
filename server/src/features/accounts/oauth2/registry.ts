import { createHash } from 'node:crypto';
import { AuthorizationMode } from '@matinee/contract/gen/service/oauth2/oauth2_pb.ts';
import type { ProviderClient } from '../../../drivers/oauth/identity.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { oauth2Settings } from './oauth2.settings.ts';
import { type OAuth2Provider, providerKinds } from './provider-settings.ts';

export type Mode = 'browser' | 'native';

/** The configured provider instances. Settings change while the server runs, so nothing is cached. */
export function makeRegistry(settings: SettingValues<typeof oauth2Settings>) {
  return {
    list: (): readonly OAuth2Provider[] => settings.providers,
    find: (instance: string): OAuth2Provider | undefined =>
      settings.providers.find(({ instanceName }) => instanceName === instance),
  };
}

/** The kind of provider behind the instance. */
export function kindOf(provider: OAuth2Provider): ProviderClient['kind'] {
  return providerKinds.find((kind) => provider[kind] !== undefined)!;
}

/**
 * The client of the instance for a mode; undefined if the operator configured none. Only Apple has separate clients for
 * applications.
 */
export function clientOf(provider: OAuth2Provider, mode: Mode): ProviderClient | undefined {
  const kind = kindOf(provider);
  if (kind === 'apple') {
    const { webClientId, webClientSecret, nativeClientId, nativeClientSecret } = provider.apple!;
    const [clientId, clientSecret] =
      mode === 'browser' ? [webClientId, webClientSecret] : [nativeClientId, nativeClientSecret];
    return clientId === undefined || clientSecret === undefined ? undefined : { kind, clientId, clientSecret };
  }
  if (mode === 'native') return undefined;
  const client = provider[kind]!;
  return { kind, ...client };
}

export function modesOf(provider: OAuth2Provider): AuthorizationMode[] {
  return [
    ...(clientOf(provider, 'browser') ? [AuthorizationMode.BROWSER] : []),
    ...(clientOf(provider, 'native') ? [AuthorizationMode.NATIVE] : []),
  ];
}

/**
 * Identifies the configuration of an instance: a sign-in that began with one configuration must not complete with
 * another.
 */
export function fingerprintOf({ kind, clientId, issuer = '' }: ProviderClient): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, clientId, issuer]))
    .digest('base64url');
}
