import { ProviderCommonService } from '@matinee/contract/gen/service/provider/provider_common_service_pb.ts';
import type { HttpFetch } from '../../drivers/http-fetch/http-fetch.ts';
import { handleUser } from '../../kernel/handler.ts';
import type { MediaProvider, MediaProviders, ProviderTools } from '../../providers/provider.ts';
import type { Database } from '../../store/database.ts';
import type { Feature } from '../feature.ts';
import type { Library } from '../library/library.port.ts';
import type { PlaybackResolver } from '../proxy/proxy.port.ts';
import { accountBindings } from './accounts.service.ts';
import type { Accounts } from './accounts.ts';
import { makeCursors } from './cursors.ts';
import type { IsPrivateHost } from './delivery-facts.ts';
import { makePolicies } from './policy.service.ts';
import { makeProbing } from './probing.ts';
import { makeRecognizing } from './recognizing.service.ts';
import type { ResolveItem } from './sources.ts';
import { upstreamResolver } from './upstream-resolver.ts';

interface Parts {
  readonly providers: MediaProviders;
  readonly db: Database;
  readonly library: Pick<Library, 'findMedia'>;
  readonly accounts: Accounts;
  readonly tools: ProviderTools;
  readonly resolveItem: ResolveItem;
  readonly outgoing: HttpFetch;
  /** The address under which people open this server. */
  readonly publicUrl: () => string;
  readonly isPageSecure: () => boolean;
  readonly isPrivateHost: IsPrivateHost;
  /** The server's own, from which keys are derived. */
  readonly secret: string;
}

/** The mechanism around all providers of media. */
export function providersFeature(parts: Parts): Feature & { readonly resolvers: readonly PlaybackResolver[] } {
  const { providers, outgoing, publicUrl, secret } = parts;
  const all = Object.values(providers) as unknown as MediaProvider[];
  const recognizing = makeRecognizing(providers);
  const probe = makeProbing(outgoing.fetch, () => new URL(publicUrl()).origin);
  const policies = makePolicies({ ...parts, probe });
  const cursors = makeCursors(secret);
  const method = ProviderCommonService.method;
  return {
    name: 'providers',
    parts: [{ name: 'requests of providers', stop: () => outgoing.close() }],
    resolvers: all.map((provider) => upstreamResolver(provider, parts)),
    bindings: [
      handleUser(method.recognize, (request) => recognizing.recognize(request)),
      handleUser(method.prepareDirectUrl, (request) => policies.prepareDirectUrl(request)),
      handleUser(method.resolvePlaybackProxyPolicy, (request) => policies.resolve(request)),
      handleUser(method.listProviderBackends, ({ providerType }) => recognizing.backends(providerType)),
      ...all.flatMap((provider) =>
        provider.accounts ? accountBindings(provider, provider.accounts, { ...parts, cursors }) : [],
      ),
    ],
  };
}
