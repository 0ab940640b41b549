import { makeHttpFetch } from '../drivers/http-fetch/http-fetch.ts';
import { makeOutgoingGuard } from '../drivers/outgoing/guard.ts';
import type { InstancesFeature } from '../features/media/provider-instances/provider-instances.feature.ts';
import { makeAccounts } from '../features/media/providers/accounts/accounts.ts';
import { makeThumbnailUrls } from '../features/media/providers/accounts/thumbnail-urls.ts';
import { makeTools } from '../features/media/providers/asking.ts';
import { privateHosts } from '../features/media/providers/delivery-facts.ts';
import { makeFolders } from '../features/media/providers/folders.ts';
import { makeSources } from '../features/media/providers/sources.ts';
import { makeSigner } from '../features/media/proxy/signing.ts';
import { rungNames } from '../features/media/streams/ladder/rungs.ts';
import { currentCall } from '../kernel/tracing/current-call.ts';
import type { Secrets } from '../providers/provider.ts';
import type { AccountFeatures } from './accounts/account-features.ts';
import type { FeatureSettings } from './declared-settings.ts';
import { mediaProviders } from './gen/media-providers.ts';
import type { Ground } from './ground.ts';
import { atSites } from './site-addresses.ts';

/** Whether this server has a built-in provider of that name. */
export const isBuiltIn = (name: string) =>
  name !== mediaProviders.custom.name && Object.values(mediaProviders).some((provider) => provider.name === name);

/** Maximum size of an upstream's answer to a list request, in bytes: a folder of 20 000 files. */
const maxAnswerBytes = 16 * 1_048_576;

/** The media providers, as the library, playback and the proxy need them. */
export function makeProviding(
  ground: Ground,
  { publicUrl, outgoingGuard: guard }: AccountFeatures,
  { place, isServed, backendsElsewhere }: Pick<InstancesFeature, 'place' | 'isServed' | 'backendsElsewhere'>,
) {
  const { clock, secrets, ffmpeg } = ground;
  const outgoing = ground.outside('providers of media', makeHttpFetch({ guard, maxBytes: maxAnswerBytes }));
  const accounts = makeAccounts(ground);
  const fetch = atSites(outgoing.fetch, ground.sites);
  const asking = (name: string) => {
    const onAsked = (outcome: string, seconds: number) => {
      ground.metrics.mediaProvider(name, outcome, seconds);
      const endedMs = clock.nowMs();
      const attributes = { 'matinee.provider': name, 'matinee.outcome': outcome };
      currentCall()?.span?.part(`ask ${name}`, endedMs - seconds * 1_000, endedMs, attributes);
    };
    return makeTools({ fetch, clock, log: ground.log, onAsked });
  };
  const tools = new Map(
    Object.values(mediaProviders).map(({ name }) => {
      const operator = () => operatorSecrets(name, ground.settings.providers);
      return [name, { ...asking(name), operator }];
    }),
  );
  const toolsOf = (provider: string) => tools.get(provider)!;
  const isPageSecure = () => publicUrl().startsWith('https:');
  const isPrivateHost = privateHosts({
    // A guard without allowed networks refuses the addresses that people elsewhere cannot reach.
    isPublic: makeOutgoingGuard([]).allows,
    mayReach: guard.allows,
    reachesPrivate: ground.config['outbound.allowed_networks'].length > 0,
  });
  const playbackUrls = makeSigner(secrets.jwt, clock);
  const providers = place(mediaProviders);
  const parts = {
    providers,
    isServed,
    backendsElsewhere,
    accounts,
    toolsOf,
    askCatalogue: asking('tmdb').ask,
    publicUrl,
    isPageSecure,
    isPrivateHost,
    // Pulled streams use ffmpeg too, even if films are not converted.
    canConvert: () => ground.config['conversion.enabled'] && ffmpeg.found !== undefined,
    rungs: () => (ground.settings.streams.ladder ? rungNames(ffmpeg.found !== undefined) : []),
    hasWhep: () => ground.settings.whep.enabled,
    ffmpeg,
    outgoing,
    thumbnailUrls: makeThumbnailUrls(secrets.jwt, clock),
  };
  return { ...parts, folders: makeFolders(parts), ...makeSources({ ...ground, ...parts, playbackUrls }) };
}

/** The credentials that the operator has configured for a provider. */
function operatorSecrets(
  provider: string,
  { youtubeKey, youtubeClient, twitchClient }: FeatureSettings['providers'],
): Secrets | undefined {
  const client = { youtube: youtubeClient, twitch: twitchClient }[provider];
  const key = provider === 'youtube' ? youtubeKey : null;
  if (!client && !key) return undefined;
  return {
    ...(client ? { clientId: client.username, clientSecret: client.password } : {}),
    ...(key ? { apiKey: key.password } : {}),
  };
}
