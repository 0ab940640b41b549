/** Signing in with an account elsewhere: it begins with a state and ends once, with the code from the provider. */
import { type AuthorizationParts, makeAuthorization } from './authorization.service.ts';
import { type ExchangeParts, makeExchange } from './exchange.service.ts';

export type OAuth2Parts = AuthorizationParts & ExchangeParts;

export function makeOAuth2(parts: OAuth2Parts) {
  return { ...makeAuthorization(parts), ...makeExchange(parts) };
}
