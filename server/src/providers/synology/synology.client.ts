/**
 * Synology's File Station by its official API guide, and the sign-in by the guide to DSM's login. Responses have status
 * 200 even for failures; `error.code` has the result. Nothing else calls the server.
 */
import { sessionEnded, workingSession } from '../file-servers/account-tokens.ts';
import { type Answered, needed, numberOf, objectOf, readJson, textOf } from '../json-answer.ts';
import type { ApiRequest, OpenAccount, ProviderTools, Secrets } from '../provider.ts';
import { ProviderError, type ProviderFailure } from '../provider-error.ts';
import type { UpstreamAddress } from '../resolved.ts';

/** An account, as stored in its credentials. */
export interface SynologyAccount {
  /** Without a trailing slash. */
  readonly url: string;
  readonly username: string;
  /** Sessions expire when unused, and a new one needs the password. */
  readonly password: string;
  /** The token of a session. */
  readonly token: string;
  /** Replaces the second factor's code in later sign-ins; empty: no second factor, or DSM is older than 6. */
  readonly deviceToken: string;
  /** `Apis`, as JSON. */
  readonly apis: string;
}

/** An API's path, versions, and encoding of values on the server. */
interface Api {
  readonly path: string;
  readonly maxVersion: number;
  /** True: texts and lists are JSON. False: texts are plain, and commas separate lists. */
  readonly isJson: boolean;
}

type Apis = Readonly<Record<ApiName, Api>>;
const apiNames = [
  'SYNO.API.Auth',
  'SYNO.FileStation.List',
  'SYNO.FileStation.Search',
  'SYNO.FileStation.Download',
  'SYNO.FileStation.Thumb',
] as const;
type ApiName = (typeof apiNames)[number];

