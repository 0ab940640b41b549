import { ProviderCommonService } from '@matinee/contract/gen/service/provider/provider_common_service_pb.ts';
import type { HttpFetch } from '../../../drivers/http-fetch/http-fetch.ts';
import type { UpstreamClient } from '../../../drivers/upstream/upstream.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { handleUser } from '../../../kernel/handler.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Sealer } from '../../../kernel/sealing.ts';
import { makePageCursors } from '../../../kernel/signing/page-cursors.ts';
import type { MediaProvider, MediaProviders, ProviderTools } from '../../../providers/provider.ts';
import type { Database } from '../../../store/database.ts';
import type { Sessions } from '../../accounts/sessions/sessions.port.ts';
import type { Feature } from '../../feature.ts';
import type { Library } from '../library/library.port.ts';
import type { PlaybackResolver } from '../proxy/proxy.port.ts';
import { accountBindings } from './accounts/accounts.service.ts';
import type { Accounts } from './accounts/accounts.ts';
import { makePages } from './accounts/pages.ts';
import { makePersonSeals } from './accounts/person-seals.ts';
import { personalData } from './accounts/personal-data.ts';
import type { ThumbnailUrls } from './accounts/thumbnail-urls.ts';
import { describedPath, thumbnailRoutes } from './accounts/thumbnails.ts';
import type { IsPrivateHost } from './delivery-facts.ts';
import { makeDescribing } from './describing.service.ts';
import { makeListReading } from './listed/reading-lists.ts';
import { makePlaybackResolver } from './playback-resolver.ts';
import { makePolicies } from './policy.service.ts';
import { makeProbing } from './probing.ts';
import { type BackendsElsewhere, makeRecognizing } from './recognizing/recognizing.service.ts';
import type { WatchReports } from './reports/watch-reports.ts';
import type { FindCover, ResolveItem } from './sources.ts';

interface Parts {
  readonly providers: MediaProviders;
  readonly db: Database;
  readonly library: Pick<Library, 'findMedia'>;
  readonly accounts: Accounts;
  readonly sessions: Pick<Sessions, 'authenticate' | 'resume'>;
  readonly toolsOf: (provider: string) => ProviderTools;
  readonly thumbnailUrls: ThumbnailUrls;
  readonly resolveItem: ResolveItem;
  readonly findCover: FindCover;
  readonly reports: Pick<WatchReports, 'start' | 'stop'>;
  readonly outgoing: HttpFetch;
  /** Reads lists of channels. */
  readonly upstream: UpstreamClient;
  readonly backendsElsewhere: BackendsElsewhere;
  /** The public address of this server. */
  readonly publicUrl: () => string;
  readonly isPageSecure: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly isPrivateHost: IsPrivateHost;
  /** The server's own secret, from which keys are derived. */
  readonly secret: string;
}

/** The common parts around all providers of media. */
export function providersFeature(parts: Parts): Feature & { readonly resolvers: readonly PlaybackResolver[] } {
  const { providers, outgoing, publicUrl, secret, reports, thumbnailUrls } = parts;
  const all = Object.values(providers) as unknown as MediaProvider[];
  const recognizing = makeRecognizing(providers, parts.accounts, parts.backendsElsewhere, outgoing.fetch);
  const probe = makeProbing(outgoing.fetch, () => new URL(publicUrl()).origin);
  const pages = makePages(makePageCursors(secret), thumbnailUrls);
  const seals = makePersonSeals(secret, parts.sealer);
  const picturePathOf = (provider: MediaProvider, userId: string, url: string) =>
    describedPath(provider, seals.seal(userId, provider.name, url));
  const describing = makeDescribing({ ...parts, picturePathOf });
  const direct = providers.directUrl as unknown as MediaProvider;
  const listedPictureOf = (userId: string, url: string) => picturePathOf(direct, userId, url);
  const policies = makePolicies({ ...parts, probe, readList: makeListReading(parts.upstream), listedPictureOf });
  const method = ProviderCommonService.method;
  return {
    name: 'providers',
    personalData,
    tables: ['provider_accounts'],
    parts: [
      { name: 'requests of providers', stop: () => outgoing.close() },
      { name: 'reports to providers', start: async () => reports.start(), stop: async () => reports.stop() },
    ],
    resolvers: all.map((provider) => makePlaybackResolver(provider, parts)),
    bindings: [
      handleUser(method.recognize, (request, { principal }) => recognizing.recognize(request, principal.userId)),
      handleUser(method.prepareDirectUrl, (request, { principal }) => policies.prepareDirectUrl(request, principal)),
      handleUser(method.describe, (request, { principal }) => describing.describe(request, principal)),
      handleUser(method.resolvePlaybackProxyPolicy, (request) => policies.resolve(request)),
      handleUser(method.listProviderBackends, ({ providerType }) => recognizing.backends(providerType)),
      ...all.flatMap((provider) =>
        provider.accounts ? accountBindings(provider, provider.accounts, { ...parts, pages, seals }) : [],
      ),
    ],
    byteRoutes: thumbnailRoutes({ ...parts, providers: all, seals }),
  };
}
