import type { Feature } from '../../feature.ts';
import type { WatchGate } from '../proxy/proxy.port.ts';
import type { StreamKind } from '../streams/streams.routes.ts';
import { whepRoutes } from './whep.routes.ts';
import { type WhepSessionParts, WhepSessions } from './whep-sessions.ts';

interface Parts extends WhepSessionParts {
  readonly gate: WatchGate;
  /** The streams that are sent here, and those that this server pulls. */
  readonly kinds: readonly Pick<StreamKind, 'provider' | 'find'>[];
  readonly metrics: { gauge(name: string, help: string, read: () => number): void };
}

/** Live streams to viewers by WebRTC, with the least delay. */
export function whepFeature(parts: Parts): Feature {
  const { metrics, kinds } = parts;
  const sessions = new WhepSessions(parts);
  metrics.gauge('matinee_whep_viewers', 'Viewers to whom this process sends by WHEP.', () => sessions.count);
  metrics.gauge('matinee_whep_streams', 'Live streams that it sends so, by a thread each.', () => sessions.streamCount);
  return {
    name: 'whep',
    bindings: [],
    byteRoutes: kinds.flatMap((kind) => whepRoutes({ ...parts, sessions }, kind)),
    parts: [{ name: 'WHEP', start: async () => {}, stop: async () => sessions.stop() }],
  };
}
