import type { PrepareDirectUrlResponse } from '@matinee/contract/gen/api.ts';

/** What stands in the way of playing an address, as far as the server has seen. */
export type LinkObstacle =
  /** 401 or 403: it wants an account. */
  | 'account'
  /** 404 or 410. */
  | 'missing'
  /** Any other status of failure. */
  | 'failed'
  /** It is a page, and no film. */
  | 'page'
  | 'unreachable'
  | 'slow'
  /** The server does not connect to its network. */
  | 'private_network'
  /** It plays, and nobody can seek in it. */
  | 'no_seeking';

/** What stands in the way of playing what was prepared; undefined: nothing that is known. Pure. [WL12] */
export function obstacleOf({ probe, fault, format }: PrepareDirectUrlResponse): LinkObstacle | undefined {
  if (probe === undefined) return fault;
  const { status, content_type, accepts_ranges } = probe;
  if (status === 401 || status === 403) return 'account';
  if (status === 404 || status === 410) return 'missing';
  // Some servers answer this way to being asked without being read.
  if (status === 405 || status === 501) return undefined;
  if (status >= 400) return 'failed';
  if (/^text\/html\b/i.test(content_type)) return 'page';
  return format === 'file' && !accepts_ranges ? 'no_seeking' : undefined;
}
