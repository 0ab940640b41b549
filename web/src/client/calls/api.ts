import type { Methods } from '@matinee/contract/gen/api.ts';
import { ApiError, errorOf, networkError } from './api-error.ts';
import { makeRefresher } from './refresh.ts';
import { routeOf } from './routes.ts';
import type { TokenStore, Tokens } from './tokens.ts';

export { ApiError } from './api-error.ts';

/** The parts of the client; tests pass their own `fetch`. */
export interface ApiParts {
  /**
   * Address of the server without a slash at its end: `https://host/cinema`, or only the path if the page is on the
   * same host.
   */
  readonly baseUrl: string;
  readonly tokens: TokenStore;
  readonly fetch: typeof fetch;
  /** Loads the words for an error of the server. A call awaits this before it fails with that error. */
  readonly onRefused?: (error: ApiError) => Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** True: sends no token, as if the user were signed out. */
  readonly isAnonymous?: boolean;
  /** True: the request continues after the page is closed. */
  readonly outlivesPage?: boolean;
}

/** The contract's methods as promises. */
export interface Api {
  readonly baseUrl: string;
  readonly tokens: TokenStore;
  /** Calls `method` by its HTTP route, as the signed-in user if there is one. @throws ApiError */
  call<M extends keyof Methods>(
    method: M,
    request: Methods[M]['request'],
    options?: CallOptions,
  ): Promise<Methods[M]['response']>;
  /**
   * Loads bytes of this server, such as a picture, as the signed-in user. `path` comes from the server.
   * @throws ApiError when no answer comes
   */
  load(path: string, signal?: AbortSignal): Promise<Response>;
}

/**
 * Makes the client. After a 401 it refreshes the session once and asks again. It clears a session that cannot be
 * refreshed.
 */
export function makeApi(parts: ApiParts): Api {
  const { baseUrl, tokens } = parts;
  const refresh = makeRefresher(parts);
  /** Paths from the server begin at the root of its host. */
  const host = /^https?:\/\/[^/]+/.exec(baseUrl)?.[0] ?? '';

  async function send(method: keyof Methods, request: object, options: CallOptions): Promise<unknown> {
    // Calls that sign in carry no token: if one had expired, the server would answer 401 before it reads the rest.
    const held = options.isAnonymous || method.startsWith('AuthService.') ? undefined : tokens.get();
    return readAnswer(await asHolder(held, (token) => sendOnce(parts, method, request, token, options)));
  }

  /** Sends the request with the token of `held`. If that token has expired, retries once with a fresh one. */
  async function asHolder(held: Tokens | undefined, ask: (token?: string) => Promise<Response>): Promise<Response> {
    const first = await ask(held?.accessToken);
    if (first.status !== 401 || held === undefined) return first;
    const fresh = await refresh(held);
    return fresh === undefined ? first : ask(fresh.accessToken);
  }

  return {
    baseUrl,
    tokens,
    load: (path, signal) =>
      asHolder(tokens.get(), (token) =>
        parts
          .fetch(`${host}${path}`, {
            headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
            ...(signal === undefined ? {} : { signal }),
          })
          .catch((error: unknown) => Promise.reject(networkError(error))),
      ),
    async call(method, request, options = {}) {
      try {
        return (await send(method, request, options)) as never;
      } catch (error) {
        if (error instanceof ApiError && error.status > 0) await parts.onRefused?.(error);
        throw error;
      }
    },
  };
}

async function sendOnce(
  parts: ApiParts,
  method: keyof Methods,
  request: object,
  accessToken: string | undefined,
  { signal, outlivesPage }: CallOptions,
): Promise<Response> {
  const { verb, url, body } = await toHttp(method, request, accessToken !== undefined);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (accessToken !== undefined) headers['authorization'] = `Bearer ${accessToken}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await parts.fetch(`${parts.baseUrl}${url}`, {
      method: verb,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
      ...(outlivesPage && { keepalive: true }),
    });
  } catch (error) {
    throw networkError(error);
  }
}

/**
 * The HTTP form of a call. Fields named in the path go there, the others into the body or the query. Absent fields are
 * left out.
 */
export async function toHttp(
  method: keyof Methods,
  request: object,
  signedIn: boolean,
): Promise<{ verb: string; url: string; body: string | undefined }> {
  const [verb, publicPath, hasBody, userPath] = await routeOf(method);
  const fields = new Map(Object.entries(request).filter(([, value]) => value !== undefined));
  const path = (signedIn && userPath ? userPath : publicPath).replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = fields.get(name) ?? fields.get(camelCase(name));
    fields.delete(name);
    fields.delete(camelCase(name));
    if (typeof value !== 'string' || value === '') throw new TypeError(`${method} needs ${name}`);
    return encodeURIComponent(value);
  });
  if (hasBody) return { verb, url: path, body: JSON.stringify(Object.fromEntries(fields)) };
  const query = new URLSearchParams(pairsOf([...fields], ''));
  return { verb, url: query.size === 0 ? path : `${path}?${query}`, body: undefined };
}

/** The name of a nested field is its dotted path. */
function pairsOf(fields: readonly (readonly [string, unknown])[], prefix: string): [string, string][] {
  return fields.flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? pairsOf(Object.entries(value), `${prefix}${name}.`)
      : [value].flat().map((item): [string, string] => [prefix + name, String(item)]),
  );
}

async function readAnswer(response: Response): Promise<unknown> {
  if (!response.ok) throw await errorOf(response);
  if (response.status === 204) return {};
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw networkError(error);
    const requestId = response.headers.get('x-request-id') ?? '';
    throw new ApiError({ status: response.status, code: 'unknown', message: 'The answer is not JSON.', requestId });
  }
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
