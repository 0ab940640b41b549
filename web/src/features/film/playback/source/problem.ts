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

/** The problem behind an HTTP status; undefined when the status means success. */
export function problemOfStatus(status: number): PlaybackProblem | undefined {
  if (status === 404 || status === 410) return 'not_found';
  if (status === 401 || status === 402 || status === 403) return 'forbidden';
  if (status >= 500 || status === 429) return 'fault';
  return status >= 400 ? 'unreachable' : undefined;
}
