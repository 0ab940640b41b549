import { type PlaybackProblem, problemOfStatus } from './problem.ts';
import { isAway, problemOfCode } from './problem-codes.ts';

/**
 * The expected content of the address: a file that the browser plays by itself, or a film or manifest that script must
 * read.
 */
export type ExpectedContent = 'file' | 'script' | 'manifest';

/** Finds out why the player refused an address. `status`: the HTTP status that the player saw, if it saw one. [SY29] */
export async function diagnose(
  url: string,
  wanted: ExpectedContent,
  status?: number,
  fetchIt: typeof fetch = fetch,
): Promise<PlaybackProblem> {
  if (isMixed(url)) return 'mixed';
  const isOwn = new URL(url, location.href).origin === location.origin;
  const told = isOwn ? undefined : problemOfStatus(status ?? 0);
  if (told !== undefined) return told;
  if (!isOnline()) return 'offline';
  try {
    // A manifest may be read as a whole. Of a film, the first bytes are enough.
    const range = wanted === 'manifest' ? {} : { range: 'bytes=0-511' };
    const answer = await fetchIt(url, { headers: range, credentials: 'omit', signal: timeout() });
    if (isOwn && !answer.ok) return problemOfCode(await codeOf(answer)) ?? problemOfOwn(answer.status);
    return problemOfStatus(answer.status) ?? problemOfBody(await headOf(answer), wanted);
  } catch {
    // Either the server does not answer, or it does not let this site read the answer. The next request tells which.
  }
  if (isOwn) return 'network';
  try {
    await fetchIt(url, { mode: 'no-cors', credentials: 'omit', signal: timeout() });
    return wanted === 'file' ? 'unknown' : 'cors';
  } catch {
    return 'unreachable';
  }
}

function problemOfOwn(status: number): PlaybackProblem {
  return isAway(status) ? 'network' : (problemOfStatus(status) ?? 'unknown');
}

async function codeOf(answer: Response): Promise<string | undefined> {
  const body: { code?: unknown } = await answer.json().catch(() => ({}));
  return typeof body.code === 'string' ? body.code : undefined;
}

/** The first bytes of an answer as text, half a kilobyte at most. */
async function headOf(answer: Response): Promise<string> {
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  void reader?.cancel().catch(() => undefined);
  return new TextDecoder().decode(first?.value?.slice(0, 512));
}

function problemOfBody(head: string, wanted: ExpectedContent): PlaybackProblem {
  if (/^\s*(?:<!doctype html|<html|<head|<body)/i.test(head)) return 'page';
  return wanted === 'manifest' ? 'manifest' : 'format';
}

/** Browsers allow http to hosts on the same machine (W3C Secure Contexts §3.1). */
function isMixed(url: string): boolean {
  const { protocol, hostname } = new URL(url, location.href);
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return location.protocol === 'https:' && protocol === 'http:' && !isLocal;
}

function isOnline(): boolean {
  return globalThis.navigator?.onLine !== false;
}

/** Gives up after 8 s: the address then counts as unreachable. */
function timeout(): AbortSignal {
  return AbortSignal.timeout(8_000);
}
