/** Detects requests for bytes that this server itself has caused. [PX13] */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { UpstreamClient } from '../../../drivers/upstream/upstream.ts';

/** Other servers pass this header on, and may not change it (RFC 8586). */
const headerName = 'cdn-loop';

/**
 * A film's server may redirect to the film's own address here. Then this server would request the film from itself,
 * without end. So requests upstream carry a mark that all replicas derive from `secret`.
 */
export function markLoops(upstream: UpstreamClient, secret: string) {
  const mark = `matinee-${createHmac('sha256', secret).update('matinee loops').digest('hex').slice(0, 16)}`;
  const marked: UpstreamClient = {
    ...upstream,
    open: (request) => upstream.open({ ...request, conditions: { ...request.conditions, [headerName]: mark } }),
  };
  return {
    upstream: marked,
    /** True for a request that one of this server's own requests has caused. */
    isLoop: (headers: IncomingHttpHeaders): boolean => String(headers[headerName] ?? '').includes(mark),
  };
}
