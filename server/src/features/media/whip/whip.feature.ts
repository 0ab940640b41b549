import type { Feature } from '../../feature.ts';
import { makeSessionNames } from './session-names.ts';
import { whipRoutes } from './whip.routes.ts';
import { type WhipSessionParts, WhipSessions } from './whip-sessions.ts';

interface Parts extends WhipSessionParts {
  /** The server's secret, which its processes share. */
  readonly secret: string;
  readonly metrics: { gauge(name: string, help: string, read: () => number): void };
}

/** Live streams from browsers, by WHIP. What they send is on the air like what comes over RTMP. */
export function whipFeature(parts: Parts): Feature {
  const sessions = new WhipSessions(parts);
  parts.metrics.gauge('matinee_whip_sessions', 'Live streams that come to this process by WHIP.', () => sessions.count);
  return {
    name: 'whip',
    bindings: [],
    byteRoutes: whipRoutes({ ...parts, sessions, names: makeSessionNames(parts.secret) }),
    parts: [{ name: 'WHIP', start: async () => {}, stop: async () => sessions.stop() }],
  };
}
