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
  /** The page is encrypted, the address is not: browsers refuse that. */
  | 'mixed'
  /** It answers with something that this browser cannot play. */
  | 'format'
  /** It answers, but neither with a video nor so that this page may know why. */
  | 'unknown'
  /** It played, and then data stopped coming. */
  | 'network'
  /** The item has no address at all. */
  | 'no_source';

/** Looks at an address that the player refused, to say why. `needsCors`: the player reads it itself, as HLS does. */
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
    // Not readable from here: either nothing answers, or it answers without permission for this site.
  }
  try {
    await fetchIt(url, { mode: 'no-cors', credentials: 'omit', signal: timeout() });
    return needsCors ? 'cors' : 'unknown';
  } catch {
    return 'unreachable';
  }
}

/** The problem that an HTTP status means; undefined for one that is none. */
export function problemOfStatus(status: number): PlaybackProblem | undefined {
  if (status === 404 || status === 410) return 'not_found';
  if (status === 401 || status === 403) return 'forbidden';
  return status >= 400 ? 'unreachable' : undefined;
}

/** Hosts on the own machine count as safe (W3C Secure Contexts §3.1). */
function isMixed(url: string): boolean {
  const { protocol, hostname } = new URL(url, location.href);
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return location.protocol === 'https:' && protocol === 'http:' && !isLocal;
}

/** An address that has not answered by then counts as unreachable. */
function timeout(): AbortSignal {
  return AbortSignal.timeout(8_000);
}
