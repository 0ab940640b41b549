/**
 * QNAP's File Station by its published HTTP API, and the sign-in by the API of QTS. Responses have status 200 even for
 * failures; `status` has the result. Nothing else calls the server.
 */
import { SaxesParser } from 'saxes';
import { sessionEnded, workingSession } from '../file-servers/account-tokens.ts';
import { type Answered, needed, numberOf, objectOf, objectsOf, textOf } from '../json-answer.ts';
import type { OpenAccount, ProviderTools, Secrets } from '../provider.ts';
import { ProviderError, type ProviderFailure } from '../provider-error.ts';
import type { UpstreamAddress } from '../resolved.ts';

/** An account, as stored in its credentials. */
export interface QnapAccount {
  /** Without a trailing slash. */
  readonly url: string;
  readonly username: string;
  /**
   * Sessions expire, and a new one needs the password. Empty: the account has a second factor, so the password is not
   * enough.
   */
  readonly password: string;
  /** The token of a session. */
  readonly token: string;
}

export function accountOf({ credentials }: { readonly credentials: Secrets }): QnapAccount {
  return credentials as unknown as QnapAccount;
}

interface SignIn {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Empty: none. */
  readonly otpCode?: string;
}

/** Returns a session. @throws ProviderError */
export async function logIn({ url, username, password, otpCode = '' }: SignIn, tools: ProviderTools): Promise<string> {
  const code: Record<string, string> = otpCode === '' ? {} : { security_code: otpCode };
  // The password is encoded, not encrypted: the documented "ezEncode" is Base64 of UTF-8. It is sent in the body,
  // because logs contain addresses.
  const pwd = Buffer.from(password).toString('base64');
  const answer = await tools.ask(
    `${url}/cgi-bin/authLogin.cgi`,
    form({ user: username, pwd, serviceKey: '1', ...code }),
  );
  const { authPassed, authSid } = readLogin(await answer.text());
  if (authPassed !== '1') throw new ProviderError(authPassed === undefined ? 'bad_answer' : 'account_refused');
  return needed(textOf(authSid));
}

/** The elements of `QDocRoot`. @throws ProviderError for anything else, such as a page. */
function readLogin(text: string): Readonly<Record<string, string | undefined>> {
  const found: Record<string, string> = {};
  const names: string[] = [];
  const parser = new SaxesParser();
  const refuse = (reason: Error) => {
    throw reason;
  };
  parser.on('error', refuse);
  parser.on('doctype', () => refuse(new Error('the answer declares a document type')));
  parser.on('opentag', ({ name }) => {
    names.push(name);
    if (names[0] !== 'QDocRoot') refuse(new Error('the answer is none to a sign-in'));
  });
  const keep = (more: string) => {
    if (names.length === 2) found[names[1]!] = (found[names[1]!] ?? '') + more;
  };
  parser.on('text', keep);
  parser.on('cdata', keep);
  parser.on('closetag', () => void names.pop());
  try {
    parser.write(text).close();
  } catch (cause) {
    throw new ProviderError('bad_answer', { cause });
  }
  return found;
}

/** Ends the session of the sign-in. @throws ProviderError */
export async function logOut(open: OpenAccount, tools: ProviderTools): Promise<void> {
  const { url, token } = accountOf(open);
  await tools.ask(`${url}/cgi-bin/filemanager/wfm2Logout.cgi`, form({ sid: token }));
}

/** Calls File Station. Returns an object, or a list of objects. @throws ProviderError */
export async function callAs(
  open: OpenAccount,
  values: Readonly<Record<string, string>>,
  tools: ProviderTools,
): Promise<Answered | Answered[]> {
  return call(accountOf(open).url, { ...values, sid: await sessionOf(open, tools) }, tools);
}

const shares = { func: 'get_tree', is_iso: '0', node: 'share_root' };

/** The shared folders that a session sees. @throws ProviderError */
export async function sharesOf(account: QnapAccount, tools: ProviderTools): Promise<Answered[]> {
  const answer = await call(account.url, { ...shares, sid: account.token }, tools);
  if (!Array.isArray(answer)) throw new ProviderError('bad_answer');
  return answer;
}

/** A valid session: the stored one, or a new one after expiry. */
export function sessionOf(open: OpenAccount, tools: ProviderTools): Promise<string> {
  const account = accountOf(open);
  const use = {
    token: account.token,
    ask: (token: string) => sharesOf({ ...account, token }, tools),
    renew: account.password === '' ? undefined : () => logIn(account, tools),
  };
  return workingSession(open, use, tools);
}

/** The address of a file's bytes in File Station; it ends with the file's name. @throws ProviderError */
export async function bytesOf(
  open: OpenAccount,
  name: string,
  values: Readonly<Record<string, string>>,
  tools: ProviderTools,
): Promise<UpstreamAddress> {
  const query = new URLSearchParams({ ...values, sid: await sessionOf(open, tools) });
  const { url } = accountOf(open);
  return { url: `${url}/cgi-bin/filemanager/utilRequest.cgi/${encodeURIComponent(name)}?${query}` };
}

function form(fields: Readonly<Record<string, string>>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', headers, body: new URLSearchParams(fields).toString() };
}

async function call(url: string, values: Readonly<Record<string, string>>, tools: ProviderTools) {
  const answer = await tools.ask(`${url}/cgi-bin/filemanager/utilRequest.cgi`, form(values));
  const value: unknown = await answer.json().catch((cause) => {
    throw new ProviderError('bad_answer', { cause });
  });
  if (Array.isArray(value)) return objectsOf(value);
  const object = needed(objectOf(value));
  const status = numberOf(object['status']);
  if (status === 3) throw new ProviderError('account_refused', { cause: sessionEnded });
  if (status !== undefined && status !== 1) throw new ProviderError(failureOfStatus(status));
  return object;
}

/** Statuses of File Station, `WFM2_…`. */
function failureOfStatus(status: number): ProviderFailure {
  // Not enabled, not permitted, password required, or encrypted and locked.
  if ([4, 8, 10, 11, 17, 27].includes(status)) return 'forbidden';
  if ([5, 12, 25, 26].includes(status)) return 'missing';
  if (status === 19) return 'busy';
  return status === 20 ? 'bad_answer' : 'failed';
}
