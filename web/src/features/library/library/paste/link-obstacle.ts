import type { PrepareDirectUrlResponse } from '@matinee/contract/gen/api.ts';

/** An obstacle to playing an address, as far as the server has seen. */
export type LinkObstacle =
  /** 401 or 403: the address wants an account. */
  | 'account'
  /** 404 or 410. */
  | 'missing'
  /** Any other status of failure. */
  | 'failed'
  /** The address is a page, not a film. */
  | 'page'
  | 'unreachable'
  | 'slow'
  /** The server does not connect to its network. */
  | 'private_network'
  /** The film plays, but viewers cannot seek in it. */
  | 'no_seeking';

/** The obstacle to playing a prepared address; undefined: none is known. Pure. [WL12] */
export function obstacleOf({ probe, fault, format }: PrepareDirectUrlResponse): LinkObstacle | undefined {
  if (probe === undefined) return fault;
  const { status, content_type, accepts_ranges } = probe;
  if (status === 401 || status === 403) return 'account';
  if (status === 404 || status === 410) return 'missing';
  // Some servers answer like this to a request that does not read the file.
  if (status === 405 || status === 501) return undefined;
  if (status >= 400) return 'failed';
  if (/^text\/html\b/i.test(content_type)) return 'page';
  return format === 'file' && !accepts_ranges ? 'no_seeking' : undefined;
}
