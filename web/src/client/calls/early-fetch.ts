/** Asks the server while the code that needs the answers is still loading. */

import type { Methods } from '@matinee/contract/gen/api.ts';
import { toHttp } from './api.ts';
import { basePath } from './base.ts';

/** Answers that are not taken yet, by request. */
const answers = new Map<string, Promise<Response>>();

/** Unused answers that the server wrote into the page, by path. */
let inPage: Map<string, unknown> | undefined;

/** Takes an answer from the page. Such answers are the same for all visitors. [LP5] */
function takeFromPage(path: string): Response | undefined {
  inPage ??= new Map(Object.entries(readPage()));
  const answer = inPage.get(path);
  inPage.delete(path);
  return answer === undefined ? undefined : new Response(JSON.stringify(answer));
}

/** The answers in the page, by path; none in a page from the browser's history, whose answers are old. */
function readPage(): object {
  const text = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="matinee-answers"]')?.content;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return text && navigation?.type !== 'back_forward' ? (JSON.parse(text) as object) : {};
}

/** The parts of a request by which the server answers. */
interface SentRequest {
  readonly verb: string;
  readonly url: string;
  readonly body?: string | undefined;
  readonly authorization: string | undefined;
}

const keyOf = ({ verb, url, body = '', authorization = '' }: SentRequest) => [authorization, verb, url, body].join(' ');

/**
 * Sends the request now. The first `earlyFetch` of the same request with the same token gets the answer. `isGuess`: a
 * refusal is discarded, because a later request may get another answer.
 * @returns true when the server answered with success.
 */
export async function askEarly<M extends keyof Methods>(
  method: M,
  request: Methods[M]['request'],
  accessToken: string | undefined,
  { isGuess = false }: { readonly isGuess?: boolean } = {},
): Promise<boolean> {
  const { verb, url: path, body } = await toHttp(method, request, accessToken !== undefined);
  const url = basePath + path;
  const authorization = accessToken === undefined ? undefined : `Bearer ${accessToken}`;
  const headers = {
    accept: 'application/json',
    ...(authorization && { authorization }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const known = authorization === undefined && verb === 'GET' ? takeFromPage(path) : undefined;
  const answer = known
    ? Promise.resolve(known)
    : fetch(url, { method: verb, headers, ...(body === undefined ? {} : { body }) });
  const key = keyOf({ verb, url, body, authorization });
  answers.set(key, answer);
  const isGood = await answer.then(
    ({ ok }) => ok,
    () => false,
  );
  if (isGuess && !isGood && answers.get(key) === answer) answers.delete(key);
  return isGood;
}

/** `fetch` that hands out each early answer once. */
export const earlyFetch: typeof fetch = (input, init) => {
  const { method: verb = 'GET', headers, body } = init ?? {};
  const { authorization } = (headers ?? {}) as Readonly<Record<string, string>>;
  // Bodies that are not text are files, which are never sent early.
  const key = keyOf({ verb, url: String(input), body: typeof body === 'string' ? body : undefined, authorization });
  const answer = body === undefined || typeof body === 'string' ? answers.get(key) : undefined;
  answers.delete(key);
  return answer ?? fetch(input, init);
};
