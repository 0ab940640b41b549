/**
 * Nextcloud by its developer manual ("Clients and Client APIs"): accounts, Login Flow v2, favourites, search and
 * previews.
 */
import { isUrl } from '../../kernel/http/urls.ts';
import { askMultistatus, type DavEntry, headersOf, properties } from '../file-servers/dav-client.ts';
import { needed, objectOf, readJson, textOf } from '../json-answer.ts';
import type { OpenAccount, ProviderTools, Secrets } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { UpstreamAddress } from '../resolved.ts';

/** Required by every request to the OCS API ("OCS API"). */
const ocs = { 'ocs-apirequest': 'true', accept: 'application/json' };

/** An account, as stored in its credentials: `url` is its WebDAV folder. */
export interface NextcloudCredentials {
  readonly url: string;
  /** The address of the server, without a trailing slash. */
  readonly server: string;
  readonly username: string;
  readonly password: string;
  /** The account's name in paths. Users may sign in with another one, such as an email address. */
  readonly userId: string;
}

export function credentialsOf({ credentials }: { readonly credentials: Secrets }): NextcloudCredentials {
  return credentials as unknown as NextcloudCredentials;
}

/** Finds the account for a name and a password on the server. @throws ProviderError */
export async function signIn(
  given: Pick<NextcloudCredentials, 'server' | 'username' | 'password'>,
  tools: ProviderTools,
): Promise<NextcloudCredentials> {
  const { server } = given;
  const data = await askOcs(`${server}/ocs/v2.php/cloud/user?format=json`, given, tools);
  const userId = needed(textOf(data['id']));
  return { ...given, userId, url: `${server}/remote.php/dav/files/${encodeURIComponent(userId)}` };
}

/**
 * Creates an app password to store instead of the account's own. @throws ProviderError `forbidden` when the given
 * password already is one.
 */
export async function makeAppPassword(account: NextcloudCredentials, tools: ProviderTools): Promise<string> {
  const data = await askOcs(`${account.server}/ocs/v2.php/core/getapppassword?format=json`, account, tools);
  return needed(textOf(data['apppassword']));
}

export async function deleteAppPassword(account: NextcloudCredentials, tools: ProviderTools): Promise<void> {
  const headers = { ...headersOf({ ...account }), ...ocs };
  await tools.ask(`${account.server}/ocs/v2.php/core/apppassword`, { method: 'DELETE', headers });
}

async function askOcs(
  url: string,
  { username, password }: Pick<NextcloudCredentials, 'username' | 'password'>,
  tools: ProviderTools,
) {
  const answer = await readJson(await tools.ask(url, { headers: { ...headersOf({ username, password }), ...ocs } }));
  return needed(objectOf(objectOf(answer['ocs'])?.['data']));
}

/** A sign-in that waits for the user to agree on a page of their server. */
export interface Flow {
  readonly loginUrl: string;
  readonly endpoint: string;
  readonly token: string;
}

/** @throws ProviderError */
export async function startFlow(server: string, tools: ProviderTools): Promise<Flow> {
  // The sign-in page shows this header as the client's name.
  const headers = { 'user-agent': 'Matinee', 'content-type': 'application/json' };
  const answer = await readJson(
    await tools.ask(`${server}/index.php/login/v2`, { method: 'POST', headers, body: '{}' }),
  );
  const poll = needed(objectOf(answer['poll']));
  const [loginUrl, endpoint] = [needed(httpOf(answer['login'])), needed(httpOf(poll['endpoint']))];
  return { loginUrl, endpoint, token: needed(textOf(poll['token'])) };
}

/** Undefined: the user has not agreed yet. @throws ProviderError */
export async function pollFlow({ endpoint, token }: Omit<Flow, 'loginUrl'>, tools: ProviderTools) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ token }).toString();
  const answer = await tools.ask(endpoint, { method: 'POST', headers, body }).catch((cause) => {
    if (cause instanceof ProviderError && cause.failure === 'missing') return undefined;
    throw cause;
  });
  if (!answer) return undefined;
  const agreed = await readJson(answer);
  return {
    server: needed(httpOf(agreed['server'])).replace(/\/$/, ''),
    username: needed(textOf(agreed['loginName'])),
    password: needed(textOf(agreed['appPassword'])),
  };
}

function httpOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && isUrl(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}

/** The favourites of the account ("Listing favorites"). @throws ProviderError */
export function listFavorites({ credentials }: OpenAccount, tools: ProviderTools): Promise<DavEntry[]> {
  const body = `<?xml version="1.0" encoding="utf-8"?><oc:filter-files xmlns:oc="http://owncloud.org/ns">${properties}
<oc:filter-rules><oc:favorite>1</oc:favorite></oc:filter-rules></oc:filter-files>`;
  return askMultistatus(credentials, `${credentials['url']}/`, { method: 'REPORT', body }, tools);
}

/** Most results of a search; a longer search text narrows them down. */
const maxFound = 500;

/** Files and folders with `text` in their names ("WebDAV Search", RFC 5323). @throws ProviderError */
export function searchFiles(
  open: OpenAccount,
  folder: string,
  text: string,
  tools: ProviderTools,
): Promise<DavEntry[]> {
  const { server, userId } = credentialsOf(open);
  const scope = `/files/${encodeURIComponent(userId)}${folder.split('/').map(encodeURIComponent).join('/')}`;
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const body = `<?xml version="1.0" encoding="utf-8"?><d:searchrequest xmlns:d="DAV:"><d:basicsearch><d:select>${properties}</d:select>
<d:from><d:scope><d:href>${escapeXml(scope)}</d:href><d:depth>infinity</d:depth></d:scope></d:from>
<d:where><d:like><d:prop><d:displayname/></d:prop><d:literal>${escapeXml(pattern)}</d:literal></d:like></d:where>
<d:orderby/><d:limit><d:nresults>${maxFound}</d:nresults></d:limit></d:basicsearch></d:searchrequest>`;
  return askMultistatus(open.credentials, `${server}/remote.php/dav/`, { method: 'SEARCH', body }, tools);
}

/** XML does not allow control characters, not even escaped (XML 1.0, section 2.2). */
function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (char) => entities[char]!);
}

/** The picture of a file, by its number. */
export function previewOf(open: OpenAccount, fileId: string): UpstreamAddress {
  const { server } = credentialsOf(open);
  const query = new URLSearchParams({ fileId, x: '480', y: '480', a: '1', mimeFallback: '0', forceIcon: '0' });
  return { url: `${server}/index.php/core/preview?${query}`, headers: headersOf(open.credentials) };
}
