import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { type PlaybackProfile, ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { Resolved } from '../../../providers/resolved.ts';
import type { DeliveryFacts } from './delivery.ts';

/** Preferences and player of a viewer. */
export interface ViewerWishes {
  readonly proxyMode: ProxyMode;
  readonly profile: Omit<PlaybackProfile, '$typeName'>;
}

/** A viewer with an unknown player and preferences. */
export function unknownViewer(isPageSecure: boolean): ViewerWishes {
  const unknown = { formats: [], containers: [], codecs: [], liveFormats: [], subtitleFormats: [] };
  return { proxyMode: ProxyMode.UNSPECIFIED, profile: { ...unknown, canSetHeaders: false, isPageSecure } };
}

/**
 * Whether a host is in a private network that this server may reach. Checks the name or the address alone, without a
 * DNS lookup.
 */
export type IsPrivateHost = (host: string) => boolean;

export function factsOf(
  resolved: Resolved,
  adder: ProxyMode,
  { proxyMode, profile }: ViewerWishes,
  isPrivateHost: IsPrivateHost,
): DeliveryFacts {
  const medias = resolved.modes[0]?.medias ?? [];
  const urls = medias.flatMap(({ upstream }) => (upstream ? [new URL(upstream.url)] : []));
  return {
    adder,
    viewer: proxyMode,
    needsCredentials: resolved.needsCredentials,
    canSetHeaders: profile.canSetHeaders,
    isMixedContent: profile.isPageSecure && urls.some(({ protocol }) => protocol === 'http:'),
    isPrivate: urls.some(({ hostname }) => isPrivateHost(hostname)),
    hasAddress: medias.length === 0 || medias.some(({ format }) => isLoaded(format)),
    isOwn: resolved.isOwn === true,
    cors: medias.every(({ format }) => format === MediaFormat.FILE) ? 'not_needed' : 'unknown',
  };
}

/** Whether a media of this format is loaded from an address. */
export function isLoaded(format: MediaFormat): boolean {
  return format !== MediaFormat.EMBED && format !== MediaFormat.OWN_COPY;
}

/** Name suffixes that do not resolve publicly (RFC 6762, RFC 8375, and `.internal` by ICANN). */
const privateNames = /(^|\.)(local|home\.arpa|internal|lan|home)$/i;
/** The computer itself: a different one for each viewer (RFC 6761, section 6.3). */
const ownHost = /^(localhost|127(\.\d+){3}|::1)$|\.localhost$/i;

/** Checks of addresses, not of names. */
interface AddressJudges {
  /** Whether viewers on the Internet can reach an address. */
  readonly isPublic: (address: string) => boolean;
  /** Whether this server may reach an address. */
  readonly mayReach: (address: string) => boolean;
  /** Whether the operator allows this server to reach any private network. */
  readonly reachesPrivate: boolean;
}

/** Finds hosts that this server may reach and viewers may not. If neither may, viewers have the better chance. [PV3] */
export function privateHosts({ isPublic, mayReach, reachesPrivate }: AddressJudges): IsPrivateHost {
  return (host) => {
    const bare = host.replace(/^\[(.*)\]$/, '$1');
    if (ownHost.test(bare)) return false;
    const isAddress = bare.includes(':') || /^\d+(\.\d+){3}$/.test(bare);
    if (isAddress) return !isPublic(bare) && mayReach(bare);
    return reachesPrivate && (privateNames.test(bare) || !bare.includes('.'));
  };
}
