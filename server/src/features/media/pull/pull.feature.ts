import type { PrepareLiveProxyRequest } from '@matinee/contract/gen/service/provider/provider_common_pb.ts';
import { ProviderCommonService } from '@matinee/contract/gen/service/provider/provider_common_service_pb.ts';
import { type OutgoingGuard, OutgoingRefused } from '../../../drivers/outgoing/guard.ts';
import { handleUser } from '../../../kernel/handler.ts';
import { liveProxy } from '../../../providers/live-proxy/live-proxy.provider.ts';
import type { Feature } from '../../feature.ts';
import { refuseSource } from '../providers/providers.errors.ts';
import { type RouteParts, type StreamKind, streamRoutes } from '../streams/streams.routes.ts';
import { pullErrors } from './pull.errors.ts';
import { Pulls, type PullsParts } from './pulls.ts';

/** Labels, and a number. */
type Labelled = readonly [values: Readonly<Record<string, string>>, value: number];

interface Parts extends Omit<PullsParts, 'relays' | 'onFault'>, Pick<RouteParts, 'gate' | 'relays' | 'ladder'> {
  readonly guard: Pick<OutgoingGuard, 'checkLiteral'>;
  readonly streamSettings: RouteParts['settings'];
  readonly metrics: {
    gauges(name: string, help: string, labels: readonly string[], read: () => readonly Labelled[]): void;
    counts(name: string, help: string, labels: readonly string[]): (values: Readonly<Record<string, string>>) => void;
  };
}

/** How often to check for pulls without viewers, in milliseconds. */
const lookEveryMs = 5_000;

/** Live streams that this server pulls from other servers, once for all viewers. */
export function pullFeature(parts: Parts): Feature & { readonly pulled: StreamKind } {
  const { clock, gate, ladder, onAir, relays, streamSettings } = parts;
  const countFault = parts.metrics.counts(
    'matinee_stream_pull_faults_total',
    'Sources of pulled live streams that failed or ended, and why.',
    ['protocol', 'fault'],
  );
  const pulls = new Pulls({ ...parts, onFault: (protocol, fault) => countFault({ protocol, fault }) });
  parts.metrics.gauges(
    'matinee_stream_pulls',
    'Live streams that this process pulls from elsewhere now.',
    ['protocol', 'state'],
    () => pulls.counts.map(({ protocol, state, count }) => [{ protocol, state }, count]),
  );
  const pulled: StreamKind = {
    ...{ provider: 'live-proxy', name: 'pulled stream', noteRead: pulls.noteRead },
    find: (roomId, media) => pulls.find(roomId, media),
  };
  let end = () => {};
  return {
    pulled,
    name: 'pull',
    bindings: [handleUser(ProviderCommonService.method.prepareLiveProxy, async (request) => prepare(parts, request))],
    byteRoutes: streamRoutes({ gate, ladder, onAir, relays, settings: streamSettings }, pulled),
    parts: [
      {
        name: 'pulled live streams',
        start: async () => {
          end = clock.every(lookEveryMs, () => pulls.beat());
        },
        stop: async () => {
          end();
          await pulls.stop();
        },
      },
    ],
  };
}

/** @throws AppError `providers.invalid_source`, `pull.private_address` */
function prepare({ guard }: Parts, { source: value }: PrepareLiveProxyRequest) {
  refuseSource(liveProxy.check(value!, 'source'));
  const { hostname } = new URL(value!.url);
  try {
    guard.checkLiteral(hostname);
  } catch (cause) {
    if (cause instanceof OutgoingRefused) throw pullErrors.private_address();
    throw cause;
  }
  return { source: { source: { case: 'liveProxy' as const, value: value! } }, name: liveProxy.nameOf(value!) };
}
