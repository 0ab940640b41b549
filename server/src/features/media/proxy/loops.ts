/** Notices requests for bytes that this server has caused itself. [PX13] */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Upstream } from '../../../drivers/upstream/upstream.ts';

/** Other servers pass it on, and may not change it (RFC 8586). */
const headerName = 'cdn-loop';

/**
 * A film whose server redirects to the film's own address here would be asked for by us, by which it is asked for again, without an
 * end. Requests upstream carry a mark that all replicas know by `secret`.
 */
export function markLoops(upstream: Upstream, secret: string) {
  const mark = `matinee-${createHmac('sha256', secret).update('matinee loops').digest('hex').slice(0, 16)}`;
  const marked: Upstream = {
    ...upstream,
    open: (request) => upstream.open({ ...request, conditions: { ...request.conditions, [headerName]: mark } }),
  };
  return {
    upstream: marked,
    /** True for a request that one of ours has led to. */
    isLoop: (headers: IncomingHttpHeaders): boolean => String(headers[headerName] ?? '').includes(mark),
  };
}
