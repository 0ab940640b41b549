/**
 * Cloudreve 4 by its published API. Responses have status 200 even for failures; `code` has the result. Nothing else
 * calls the server.
 */
import { isUrl } from '../../kernel/http/urls.ts';
import { askWithToken } from '../file-servers/account-tokens.ts';
import { type Answered, needed, numberOf, objectOf, objectsOf, readJson, textOf } from '../json-answer.ts';
import type { OpenAccount, ProviderTools, Secrets } from '../provider.ts';
import { ProviderError, type ProviderFailure } from '../provider-error.ts';
import type { UpstreamAddress } from '../resolved.ts';

/** An account, as stored in its credentials. The password is not stored. */
export interface CloudreveAccount {
  /** Without a trailing slash. */
  readonly url: string;
  /** Expires after an hour by default. */
  readonly token: string;
  /** Renews tokens, for months. */
  readonly refreshToken: string;
}

export function accountOf({ credentials }: { readonly credentials: Secrets }): CloudreveAccount {
  return credentials as unknown as CloudreveAccount;
}

interface SignIn {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  /** Empty: none. */
  readonly otp: string;
}

/** Returns an account and its name. @throws ProviderError */
export async function signIn({ url, email, password, otp }: SignIn, tools: ProviderTools) {
  const first = await ask(url, 'session/token', post({ email, password }), tools);
  // 203: the password is right, but the server requires a code.
  const isAskingForCode = first.code === 203;
  if (isAskingForCode && otp === '') throw new ProviderError('account_refused');
  const { data } = isAskingForCode
    ? await ask(url, 'session/token/2fa', post({ otp, session_id: needed(textOf(first.data)) }), tools)
    : first;
  const answered = needed(objectOf(data));
  const name = needed(textOf(objectOf(answered['user'])?.['nickname']));
  return { name, account: { url, ...tokensOf(answered['token']) } satisfies CloudreveAccount };
}

function tokensOf(value: unknown): Pick<CloudreveAccount, 'token' | 'refreshToken'> {
  const tokens = needed(objectOf(value));
  return { token: needed(textOf(tokens['access_token'])), refreshToken: needed(textOf(tokens['refresh_token'])) };
}

/** Ends the sign-in. @throws ProviderError */
export async function signOut(open: OpenAccount, tools: ProviderTools): Promise<void> {
  const { url, refreshToken } = accountOf(open);
  await ask(url, 'session/token', { ...post({ refresh_token: refreshToken }), method: 'DELETE' }, tools);
}

/** Sends a request as an account, and renews an expired token. @throws ProviderError */
export async function askAs(
  open: OpenAccount,
  path: string,
  message: object | undefined,
  tools: ProviderTools,
): Promise<Answered> {
  const { url, token, refreshToken } = accountOf(open);
  const askWith = (bearer: string) => {
    const given: Request = message === undefined ? {} : post(message);
    const { headers = {}, ...request } = given;
    return ask(url, path, { ...request, headers: { ...headers, authorization: `Bearer ${bearer}` } }, tools);
  };
  const renew = async () => {
    const { data } = await ask(url, 'session/token/refresh', post({ refresh_token: refreshToken }), tools);
    return tokensOf(data).token;
  };
  const answer = await askWithToken(open, { token, ask: askWith, renew }, tools);
  return needed(objectOf(answer.data));
}

function post(message: object): Request {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) };
}

interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function ask(url: string, path: string, request: Request, tools: ProviderTools) {
  const answer = await readJson(await tools.ask(`${url}/api/v4/${path}`, request));
  const code = needed(numberOf(answer['code']));
  if (code === 0 || code === 203) return { code, data: answer['data'] };
  // For several files, the response has an error for each.
  const [first] = objectsOf(Object.values(objectOf(answer['aggregated_error']) ?? {}));
  throw new ProviderError(failureOfCode(numberOf(first?.['code']) ?? code));
}

/**
 * Codes of `pkg/serializer`: three digits as in HTTP, or five digits, beginning with 4 for request errors and with 5
 * for server errors.
 */
const failures: readonly (readonly [ProviderFailure, readonly number[]])[] = [
  // No account, a wrong password or code, an expired sign-in, or a captcha, which this server cannot solve.
  ['account_refused', [401, 40017, 40018, 40020, 40021, 40022, 40023, 40026, 40027, 40080]],
  ['forbidden', [403, 40006, 40007, 40069, 40070, 40088, 40089]],
  ['missing', [404, 40016, 40044, 40058, 40077, 40078]],
  ['busy', [40090]],
];

function failureOfCode(code: number): ProviderFailure {
  const known = failures.find(([, codes]) => codes.includes(code));
  if (known) return known[0];
  return code < 0 || code >= 50_000 ? 'failed' : 'bad_answer';
}

/** The addresses of files, in the order of `uris`, and their expiry. @throws ProviderError */
export async function addressesOf(open: OpenAccount, uris: readonly string[], tools: ProviderTools) {
  const answer = await askAs(open, 'file/url', { uris }, tools);
  const urls = objectsOf(answer['urls']).map(({ url }) => addressIn(open, url));
  if (urls.length !== uris.length) throw new ProviderError('bad_answer');
  const endsAtMs = Date.parse(textOf(answer['expires']) ?? '');
  return { urls, ...(Number.isNaN(endsAtMs) ? {} : { expiresAtMs: endsAtMs }) };
}

/** The picture of a file; undefined: it has none. @throws ProviderError */
export async function pictureOf(
  open: OpenAccount,
  uri: string,
  tools: ProviderTools,
): Promise<UpstreamAddress | undefined> {
  const answer = await askAs(open, `file/thumb?${new URLSearchParams({ uri })}`, undefined, tools);
  // Only the server's own web client can show scrambled pictures.
  return answer['obfuscated'] === true ? undefined : { url: addressIn(open, answer['url']) };
}

function addressIn(open: OpenAccount, value: unknown): string {
  const { url } = accountOf(open);
  const text = needed(textOf(value));
  if (!isUrl(text, url)) throw new ProviderError('bad_answer');
  const { protocol, href } = new URL(text, url);
  if (!/^https?:$/.test(protocol)) throw new ProviderError('bad_answer');
  return href;
}
