/** The reads of the contract that a member of a room may make without knowing more than the room. */
import { allMethods, methodName, routesOf } from '@matinee/contract/methods.ts';
import type { ServerProcess } from './server-process.ts';

/** A read, and how to ask for it. */
export interface Read {
  readonly name: string;
  readonly path: string;
}

/** The reads that the server answers with JSON. */
export async function findReads(server: ServerProcess, token: string, room: string): Promise<Read[]> {
  const reads: Read[] = [];
  for (const method of allMethods())
    for (const { verb, path } of routesOf(method).slice(0, 1)) {
      const read = { name: methodName(method), path: path.replace('{room_id}', room) };
      if (verb === 'GET' && !read.path.includes('{') && (await isAnswered(server, token, read))) reads.push(read);
    }
  return reads;
}

async function isAnswered({ url }: ServerProcess, token: string, { path }: Read): Promise<boolean> {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const { ok, headers: told } = await fetch(url + path, { headers, signal: leaving.signal });
  // Some responses are endless streams.
  leaving.abort();
  return ok && told.get('content-type')?.startsWith('application/json') === true;
}

/** How long the read takes, in milliseconds. @throws Error where it is refused. */
export async function timeRead({ url }: ServerProcess, token: string, { name, path }: Read): Promise<number> {
  const askedMs = performance.now();
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return performance.now() - askedMs;
}
