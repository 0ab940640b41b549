/** Signing in with an OAuth2 provider: begins with a state and completes once, with the provider's code. */
import { type AuthorizationParts, makeAuthorization } from './authorization.service.ts';
import { type ExchangeParts, makeExchange } from './exchange.service.ts';

export type OAuth2Parts = AuthorizationParts & ExchangeParts;

export function makeOAuth2(parts: OAuth2Parts) {
  return { ...makeAuthorization(parts), ...makeExchange(parts) };
}
