import { problemOfCode } from './problem-codes.ts';

/** Why an item does not play, as far as a browser can tell. The texts say what to do about it. */
export type PlaybackProblem =
  /** The address gives 404 or 410. */
  | 'not_found'
  /** 401 or 403. */
  | 'forbidden'
  /** The address that was signed for this person has ended, or they may not watch any more. */
  | 'expired'
  /** The film is in a private network that this server may not reach. */
  | 'private'
  /** Nothing answers there. */
  | 'unreachable'
  /** It answers that it has a fault, or is too busy. */
  | 'fault'
  /** It answers, but does not let other sites read it. */
  | 'cors'
  /** The page uses https and the address http; browsers refuse that. */
  | 'mixed'
  /** It answers with a web page. */
  | 'page'
  /** The list of the film's parts is broken. */
  | 'manifest'
  /** The film is protected by a system of keys. */
  | 'drm'
  /** It answers with something that this browser cannot play. */
  | 'format'
  /** It answers, but the other server does not let this page see with what. */
  | 'unknown'
  /** It played, and then data stopped coming. */
  | 'network'
  /** This device has no network. */
  | 'offline'
  /** The owner of the video does not allow players elsewhere. */
  | 'embed_refused'
  /** The player of the other site could not be loaded, or gave up. */
  | 'embed_failed'
  /** The channel sends nothing now. */
  | 'stream_offline'
  /** A live stream broke off, and is asked for again and again. */
  | 'stream_interrupted'
  /** Another process of this server takes the stream. */
  | 'stream_elsewhere'
  /** It is on somebody's own server, and they have not shared it with the room. */
  | 'not_shared'
  /** Whoever added it has left, or signed out of the server that has it. */
  | 'account_gone'
  /** The server that has it does not accept the account of whoever added it any more. */
  | 'account_refused'
  /** The site answers no more questions of this server today. */
  | 'quota'
  /** The site wants a key that nobody has given. */
  | 'needs_key'
  /** This server can no longer read the headers or the account that the item needs. */
  | 'secrets_lost'
  /** This server does not know where the item came from any more. */
  | 'unknown_provider'
  /** The item has no address at all. */
  | 'no_source';

/** What the address should have: something that the browser plays without reading it, or a film or list that script must read. */
export type Wanted = 'file' | 'script' | 'manifest';

/** Finds out why the player refused an address. `status`: the HTTP status that the player saw, if it saw one. [SY29] */
export async function diagnose(
  url: string,
  wanted: Wanted,
  status?: number,
  fetchIt: typeof fetch = fetch,
): Promise<PlaybackProblem> {
  if (isMixed(url)) return 'mixed';
  const isOwn = new URL(url, location.href).origin === location.origin;
  const told = isOwn ? undefined : problemOfStatus(status ?? 0);
  if (told !== undefined) return told;
  if (!isOnline()) return 'offline';
  try {
    // A player of lists may ask for the whole list; of a film this is its head.
    const range = wanted === 'manifest' ? {} : { range: 'bytes=0-511' };
    const answer = await fetchIt(url, { headers: range, credentials: 'omit', signal: timeout() });
    if (isOwn && !answer.ok) return problemOfCode(await codeOf(answer)) ?? problemOfStatus(answer.status) ?? 'unknown';
    return problemOfStatus(answer.status) ?? problemOfBody(await headOf(answer), wanted);
  } catch {
    // Either nothing answers, or the other server does not let this site read its answer. The next request tells which.
  }
  if (isOwn) return 'unreachable';
  try {
    await fetchIt(url, { mode: 'no-cors', credentials: 'omit', signal: timeout() });
    return wanted === 'file' ? 'unknown' : 'cors';
  } catch {
    return 'unreachable';
  }
}

/** The problem behind an HTTP status; undefined when the status means success. */
export function problemOfStatus(status: number): PlaybackProblem | undefined {
  if (status === 404 || status === 410) return 'not_found';
  if (status === 401 || status === 402 || status === 403) return 'forbidden';
  if (status >= 500 || status === 429) return 'fault';
  return status >= 400 ? 'unreachable' : undefined;
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

function problemOfBody(head: string, wanted: Wanted): PlaybackProblem {
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
