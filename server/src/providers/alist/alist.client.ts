/**
 * AList and OpenList by their published API documentation. Responses have status 200 even for failures; `code` has the
 * result. Nothing else calls the server.
 */
import { createHash } from 'node:crypto';
import { askWithToken } from '../file-servers/account-tokens.ts';
import { type Answered, needed, numberOf, objectOf, readJson, textOf } from '../json-answer.ts';
import type { OpenAccount, ProviderTools, Secrets } from '../provider.ts';
import { ProviderError, type ProviderFailure } from '../provider-error.ts';

/** An account, as stored in its credentials. */
export interface AlistAccount {
  /** Without a trailing slash. */
  readonly url: string;
  /** Empty: a guest, who has no token. */
  readonly username: string;
  /**
   * Accepted by the server in place of the password. Empty: the account has a second factor, so the hash is not enough.
   */
  readonly passwordHash: string;
  /** Expires after 48 hours by default. */
  readonly token: string;
  /** The folder of the server that is the account's root. */
  readonly basePath: string;
}

export function accountOf({ credentials }: { readonly credentials: Secrets }): AlistAccount {
  return credentials as unknown as AlistAccount;
}

/** The hash for `/api/auth/login/hash`: the password is never sent. The documentation defines the suffix. */
export function hashOf(password: string): string {
  return createHash('sha256').update(`${password}-https://github.com/alist-org/alist`).digest('hex');
}

interface SignIn {
  readonly url: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly otpCode?: string;
}

/** Returns a token. @throws ProviderError */
export async function logIn(
  { url, username, passwordHash, otpCode = '' }: SignIn,
  tools: ProviderTools,
): Promise<string> {
  const message = { username, password: passwordHash, otp_code: otpCode };
  const data = await ask({ url, token: '' }, '/api/auth/login/hash', message, tools).catch((cause) => {
    // A wrong name, password or code has code 400 or 402.
    if (cause instanceof ProviderError && cause.failure === 'bad_answer' && cause.cause === refusedByCode)
      throw new ProviderError('account_refused');
    throw cause;
  });
  return needed(textOf(objectOf(data)?.['token']));
}

/** The account's name and root folder on the server. @throws ProviderError */
export async function whoIs(account: Pick<AlistAccount, 'url' | 'token'>, tools: ProviderTools) {
  const me = needed(objectOf(await ask(account, '/api/me', undefined, tools)));
  return { name: needed(textOf(me['username'])), basePath: textOf(me['base_path']) ?? '/' };
}

/** Sends a request as an account, and renews an expired token. @throws ProviderError */
export async function askAs(
  open: OpenAccount,
  path: string,
  message: object | undefined,
  tools: ProviderTools,
): Promise<Answered> {
  const account = accountOf(open);
  const use = {
    token: account.token,
    ask: (token: string) => ask({ ...account, token }, path, message, tools),
    renew: account.passwordHash === '' ? undefined : () => logIn(account, tools),
  };
  return needed(objectOf(await askWithToken(open, use, tools)));
}

/** The `cause` of an error when the server itself refused the request. */
const refusedByCode = new Error('the server refused it');

async function ask(
  { url, token }: Pick<AlistAccount, 'url' | 'token'>,
  path: string,
  message: object | undefined,
  tools: ProviderTools,
): Promise<unknown> {
  const authorization = token === '' ? {} : { authorization: token };
  const answer = await tools.ask(
    `${url}${path}`,
    message === undefined
      ? { headers: authorization }
      : {
          method: 'POST',
          headers: { ...authorization, 'content-type': 'application/json' },
          body: JSON.stringify(message),
        },
  );
  const { code, message: said, data } = await readJson(answer);
  const status = needed(numberOf(code));
  if (status !== 200) throw new ProviderError(failureOfCode(status, textOf(said) ?? ''), { cause: refusedByCode });
  return data;
}

function failureOfCode(code: number, said: string): ProviderFailure {
  if (code === 401) return 'account_refused';
  if (code === 403) return 'forbidden';
  if (code === 404) return 'missing';
  if (code === 429) return 'busy';
  // Missing files have no code of their own: "object not found", "storage not found".
  if (code >= 500) return /not found/i.test(said) ? 'missing' : 'failed';
  return 'bad_answer';
}

/** The address of a file. The server sends the file, or a redirect to it. */
export function linkOf({ url, basePath }: AlistAccount, path: string, sign: string): string {
  const whole = `${basePath === '/' ? '' : basePath}${path}`;
  const encoded = whole.split('/').map(encodeURIComponent).join('/');
  return `${url}/d${encoded}${sign === '' ? '' : `?sign=${encodeURIComponent(sign)}`}`;
}
