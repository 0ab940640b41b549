/**
 * Begins a sign-in with an OAuth2 provider: the server makes a state, which the shared store keeps until the browser
 * returns with it.
 */
import type { Providers } from '../../../drivers/oauth/providers.ts';
import type { Log } from '../../../kernel/log.ts';
import { type Random, secretText } from '../../../kernel/random.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { OneTimeValues } from '../../../store/key-value/one-time-values.ts';
import { oauth2Errors } from './oauth2.errors.ts';
import type { oauth2Settings } from './oauth2.settings.ts';
import { translateFailure } from './provider-failures.ts';
import { mayReturnTo } from './redirects.ts';
import { clientOf, fingerprintOf, kindOf, type makeRegistry, modesOf } from './registry.ts';

/** The data of a state. It works once, for 300 s, on any replica, because the shared store keeps it. [OA6] */
export interface IssuedState {
  readonly instance: string;
  /** The client configuration with which the sign-in began. */
  readonly fingerprint: string;
  /** Absent: native mode. */
  readonly redirectUrl?: string;
  readonly verifier: string;
  readonly nonce: string;
  /** Present if this user wants to link an account. */
  readonly bindUserId?: string;
}

export interface AuthorizationParts {
  /** Sign-ins in progress, by their state. */
  readonly states: OneTimeValues<IssuedState>;
  readonly random: Random;
  readonly log: Log;
  readonly providers: Providers;
  readonly settings: SettingValues<typeof oauth2Settings>;
  readonly registry: ReturnType<typeof makeRegistry>;
  /** URLs at which people open the web app, without a trailing slash. */
  readonly ownUrls: () => readonly string[];
}

export function makeAuthorization(parts: AuthorizationParts) {
  const { states, random, log, providers, settings, registry } = parts;
  return {
    /** [OA1] */
    list: async () => ({
      providers: registry.list().map((provider) => ({
        instanceName: provider.instanceName,
        kind: kindOf(provider),
        signupEnabled: provider.enableSignup,
        signupNeedReview: provider.signupNeedReview,
        supportedModes: modesOf(provider),
      })),
    }),

    /** [OA2]–[OA6] */
    async authorize(
      { provider: instance, redirectUrl, native }: { provider: string; redirectUrl: string; native: boolean },
      bindUserId?: string,
    ) {
      const provider = registry.find(instance);
      if (!provider) throw oauth2Errors.unknown_provider();
      const client = clientOf(provider, native ? 'native' : 'browser');
      if (!client) throw oauth2Errors.mode_not_supported();
      const { allowedRedirectUrls: listed } = settings;
      const hasPkce = providers.hasPkce(client.kind);
      if (!native && !mayReturnTo(redirectUrl, { listed, ownUrls: parts.ownUrls(), hasPkce }))
        throw oauth2Errors.redirect_not_allowed();
      const state = secretText(random);
      const issued: IssuedState = {
        instance,
        fingerprint: fingerprintOf(client),
        verifier: secretText(random),
        nonce: secretText(random),
        ...(native ? {} : { redirectUrl }),
        ...(bindUserId === undefined ? {} : { bindUserId }),
      };
      const { nonce, verifier } = issued;
      const authorizationUrl = native
        ? undefined
        : await providers.authorizationUrl(client, { redirectUrl, nonce, verifier }, state).catch((cause) => {
            throw translateFailure(log, instance, cause);
          });
      await states.keepAs(state, issued);
      return native ? { state, nonce } : { state, authorizationUrl };
    },
  };
}
