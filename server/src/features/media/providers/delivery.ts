import { ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import { ProxyReason } from '@matinee/contract/gen/service/provider/provider_common_pb.ts';

/** The facts that decide whether viewers load the bytes directly or through this server. */
export interface DeliveryFacts {
  /** The adder's preference. */
  readonly adder: ProxyMode;
  /** The viewer's preference. */
  readonly viewer: ProxyMode;
  /** The address requires credentials. */
  readonly needsCredentials: boolean;
  /** The viewer's player can send headers. */
  readonly canSetHeaders: boolean;
  /** The page uses TLS and the address does not. */
  readonly isMixedContent: boolean;
  readonly isPrivate: boolean;
  /** False: another site's player plays the item, or each viewer has their own file. */
  readonly hasAddress: boolean;
  /** This server has the bytes itself. */
  readonly isOwn: boolean;
  /** Whether CORS allows this server's pages to read the media; `not_needed`: the browser plays it without reading. */
  readonly cors: 'not_needed' | 'allowed' | 'refused' | 'unknown';
}

export interface Delivery {
  readonly isProxied: boolean;
  /** True: the viewer may also choose the other way. */
  readonly hasChoice: boolean;
  readonly reasons: readonly ProxyReason[];
}

/** Decides whether to load directly or through this server, with the reasons. Pure. [PV1] [PV2] [PV3] [PV16] */
export function decideDelivery(facts: DeliveryFacts): Delivery {
  const { adder, viewer } = facts;
  if (facts.isOwn) return { isProxied: true, hasChoice: false, reasons: [ProxyReason.OWN_STREAM] };
  if (!facts.hasAddress) return { isProxied: false, hasChoice: false, reasons: [ProxyReason.NO_ADDRESS] };
  if (adder === ProxyMode.ONLY) return { isProxied: true, hasChoice: false, reasons: [ProxyReason.ADDER] };
  if (adder === ProxyMode.DIRECT_ONLY) return { isProxied: false, hasChoice: false, reasons: [ProxyReason.ADDER] };
  // Headers are sent to viewers only if the adder chose direct loading.
  const areHeadersOpen = adder === ProxyMode.DIRECT_PREFER && facts.canSetHeaders;
  const isDirectPossible = !facts.needsCredentials || areHeadersOpen;
  if (!isDirectPossible) return { isProxied: true, hasChoice: false, reasons: [ProxyReason.NEEDS_CREDENTIALS] };
  const wanted = wayOf(viewer);
  if (wanted !== undefined) return { isProxied: wanted, hasChoice: true, reasons: [ProxyReason.VIEWER] };
  const chosen = wayOf(adder);
  if (chosen !== undefined) return { isProxied: chosen, hasChoice: true, reasons: [ProxyReason.ADDER] };
  return { hasChoice: true, ...automatic(facts) };
}

/** True: through the server. Undefined: no preference. */
function wayOf(mode: ProxyMode): boolean | undefined {
  if (mode === ProxyMode.PREFER || mode === ProxyMode.ONLY) return true;
  return mode === ProxyMode.DIRECT_PREFER || mode === ProxyMode.DIRECT_ONLY ? false : undefined;
}

function automatic({ isMixedContent, isPrivate, cors }: DeliveryFacts): Omit<Delivery, 'hasChoice'> {
  const reasons = [
    ...(isMixedContent ? [ProxyReason.MIXED_CONTENT] : []),
    ...(isPrivate ? [ProxyReason.PRIVATE_UPSTREAM] : []),
    ...(cors === 'refused' ? [ProxyReason.CORS_REFUSED] : []),
  ];
  if (reasons.length > 0) return { isProxied: true, reasons };
  return { isProxied: false, reasons: cors === 'unknown' ? [ProxyReason.CORS_UNKNOWN] : [] };
}