/** A call of an API, in the newest version up to `version`. */
export interface Call {
  readonly api: ApiName;
  readonly version: number;
  readonly method: string;
  readonly values: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

export function accountOf({ credentials }: { readonly credentials: Secrets }): SynologyAccount {
  return credentials as unknown as SynologyAccount;
}

interface SignIn {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Empty: none. */
  readonly otpCode: string;
  /** Shown in DSM among the devices of the account. */
  readonly deviceName: string;
}

/** Returns an account with its own session. @throws ProviderError */
export async function signIn(
  { otpCode, deviceName, ...given }: SignIn,
  tools: ProviderTools,
): Promise<SynologyAccount> {
  const apis = await findApis(given.url, tools);
  const account = { ...given, deviceToken: '', apis: JSON.stringify(apis) };
  const code = { otp_code: otpCode, enable_device_token: 'yes', device_name: deviceName };
  const data = await logIn(account, otpCode === '' ? {} : code, tools);
  const deviceToken = textOf(data['device_id']) ?? textOf(data['did']) ?? '';
  return { ...account, token: needed(textOf(data['sid'])), deviceToken: otpCode === '' ? '' : deviceToken };
}

/** Only SYNO.API.Info has the same path on all servers. */
async function findApis(url: string, tools: ProviderTools): Promise<Apis> {
  const query = `api=SYNO.API.Info&version=1&method=query&query=${apiNames.join(',')}`;
  const data = await readAnswer(await tools.ask(`${url}/webapi/query.cgi?${query}`), failureOfFiles);
  const apis = apiNames.map((name): [ApiName, Api] => {
    const { path, maxVersion, requestFormat } = needed(objectOf(data[name]));
    const known = needed(textOf(path));
    if (!/^\w+(?:\/\w+)*\.cgi$/.test(known)) throw new ProviderError('bad_answer');
    return [name, { path: known, maxVersion: needed(numberOf(maxVersion)), isJson: requestFormat === 'JSON' }];
  });
  return Object.fromEntries(apis) as Apis;
}

async function logIn(
  account: Omit<SynologyAccount, 'token'>,
  code: Readonly<Record<string, string>>,
  tools: ProviderTools,
): Promise<Answered> {
  const { username, password } = account;
  const values = { account: username, passwd: password, session: 'FileStation', format: 'sid', ...code };
  const [url, body] = addressOf(account, { api: 'SYNO.API.Auth', version: 6, method: 'login', values });
  // The password is sent in the body, because logs contain addresses.
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return readAnswer(await tools.ask(url, { method: 'POST', headers, body }), failureOfLogin);
}

/** Ends the session. @throws ProviderError */
export async function logOut(open: OpenAccount, tools: ProviderTools): Promise<void> {
  const call: Call = { api: 'SYNO.API.Auth', version: 6, method: 'logout', values: { session: 'FileStation' } };
  const [url, query] = addressOf(accountOf(open), call);
  await readAnswer(await tools.ask(`${url}?${query}`, cookie(accountOf(open).token)), failureOfLogin);
}

/** Calls an API as an account. @throws ProviderError */
export async function callAs(open: OpenAccount, call: Call, tools: ProviderTools): Promise<Answered> {
  return callWith(accountOf(open), await sessionOf(open, tools), call, tools);
}

/** The address of a call that returns bytes. @throws ProviderError */
export async function bytesOf(open: OpenAccount, call: Call, tools: ProviderTools): Promise<UpstreamAddress> {
  const [url, query] = addressOf(accountOf(open), call);
  return { url: `${url}?${query}`, ...cookie(await sessionOf(open, tools)) };
}

async function callWith(account: SynologyAccount, token: string, call: Call, tools: ProviderTools): Promise<Answered> {
  const [url, query] = addressOf(account, call);
  return readAnswer(await tools.ask(`${url}?${query}`, cookie(token)), failureOfFiles);
}

/** @throws ProviderError when the session of these credentials has expired, or may not use File Station. */
export async function checkSession(credentials: SynologyAccount, tools: ProviderTools): Promise<void> {
  await callWith(credentials, credentials.token, anyShare, tools);
}

const anyShare: Call = { api: 'SYNO.FileStation.List', version: 2, method: 'list_share', values: { limit: 1 } };

/** A valid session: the stored one, or a new one after expiry. */
function sessionOf(open: OpenAccount, tools: ProviderTools): Promise<string> {
  const account = accountOf(open);
  const { token, deviceToken } = account;
  const use = {
    token,
    ask: (session: string) => callWith(account, session, anyShare, tools),
    renew: async () => {
      const data = await logIn(account, deviceToken === '' ? {} : { device_id: deviceToken }, tools);
      return needed(textOf(data['sid']));
    },
  };
  return workingSession(open, use, tools);
}

/** The session is sent in DSM's cookie, because logs contain addresses. */
function cookie(token: string): { readonly headers: NonNullable<ApiRequest['headers']> } {
  return { headers: { cookie: `id=${token}` } };
}

/** The address of an API, and the query of a call. */
function addressOf({ url, apis }: Pick<SynologyAccount, 'url' | 'apis'>, call: Call): [url: string, query: string] {
  const { path, maxVersion, isJson } = (JSON.parse(apis) as Apis)[call.api];
  const values = Object.entries(call.values).map(([name, value]) => [name, written(value, isJson)]);
  const query = new URLSearchParams([
    ['api', call.api],
    ['version', String(Math.min(call.version, maxVersion))],
    ['method', call.method],
    ...(values as [string, string][]),
  ]);
  return [`${url}/webapi/${path}`, query.toString()];
}

function written(value: Call['values'][string], isJson: boolean): string {
  if (isJson) return JSON.stringify(value);
  // "Escape commas and backslashes with a backslash."
  return typeof value === 'object' ? value.map((one) => one.replace(/[\\,]/g, '\\$&')).join(',') : String(value);
}

async function readAnswer(answer: Response, failureOf: (code: number) => ProviderFailure): Promise<Answered> {
  const { success, data, error } = await readJson(answer);
  if (success === true) return objectOf(data) ?? {};
  const code = needed(numberOf(objectOf(error)?.['code']));
  // 105: no permission, or an unknown session.
  if ([105, 106, 107, 119].includes(code))
    throw new ProviderError(code === 105 ? 'forbidden' : 'account_refused', { cause: sessionEnded });
  throw new ProviderError(failureOf(code));
}

/**
 * Codes of SYNO.API.Auth: wrong account or password, disabled, denied, a missing or wrong code of the second factor,
 * and so on.
 */
function failureOfLogin(code: number): ProviderFailure {
  // 407: too many wrong passwords from this address.
  if (code === 407) return 'busy';
  return code >= 400 && code < 500 ? 'account_refused' : 'bad_answer';
}

/** Codes of File Station. */
function failureOfFiles(code: number): ProviderFailure {
  if (code === 402) return 'busy';
  if (code === 407) return 'forbidden';
  // A missing file, an invalid name, or an expired search.
  if ([408, 418, 419, 599].includes(code)) return 'missing';
  return code < 400 ? 'bad_answer' : 'failed';
}
