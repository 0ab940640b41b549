/** Why an item does not play, as far as a browser can tell. The texts say what to do about it. */
export type PlaybackProblem =
  /** The address gives 404 or 410. */
  | 'not_found'
  /** 401 or 403. */
  | 'forbidden'
  /** The address that was signed for this person has ended, or they may no longer watch. */
  | 'expired'
  /** The film is in a private network that this server may not reach. */
  | 'private'
  /** No server answers at the address. */
  | 'unreachable'
  /** The server reports a fault, or is too busy. */
  | 'fault'
  /** The server answers, but does not let other sites read the answer. */
  | 'cors'
  /** The page uses https and the address http; browsers refuse that. */
  | 'mixed'
  /** The answer is a web page. */
  | 'page'
  /** The list of the film's segments is broken. */
  | 'manifest'
  /** A key system protects the film. */
  | 'drm'
  /** This browser cannot play the answer. */
  | 'format'
  /** The server answers, but this page may not read the answer, so it cannot tell what is wrong. */
  | 'unknown'
  /** The film played, and then data stopped coming, or this server is away. */
  | 'network'
  /** This device has no network. */
  | 'offline'
  /** The owner of the video does not allow players elsewhere. */
  | 'embed_refused'
  /** The player of the other site could not be loaded, or gave up. */
  | 'embed_failed'
  /** The channel sends nothing now. */
  | 'stream_offline'
  /** A live stream broke off. The page loads it again and again. */
  | 'stream_interrupted'
  /** The item is on a member's own server, and that member has not shared it with the room. */
  | 'not_shared'
  /** The person who added the item has left, or signed out of the server that has it. */
  | 'account_gone'
  /** The server that has the item no longer accepts the account of the person who added it. */
  | 'account_refused'
  /** The site answers no more requests of this server today. */
  | 'quota'
  /** The site needs a key that is not configured. */
  | 'needs_key'
  /** This server can no longer read the headers or the account that the item needs. */
  | 'secrets_lost'
  /** This server no longer knows the provider of the item. */
  | 'unknown_provider'
  /** This server converts as many films as it can. */
  | 'busy'
  /** This server cannot make the chosen version of a live stream now. The page goes back to the stream itself. */
  | 'no_rung'
  /** The item has no address. */
  | 'no_source';

/** The problem behind an HTTP status; undefined when the status means success. */
export function problemOfStatus(status: number): PlaybackProblem | undefined {
  if (status === 404 || status === 410) return 'not_found';
  if (status === 401 || status === 402 || status === 403) return 'forbidden';
  if (status >= 500 || status === 429) return 'fault';
  return status >= 400 ? 'unreachable' : undefined;
}
