/** Signing in with an account elsewhere: begun with a state, ended once with the code that came back. */
import { type AuthorizationParts, makeAuthorization } from './authorization.service.ts';
import { type ExchangeParts, makeExchange } from './exchange.service.ts';

export type OAuth2Parts = AuthorizationParts & ExchangeParts;

export function makeOAuth2(parts: OAuth2Parts) {
  return { ...makeAuthorization(parts), ...makeExchange(parts) };
}
