/** Why an item does not play, as far as a browser can tell. The texts say what to do about it. */
export type PlaybackProblem =
  /** The address gives 404 or 410. */
  | 'not_found'
  /** 401 or 403. */
  | 'forbidden'
  /** Nothing answers there. */
  | 'unreachable'
  /** It answers, but does not let other sites read it. */
  | 'cors'
  /** The page uses https and the address http; browsers refuse that. */
  | 'mixed'
  /** It answers with something that this browser cannot play. */
  | 'format'
  /** It answers, but the other server does not let this page see with what. */
  | 'unknown'
  /** It played, and then data stopped coming. */
  | 'network'
  /** The item has no address at all. */
  | 'no_source';

/** Finds out why the player refused an address. `needsCors`: script must be able to read the address, as hls.js does. */
export async function diagnose(
  url: string,
  needsCors: boolean,
  fetchIt: typeof fetch = fetch,
): Promise<PlaybackProblem> {
  if (isMixed(url)) return 'mixed';
  try {
    const answer = await fetchIt(url, { headers: { range: 'bytes=0-1' }, credentials: 'omit', signal: timeout() });
    void answer.body?.cancel();
    return problemOfStatus(answer.status) ?? 'format';
  } catch {
    // Either nothing answers, or the other server does not let this site read its answer. The next request tells which.
  }
  try {
    await fetchIt(url, { mode: 'no-cors', credentials: 'omit', signal: timeout() });
    return needsCors ? 'cors' : 'unknown';
  } catch {
    return 'unreachable';
  }
}

/** The problem behind an HTTP status; undefined when the status means success. */
export function problemOfStatus(status: number): PlaybackProblem | undefined {
  if (status === 404 || status === 410) return 'not_found';
  if (status === 401 || status === 403) return 'forbidden';
  return status >= 400 ? 'unreachable' : undefined;
}

/** Browsers allow http to hosts on the same machine (W3C Secure Contexts §3.1). */
function isMixed(url: string): boolean {
  const { protocol, hostname } = new URL(url, location.href);
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return location.protocol === 'https:' && protocol === 'http:' && !isLocal;
}

/** Gives up after 8 s: the address then counts as unreachable. */
function timeout(): AbortSignal {
  return AbortSignal.timeout(8_000);
}
