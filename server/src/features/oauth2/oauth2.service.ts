/** Signing in with an account elsewhere: begun with a state, ended once with the code that came back. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  ExchangeAuthorizationCodeRequest,
  ExchangeAuthorizationCodeResponseSchema,
} from '@matinee/contract/gen/service/oauth2/oauth2_pb.ts';
import { IdentityNotProven, ProviderUnavailable } from '../../drivers/oauth/provider-errors.ts';
import type { Identity, ProviderClient, Providers, Returned } from '../../drivers/oauth/providers.ts';
import type { Call, UserPrincipal } from '../../kernel/call.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { type Random, secretText } from '../../kernel/random.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import type { OneTimeValues } from '../../store/key-value/one-time-values.ts';
import type { Registrations } from '../registrations/registrations.port.ts';
import type { SignIns } from '../sign-ins/sign-ins.port.ts';
import { toUser, type Users } from '../users/users.port.ts';
import { type LinkedAccount, type makeLinks, toAccount } from './links.service.ts';
import { oauth2Errors } from './oauth2.errors.ts';
import type { oauth2Settings } from './oauth2.settings.ts';
import type { OAuth2Provider } from './provider-settings.ts';
import { mayReturnTo } from './redirects.ts';
import { clientOf, fingerprintOf, kindOf, type makeRegistry, modesOf } from './registry.ts';
import { suggestUsername } from './usernames.ts';

/** What a state stands for. It serves once within 300 s, on any replica, because the shared store keeps it. [OA6] */
export interface IssuedState {
  readonly instance: string;
  /** Of the client that the sign-in was begun with. */
  readonly fingerprint: string;
  /** Absent: native mode. */
  readonly redirectUrl?: string;
  readonly verifier: string;
  readonly nonce: string;
  /** Set when an account is to be linked to this user. */
  readonly bindUserId?: string;
}

export interface OAuth2Parts {
  /** Sign-ins that were begun, by their state. */
  readonly states: OneTimeValues<IssuedState>;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Log;
  readonly users: Users;
  readonly signIns: SignIns;
  readonly registrations: Registrations;
  readonly providers: Providers;
  readonly settings: SettingValues<typeof oauth2Settings>;
  readonly registry: ReturnType<typeof makeRegistry>;
  readonly links: ReturnType<typeof makeLinks>;
  /** Origins under which people reach the web app. */
  readonly publicOrigins: () => readonly string[];
}

type ExchangeAnswer = MessageInitShape<typeof ExchangeAuthorizationCodeResponseSchema>;

/** Names that are tried for a new account; with 90 000 numbers for each the last one is free. */
const maxNames = 6;

export function makeOAuth2(parts: OAuth2Parts) {
  const { states, random, ids, log, users, signIns, registrations, providers, settings, registry, links } = parts;

  /** What a provider's failure means to whoever asked; the log says more, but nothing that is secret. */
  function translate(instance: string, cause: unknown): unknown {
    if (cause instanceof IdentityNotProven) {
      log.info({ instance, reason: cause.message }, 'a provider did not confirm who came back');
      return oauth2Errors.not_proven();
    }
    if (!(cause instanceof ProviderUnavailable)) return cause;
    const { message } = (cause.cause ?? cause) as Error & { cause?: Error };
    log.warn({ instance, reason: cause.message, because: message }, 'a provider cannot be used');
    return oauth2Errors.provider_unavailable();
  }

  async function identify(issued: IssuedState, client: ProviderClient, returned: Returned): Promise<Identity> {
    const { redirectUrl, nonce, verifier, instance } = issued;
    return providers.identify(client, { redirectUrl, nonce, verifier }, returned).catch((cause) => {
      throw translate(instance, cause);
    });
  }

  /** [OA14] */
  async function signIn(account: LinkedAccount, call: Call): Promise<ExchangeAnswer | undefined> {
    const link = await links.find(account);
    const user = link && (await users.find(link.user_id));
    if (!user) return undefined;
    const { accessToken, refreshToken, accessTokenExpiresAt, mfa } = await signIns.complete(user, 'oauth2', call);
    return {
      accessToken,
      refreshToken,
      accessTokenExpiresAt,
      mfa,
      user: toUser(user),
      registrationReviewRequired: false,
    };
  }

  /** [OA15] [OA16] */
  async function signUp(
    provider: OAuth2Provider,
    account: LinkedAccount,
    names: readonly string[],
    call: Call,
  ): Promise<ExchangeAnswer> {
    if (!provider.enableSignup) throw oauth2Errors.signup_disabled();
    const { account_name, ...lasting } = account;
    for (let attempt = 0; ; attempt++) {
      const username = suggestUsername(names, attempt, random);
      try {
        return await registrations.register(
          {
            userId: ids.make('usr'),
            username,
            method: 'oauth2',
            needsReview: provider.signupNeedReview,
            credentials: [{ kind: links.kind.kind, value: account }],
            once: { kind: links.kind.kind, value: lasting },
          },
          call,
        );
      } catch (cause) {
        const reason = cause instanceof AppError ? cause.reason : undefined;
        // Two first sign-ins at once: the other one made the account.
        const answer = reason === 'oauth2.linked_elsewhere' ? await signIn(account, call) : undefined;
        if (answer) return answer;
        if (reason !== 'auth.username_taken' || attempt + 1 === maxNames) throw cause;
      }
    }
  }

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
      if (!native && !mayReturnTo(redirectUrl, { listed, origins: parts.publicOrigins(), hasPkce }))
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
            throw translate(instance, cause);
          });
      await states.keepAs(state, issued);
      return native ? { state, nonce } : { state, authorizationUrl };
    },

    /** [OA6]–[OA16] */
    async exchange(request: ExchangeAuthorizationCodeRequest, call: Call): Promise<ExchangeAnswer> {
      const issued = await states.take(request.state);
      if (!issued || (request.provider !== '' && request.provider !== issued.instance))
        throw oauth2Errors.invalid_state();
      const { instance, bindUserId } = issued;
      if (bindUserId !== undefined && !isCallOf(call, bindUserId)) throw oauth2Errors.wrong_user();
      const provider = registry.find(instance);
      const client = provider && clientOf(provider, issued.redirectUrl === undefined ? 'native' : 'browser');
      if (!client || fingerprintOf(client) !== issued.fingerprint) throw oauth2Errors.invalid_state();
      const identity = await identify(issued, client, request);
      const account = toAccount(instance, identity);
      if (bindUserId !== undefined) {
        const linkedProvider = await links.bind(account, call as Call<UserPrincipal>);
        return { linkedProvider, registrationReviewRequired: false };
      }
      return (await signIn(account, call)) ?? signUp(provider, account, identity.names, call);
    },
  };
}

function isCallOf(call: Call, userId: string): call is Call<UserPrincipal> {
  return call.principal.kind === 'user' && call.principal.userId === userId;
}
