/**
 * Jellyfin and Emby by their published REST references. They share an ancestor: paths and messages are mostly the same,
 * and `/System/Info/Public` identifies the product. Nothing else calls the server.
 */
import { type Answered, needed, objectOf, objectsOf, readJson, textOf } from '../json-answer.ts';
import type { ApiRequest, ProviderTools, Secrets, SignInTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';

/** An account, as stored in its credentials. */
export interface EmbyAccount {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly dialect: 'jellyfin' | 'emby';
  /** Location of a user's lists: Jellyfin 10.9 moved them from `/Users/{userId}/Items` to `/Items?userId=`. */
  readonly paths: 'query' | 'user';
  /** `key`: made by an administrator; it does not expire with the account. */
  readonly tokenKind: 'session' | 'key';
}

export function accountOf(credentials: Secrets): EmbyAccount {
  return credentials as unknown as EmbyAccount;
}

type Server = Pick<EmbyAccount, 'url' | 'dialect' | 'deviceId' | 'paths'>;

/** Identifies the product of a server. @throws ProviderError also when it is neither. */
export async function identify(url: string, deviceId: string, tools: ProviderTools): Promise<Server> {
  const info = await readJson(await tools.ask(`${url}/System/Info/Public`));
  const version = needed(textOf(info['Version']));
  needed(textOf(info['Id']));
  if (!/jellyfin/i.test(textOf(info['ProductName']) ?? '')) return { url, deviceId, dialect: 'emby', paths: 'user' };
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return { url, deviceId, dialect: 'jellyfin', paths: major > 10 || minor >= 9 ? 'query' : 'user' };
}

/** Signs in by name and password. @throws ProviderError */
export async function authenticate(
  server: Server,
  { username, password }: { readonly username: string; readonly password: string },
  tools: SignInTools,
): Promise<{ readonly account: EmbyAccount; readonly name: string }> {
  const body = JSON.stringify({ Username: username, Pw: password });
  const headers = { ...headersOf({ ...server, token: '' }), 'content-type': 'application/json' };
  const answer = await readJson(
    await tools.ask(`${server.url}/Users/AuthenticateByName`, { method: 'POST', headers, body }),
  );
  const user = needed(objectOf(answer['User']));
  return {
    account: {
      ...server,
      token: needed(textOf(answer['AccessToken'])),
      userId: needed(textOf(user['Id'])),
      tokenKind: 'session',
    },
    name: needed(textOf(user['Name'])),
  };
}

/** Finds the server's user for an administrator's key. @throws ProviderError */
export async function findUser(
  server: Server,
  { username, apiKey }: { readonly username: string; readonly apiKey: string },
  tools: ProviderTools,
): Promise<{ readonly account: EmbyAccount; readonly name: string }> {
  const headers = headersOf({ ...server, token: apiKey });
  const answer = await tools.ask(`${server.url}/Users`, { headers });
  const users: unknown = await answer.json().catch(() => undefined);
  if (!Array.isArray(users)) throw new ProviderError('bad_answer');
  const user = objectsOf(users).find(({ Name }) => textOf(Name)?.toLowerCase() === username.toLowerCase());
  if (!user) throw new ProviderError('account_refused');
  const userId = needed(textOf(user['Id']));
  return { account: { ...server, token: apiKey, userId, tokenKind: 'key' }, name: needed(textOf(user['Name'])) };
}

/** Headers that authenticate the account (Jellyfin: "API Authorization"; Emby: "User Authentication"). */
export function headersOf({ dialect, deviceId, token }: Pick<EmbyAccount, 'dialect' | 'deviceId' | 'token'>) {
  const parts = [`Client="Matinee"`, `Device="Matinee"`, `DeviceId="${deviceId}"`, `Version="1"`];
  if (dialect === 'jellyfin')
    return { authorization: `MediaBrowser ${[...parts, ...(token === '' ? [] : [`Token="${token}"`])].join(', ')}` };
  const headers = { 'x-emby-authorization': `Emby ${parts.join(', ')}` };
  return token === '' ? headers : { ...headers, 'x-emby-token': token };
}

/** @throws ProviderError */
export async function getJson(
  account: EmbyAccount,
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  tools: ProviderTools,
): Promise<Answered> {
  return readJson(await tools.ask(addressOf(account, path, query), { headers: headersOf(account) }));
}

/** @throws ProviderError */
export function post(account: EmbyAccount, path: string, message: object, tools: ProviderTools): Promise<Response> {
  const headers = { ...headersOf(account), 'content-type': 'application/json' };
  const request: ApiRequest = { method: 'POST', headers, body: JSON.stringify(message) };
  return tools.ask(addressOf(account, path), request);
}

export function addressOf(
  { url }: Pick<EmbyAccount, 'url'>,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const address = new URL(`${url}${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value));
  return address.href;
}

/** The path of a list of the account's user: `Items`, `Items/Resume`, `Views`. */
export function personalPath({ paths, userId }: EmbyAccount, name: 'Items' | 'Items/Resume' | 'Views'): string {
  if (paths === 'user') return `/Users/${userId}/${name}`;
  return { Items: '/Items', 'Items/Resume': '/UserItems/Resume', Views: '/UserViews' }[name];
}

/** One item, with its chapters and its timeline pictures. @throws ProviderError */
export function getItem(account: EmbyAccount, itemId: string, tools: ProviderTools): Promise<Answered> {
  const path = account.paths === 'user' ? `/Users/${account.userId}/Items/${itemId}` : `/Items/${itemId}`;
  return getJson(account, path, { userId: account.userId, Fields: 'Chapters,Trickplay' }, tools);
}
