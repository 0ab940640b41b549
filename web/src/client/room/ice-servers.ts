import type { GetIceServersResponse } from '@matinee/contract/gen/api.ts';

/** The servers that help two ends to find a way to one another, as `RTCPeerConnection` takes them. */
export function iceServersOf({ servers }: Pick<GetIceServersResponse, 'servers'>): RTCIceServer[] {
  return servers.map(({ urls, ...credentials }) => ({ urls: [...urls], ...credentials }));
}
