import { create } from '@bufbuild/protobuf';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { DirectUrlSource } from '@matinee/contract/gen/service/provider/direct_url_pb.ts';
import { LiveProxySourceSchema } from '@matinee/contract/gen/service/provider/live_proxy_pb.ts';
import {
  type MediaSource,
  MediaSourceSchema,
  type PlaybackProfile,
  ProxyMode,
} from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import {
  type PrepareDirectUrlRequest,
  ProbeFault,
  type ResolvePlaybackProxyPolicyRequest,
} from '@matinee/contract/gen/service/provider/provider_common_pb.ts';
import type { UserPrincipal } from '../../../kernel/call.ts';
import { liveProxy } from '../../../providers/live-proxy/live-proxy.provider.ts';
import type { MediaProviders } from '../../../providers/provider.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import type { Resolved } from '../../../providers/resolved.ts';
import { type DeliveryFacts, decideDelivery } from './delivery.ts';
import { factsOf, type IsPrivateHost, unknownViewer } from './delivery-facts.ts';
import { understand } from './find-provider.ts';
import { listMessage, mayBeList } from './listed/list-message.ts';
import type { ReadList } from './listed/reading-lists.ts';
import type { ProbeAddress } from './probing.ts';
import { refuseSource } from './providers.errors.ts';
import { isLiveStream } from './recognizing/live-streams.ts';

interface Parts {
  readonly providers: MediaProviders;
  readonly isPageSecure: () => boolean;
  readonly isPrivateHost: IsPrivateHost;
  readonly probe: ProbeAddress;
  readonly readList: ReadList;
  /** This server's path for a list's picture, for this user alone. */
  readonly listedPictureOf: (userId: string, url: string) => string;
}

/** Explains how a source would be played, before it is added. */
export function makePolicies(parts: Parts) {
  const { providers, isPageSecure, isPrivateHost, probe } = parts;
  const list = makeListing(parts);
  /** `named`: path of the source in the request. Absent: its provider's name. @throws AppError `providers.invalid_source` */
  function outline(source: MediaSource, named?: string): Resolved {
    const { provider, value, field } = understand(providers, source);
    refuseSource(provider.check(value, named ?? field));
    return provider.outline(value);
  }

  function policyOf(
    resolved: Resolved,
    { adder, viewer }: Pick<DeliveryFacts, 'adder' | 'viewer'>,
    profile: PlaybackProfile | undefined,
    known: Partial<DeliveryFacts> = {},
  ) {
    const wishes = { proxyMode: viewer, profile: profile ?? unknownViewer(isPageSecure()).profile };
    const { reasons, ...delivery } = decideDelivery({
      ...factsOf(resolved, adder, wishes, isPrivateHost),
      ...known,
    });
    return { ...delivery, reasons: [...reasons] };
  }

  return {
    /** [PV4] */
    async resolve({ source: given, proxyMode: viewer, profile }: ResolvePlaybackProxyPolicyRequest) {
      const source = given!;
      const { neverDirect } = understand(providers, source).provider;
      const adder = neverDirect ? ProxyMode.ONLY : (source.proxyMode ?? ProxyMode.UNSPECIFIED);
      return { policy: policyOf(outline(source), { adder, viewer }, profile) };
    },
    /** [PV5] [PV80] */
    async prepareDirectUrl({ source: given, profile }: PrepareDirectUrlRequest, { userId, role }: UserPrincipal) {
      const value = given!;
      const source = create(MediaSourceSchema, { source: { case: 'directUrl', value } });
      const resolved = outline(source, 'source');
      const answer = await probe(value.url, value.headers);
      const modes = { adder: ProxyMode.UNSPECIFIED, viewer: ProxyMode.UNSPECIFIED };
      const facts = factsOf(resolved, modes.adder, unknownViewer(isPageSecure()), isPrivateHost);
      const cors = answer instanceof ProviderError || facts.cors === 'not_needed' ? facts.cors : answer.cors;
      // The only place where the CORS headers of the address are read.
      if (cors === 'refused') source.proxyMode = ProxyMode.PREFER;
      const { format } = resolved.modes[0]!.medias[0]!;
      const policyFor = (pulled: MediaSource) => policyOf(outline(pulled), modes, profile);
      if (!(answer instanceof ProviderError) && isLiveStream(value, format, answer))
        return { ...pulledFrom(value.url, policyFor), format, probe: answer.probe };
      const mayList = !(answer instanceof ProviderError) && mayBeList(value, format, answer);
      return {
        source,
        name: providers.directUrl.nameOf(value),
        format,
        ...(mayList ? await list(value, userId) : {}),
        policy: policyOf(resolved, modes, profile, { cors }),
        ...(answer instanceof ProviderError ? faultOf(answer, role) : { probe: answer.probe }),
      };
    },
  };
}

/** The list at an address, for the calling user. */
function makeListing({ providers, readList, listedPictureOf }: Parts) {
  return async ({ url, headers }: DirectUrlSource, userId: string) =>
    listMessage(await readList(url, headers), providers.directUrl, (picture) => listedPictureOf(userId, picture));
}

/** Only administrators see a name's private addresses. */
function faultOf({ failure, addresses }: ProviderError, role: UserRole) {
  if (failure === 'slow') return { fault: ProbeFault.SLOW };
  if (failure !== 'private') return { fault: ProbeFault.UNREACHABLE };
  return { fault: ProbeFault.PRIVATE_NETWORK, neededNetworks: role >= UserRole.ADMIN ? [...addresses] : [] };
}

/** A live stream that this server pulls from `url`. [LPX1] */
function pulledFrom<P>(url: string, policyFor: (source: MediaSource) => P) {
  const value = create(LiveProxySourceSchema, { url });
  const source = create(MediaSourceSchema, { source: { case: 'liveProxy', value } });
  return { source, name: liveProxy.nameOf(value), policy: policyFor(source) };
}
