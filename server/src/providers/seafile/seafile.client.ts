/** Seafile by its published Web API (seafile-api.readme.io). Nothing else calls the server. */
import { isUrl } from '../../kernel/http/urls.ts';
import { needed, readJson, textOf } from '../json-answer.ts';
import type { ApiRequest, OpenAccount, ProviderTools, Secrets } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';

/** An account, as stored in its credentials. */
export interface SeafileAccount {
  /** Without a trailing slash. */
  readonly url: string;
  readonly username: string;
  /** Valid until the account revokes it; the password is not stored. */
  readonly token: string;
  /** The word before the token: `Bearer` from version 11 on, `Token` before. */
  readonly scheme: string;
}

export function accountOf({ credentials }: { readonly credentials: Secrets }): SeafileAccount {
  return credentials as unknown as SeafileAccount;
}

interface SignIn {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Empty: the account has no second factor. */
  readonly otpCode: string;
}

/** Signs in. @returns an account with a new token. @throws ProviderError */
export async function signIn({ url, username, password, otpCode }: SignIn, tools: ProviderTools) {
  const { version } = await readJson(await tools.ask(`${url}/api2/server-info/`));
  const major = Number.parseInt(needed(textOf(version)), 10);
  const request = {
    ...formOf({ username, password }),
    headers: { ...formOf({}).headers, ...(otpCode === '' ? {} : { 'x-seafile-otp': otpCode }) },
  };
  const answer = await tools.ask(`${url}/api2/auth-token/`, request).catch((cause) => {
    // A wrong name, password or code has status 400, as does a missing code.
    throw isRefused(cause) ? new ProviderError('account_refused', { cause }) : cause;
  });
  const token = needed(textOf((await readJson(answer))['token']));
  const account: SeafileAccount = { url, username, token, scheme: major >= 11 ? 'Bearer' : 'Token' };
  return { ...account };
}

/** @throws ProviderError when the account no longer works. */
export async function checkAccount(open: OpenAccount, tools: ProviderTools): Promise<void> {
  needed(textOf((await readJson(await askAs(open, '/api2/account/info/', {}, tools)))['email']));
}

/**
 * Sends a request as an account. `path` follows the server's address. @throws ProviderError `forbidden` also when a
 * library is locked.
 */
export async function askAs(
  open: OpenAccount,
  path: string,
  query: Readonly<Record<string, string>>,
  tools: ProviderTools,
  request: ApiRequest = {},
): Promise<Response> {
  const { url } = accountOf(open);
  const text = new URLSearchParams(query).toString();
  const headers = { ...request.headers, ...headersOf(open) };
  return tools.ask(`${url}${path}${text === '' ? '' : `?${text}`}`, { ...request, headers }).catch((cause) => {
    throw isLocked(cause) ? new ProviderError('forbidden', { cause }) : cause;
  });
}

/** Headers that authenticate the account. */
export function headersOf(open: OpenAccount): Record<string, string> {
  const { scheme, token } = accountOf(open);
  return { authorization: `${scheme} ${token}` };
}

/**
 * Opens an encrypted library for the account; the server keeps it open for an hour. @throws ProviderError `forbidden`
 * for a wrong password.
 */
export async function unlock(open: OpenAccount, libraryId: string, password: string, tools: ProviderTools) {
  const path = `/api/v2.1/repos/${libraryId}/set-password/`;
  await askAs(open, path, {}, tools, formOf({ password })).catch((cause) => {
    throw isRefused(cause) ? new ProviderError('forbidden', { cause }) : cause;
  });
}

/** The address of a file, valid for an hour. @throws ProviderError */
export async function linkOf(
  open: OpenAccount,
  libraryId: string,
  path: string,
  tools: ProviderTools,
): Promise<string> {
  const answer = await askAs(open, `/api2/repos/${libraryId}/file/`, { p: path, reuse: '1' }, tools);
  const link: unknown = await answer.json().catch((cause) => {
    throw new ProviderError('bad_answer', { cause });
  });
  return httpAddress(textOf(link), accountOf(open).url);
}

/** The address of the file behind a shared link, valid for an hour. @throws ProviderError */
export async function openShared(link: string, tools: ProviderTools): Promise<string> {
  const url = new URL(link);
  url.searchParams.set('raw', '1');
  const target = await tools.ask(url.href).then(
    // A page instead of the file requests a password, or says that the link no longer exists.
    () => Promise.reject(new ProviderError('forbidden')),
    (cause) => {
      const { status, headers } = (cause instanceof ProviderError ? cause.answer : undefined) ?? {};
      if (status === 301 || status === 302) return headers?.get('location') ?? undefined;
      throw cause;
    },
  );
  const address = httpAddress(target, url.origin);
  // The server redirects users who are not signed in to its sign-in page.
  if (!new URL(address).pathname.includes('/files/')) throw new ProviderError('forbidden');
  return address;
}

function httpAddress(text: string | undefined, base: string): string {
  if (text === undefined || !isUrl(text, base)) throw new ProviderError('bad_answer');
  const { protocol, href } = new URL(text, base);
  if (!/^https?:$/.test(protocol)) throw new ProviderError('bad_answer');
  return href;
}

function formOf(fields: Readonly<Record<string, string>>): ApiRequest {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', headers, body: new URLSearchParams(fields).toString() };
}

function isRefused(cause: unknown): boolean {
  return cause instanceof ProviderError && cause.answer?.status === 400;
}

/** "Library password is needed" has its own status, 440, and 441 from some versions on. */
function isLocked(cause: unknown): boolean {
  return cause instanceof ProviderError && (cause.answer?.status === 440 || cause.answer?.status === 441);
}
