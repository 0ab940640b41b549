import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { type PlaybackProfile, ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { Resolved } from '../../providers/provider.ts';
import type { DeliveryFacts } from './delivery.ts';

/** What is known about a viewer. */
export interface ViewerWishes {
  readonly proxyMode: ProxyMode;
  readonly profile: Omit<PlaybackProfile, '$typeName'>;
}

/** A viewer of whom nothing is known but the page of this server. */
export function unknownViewer(isPageSecure: boolean): ViewerWishes {
  return { proxyMode: ProxyMode.UNSPECIFIED, profile: { formats: [], canSetHeaders: false, isPageSecure } };
}

/** Whether a host is in a network of its own: by name, as nobody is asked here, or by address. */
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
    cors: medias.every(({ format }) => format === MediaFormat.FILE) ? 'not_needed' : 'unknown',
  };
}

/** Endings of names that no public name server knows (RFC 6761, RFC 6762, RFC 8375, and `.internal` by ICANN). */
const privateNames = /(^|\.)(localhost|local|home\.arpa|internal|lan|home)$/i;

/** Judges hosts. `isPublicAddress` judges IP addresses. */
export function privateHosts(isPublicAddress: (address: string) => boolean): IsPrivateHost {
  return (host) => {
    const bare = host.replace(/^\[(.*)\]$/, '$1');
    const isAddress = bare.includes(':') || /^\d+(\.\d+){3}$/.test(bare);
    return isAddress ? !isPublicAddress(bare) : privateNames.test(bare) || !bare.includes('.');
  };
}
