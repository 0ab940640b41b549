/** Asks the server while the code that needs the answers is still loading. */

import type { Methods } from '@matinee/contract/gen/api.ts';
import { toHttp } from './api.ts';
import { basePath } from './base.ts';

/** Answers that are not taken yet, by request. */
const answers = new Map<string, Promise<Response>>();

const keyOf = (url: string, authorization: string | undefined) => `${authorization ?? ''} ${url}`;

/**
 * Sends the request of a reading method now. The first `earlyFetch` of the same request with the same token gets the
 * answer.
 * @returns true when the server answered with success.
 */
export async function askEarly<M extends keyof Methods>(
  method: M,
  request: Methods[M]['request'],
  accessToken: string | undefined,
): Promise<boolean> {
  const { url: path } = await toHttp(method, request, accessToken !== undefined);
  const url = basePath + path;
  const authorization = accessToken === undefined ? undefined : `Bearer ${accessToken}`;
  const answer = fetch(url, { headers: { accept: 'application/json', ...(authorization && { authorization }) } });
  answers.set(keyOf(url, authorization), answer);
  return answer.then(
    ({ ok }) => ok,
    () => false,
  );
}

/** `fetch` that hands out each early answer once. */
export const earlyFetch: typeof fetch = (input, init) => {
  const headers = init?.headers as Readonly<Record<string, string>> | undefined;
  const key = keyOf(String(input), headers?.['authorization']);
  const answer = init?.method === 'GET' ? answers.get(key) : undefined;
  answers.delete(key);
  return answer ?? fetch(input, init);
};
