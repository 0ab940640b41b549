/** Completes a sign-in with an OAuth2 provider: the server exchanges the code, once. */
import type { ExchangeAuthorizationCodeRequest } from '@matinee/contract/gen/service/oauth2/oauth2_pb.ts';
import type { Providers } from '../../../drivers/oauth/providers.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import type { Log } from '../../../kernel/log.ts';
import type { OneTimeValues } from '../../../store/key-value/one-time-values.ts';
import type { IssuedState } from './authorization.service.ts';
import { type ExchangeAnswer, type LinkedSignInParts, makeLinkedSignIn } from './linked-sign-in.service.ts';
import { toAccount } from './links.service.ts';
import { oauth2Errors } from './oauth2.errors.ts';
import { translateFailure } from './provider-failures.ts';
import { clientOf, fingerprintOf, type makeRegistry } from './registry.ts';

export interface ExchangeParts extends LinkedSignInParts {
  /** Sign-ins in progress, by their state. */
  readonly states: OneTimeValues<IssuedState>;
  readonly log: Log;
  readonly providers: Providers;
  readonly registry: ReturnType<typeof makeRegistry>;
}

export function makeExchange(parts: ExchangeParts) {
  const { states, log, providers, registry, links } = parts;
  const { signIn, signUp } = makeLinkedSignIn(parts);
  return {
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
      const { redirectUrl, nonce, verifier } = issued;
      const identity = await providers.identify(client, { redirectUrl, nonce, verifier }, request).catch((cause) => {
        throw translateFailure(log, instance, cause);
      });
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
