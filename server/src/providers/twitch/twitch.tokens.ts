/** Tokens for Twitch's API (dev.twitch.tv/docs/authentication): of this server's client, or of an account. */
import { type DeviceSite, type TokenAsker, tokensOf } from '../device-flow.ts';
import { needed, readJson, textOf } from '../json-answer.ts';
import type { OpenAccount, ProviderTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';

const origin = 'https://id.twitch.tv/oauth2';

/** The authorization of a request: an account, or the client alone. */
export interface Asker extends TokenAsker {
  readonly clientId: string;
}

/** The client of this server, for sign-ins. @throws ProviderError `no_key` when the operator has registered none. */
export function twitchSite({ operator }: Pick<ProviderTools, 'operator'>): DeviceSite {
  const { clientId, clientSecret } = operator?.() ?? {};
  if (clientId === undefined || clientSecret === undefined) throw new ProviderError('no_key');
  return {
    deviceUrl: `${origin}/device`,
    tokenUrl: `${origin}/token`,
    clientId,
    clientSecret,
    scope: { scopes: 'user:read:follows' },
  };
}

/** The account, or the client alone. @throws ProviderError `no_key` */
export function askerOf(account: OpenAccount | undefined, tools: ProviderTools): Asker {
  const site = twitchSite(tools);
  const own = tokensOf(account, () => site, tools);
  if (own) return { clientId: site.clientId, ...own };
  // A client token lasts about two months. This server requests another one when needed.
  const token = () => tools.remember(`token of ${site.clientId}`, () => askAppToken(site, tools));
  return { clientId: site.clientId, token, renewed: () => askAppToken(site, tools) };
}

async function askAppToken({ tokenUrl, clientId, clientSecret }: DeviceSite, { ask }: ProviderTools): Promise<string> {
  const parameters = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
  const body = new URLSearchParams(parameters).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await ask(tokenUrl, { method: 'POST', headers, body }).catch((cause) => {
    // Twitch responds 400 for an unknown client id, and 403 for a wrong secret.
    const isRefused = cause instanceof ProviderError && [400, 403].includes(cause.answer?.status ?? 0);
    throw isRefused ? new ProviderError('account_refused', { cause }) : cause;
  });
  return needed(textOf((await readJson(answer))['access_token']));
}

/** The account of a token ("Validating requests"). @throws ProviderError `account_refused` */
export async function whoseToken(token: string, { ask }: Pick<ProviderTools, 'ask'>) {
  const answer = await readJson(await ask(`${origin}/validate`, { headers: { authorization: `OAuth ${token}` } }));
  return { userId: needed(textOf(answer['user_id'])), login: needed(textOf(answer['login'])) };
}

/** Revokes a token ("Revoking access tokens"). @throws ProviderError */
export async function revokeToken(token: string, tools: ProviderTools): Promise<void> {
  const body = new URLSearchParams({ client_id: twitchSite(tools).clientId, token }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await tools.ask(`${origin}/revoke`, { method: 'POST', headers, body });
}
