import type { ProviderCapability } from '@matinee/contract/gen/service/provider/provider_common_pb.ts';
import { ProviderCommonService } from '@matinee/contract/gen/service/provider/provider_common_service_pb.ts';
import { handleAdmin, handleUser } from '../../../kernel/handler.ts';
import type { MediaProviders } from '../../../providers/provider.ts';
import type { Feature } from '../../feature.ts';
import { toKind } from './instance-messages.ts';
import { kindsAt } from './kinds.ts';
import { type LiveParts, makeLiveInstances } from './live-instances.ts';
import { placeProviders } from './placed-providers.ts';
import { type InstanceParts, makeInstances } from './provider-instances.service.ts';

/** Registers gauges that are read on each metrics request. */
interface Gauges {
  gauge(name: string, help: string, read: () => number, together?: 'min' | 'max'): void;
  counter(name: string, help: string, read: () => number): void;
}

export interface InstancesFeature extends Feature {
  /** The same providers, extended to run at instances too. */
  place(providers: MediaProviders): MediaProviders;
  /** Whether an enabled instance of that name has the provider. */
  isServed(provider: string, instanceName: string): boolean;
  /** The instances that serve the provider now, by name. */
  backendsElsewhere(provider: string): { instanceName: string; capabilities: ProviderCapability[] }[];
}

/** Providers that run on instances: the administrators' calls, and the connections. */
export function providerInstancesFeature(
  parts: LiveParts & InstanceParts & { readonly metrics: Gauges },
): InstancesFeature {
  const { isBuiltIn, metrics } = parts;
  const live = makeLiveInstances(parts);
  const instances = makeInstances(parts, live);
  const method = ProviderCommonService.method;
  const links = () => live.all().flatMap(({ link }) => link ?? []);
  metrics.gauge('matinee_provider_instances', 'Provider instances that are enabled.', () => links().length, 'max');
  metrics.gauge(
    'matinee_provider_instances_serving',
    'Provider instances that serve this process.',
    () => links().filter(({ health }) => health.status === 'serving').length,
    'min',
  );
  metrics.counter('matinee_provider_instance_calls_total', 'Questions to provider instances.', () =>
    links().reduce((sum, { counts }) => sum + counts.calls, 0),
  );
  metrics.counter('matinee_provider_instance_failures_total', 'Questions that provider instances failed.', () =>
    links().reduce((sum, { counts }) => sum + counts.failures, 0),
  );
  return {
    name: 'provider-instances',
    tables: ['provider_instances'],
    reads: ['media', 'provider_accounts'],
    parts: [live],
    place: (providers) => placeProviders(providers, live),
    isServed: (provider, name) => kindsAt(live, name).some((kind) => kind.provider === provider),
    backendsElsewhere: (provider) =>
      live.all().flatMap(({ row, link }) => {
        const kind = link?.health.kinds.find((one) => one.provider === provider);
        const isServing = kind && link?.health.status === 'serving';
        return isServing ? [{ instanceName: row.name, capabilities: kind.capabilities }] : [];
      }),
    bindings: [
      handleAdmin(method.listProviderInstances, () => instances.list()),
      handleAdmin(method.addProviderInstance, (request, call) => instances.add(request, call)),
      handleAdmin(method.updateProviderInstance, (request, call) => instances.update(request, call)),
      handleAdmin(method.deleteProviderInstance, (request, call) => instances.delete(request, call)),
      handleAdmin(method.enableProviderInstance, ({ name }, call) => instances.enable(name, call)),
      handleAdmin(method.disableProviderInstance, ({ name }, call) => instances.disable(name, call)),
      handleAdmin(method.reconnectProviderInstance, ({ name }) => instances.reconnect(name)),
      handleUser(method.listAvailableProviderInstances, async () => ({
        instances: live.all().flatMap(({ row, link }) =>
          link
            ? [
                {
                  name: row.name,
                  available: link.health.status === 'serving',
                  kinds: link.health.kinds.map((kind) => toKind(kind, isBuiltIn)),
                },
              ]
            : [],
        ),
      })),
    ],
  };
}
