/**
 * The SDP answer for a publisher or a viewer: the library's answer, with the addresses that reach this server. Pure.
 */

/** Preference of the first address (RFC 8445, section 5.1.2.1), for host candidates of one component. */
const priorityOf = (place: number) => 126 * 2 ** 24 + (65_535 - place) * 256 + 255;

const startKilobits = 2_500;

/**
 * The library's sockets listen on all addresses of the machine. Lists each of `addresses` with the port of its family's
 * socket. @throws Error when there is no socket.
 */
export function answerLines(sdp: string, addresses: readonly string[]): string {
  const ports = portsIn(sdp);
  const candidates = addresses.flatMap((address, place) => {
    const port = ports[address.includes(':') ? 'ipv6' : 'ipv4'];
    return port === undefined
      ? []
      : [`a=candidate:${place + 1} 1 udp ${priorityOf(place)} ${address} ${port} typ host`];
  });
  if (candidates.length === 0) throw new Error('no UDP port is free');
  const lines = sdp.split('\r\n').filter((line) => !/^a=(candidate:|end-of-candidates)/.test(line) && line !== '');
  const firstMedia = lines.findIndex((line) => line.startsWith('m='));
  const secondMedia = lines.findIndex((line, at) => at > firstMedia && line.startsWith('m='));
  // All media share the transport of the first one.
  const end = secondMedia === -1 ? lines.length : secondMedia;
  lines.splice(end, 0, ...candidates, 'a=end-of-candidates');
  return [...lines, ''].join('\r\n');
}

/** Without this hint, Chromium begins with 300 kbit/s and takes half a minute to reach the rate of a stream. */
export function withStartRate(sdp: string): string {
  return sdp.replace(/^a=fmtp:\d+ .*profile-level-id=.*$/gm, (line) => {
    const text = line.replace('\r', '');
    return `${text};x-google-start-bitrate=${startKilobits}${line.slice(text.length)}`;
  });
}

function portsIn(sdp: string): { readonly ipv4?: string; readonly ipv6?: string } {
  const ports: { ipv4?: string; ipv6?: string } = {};
  for (const [, address, port] of sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host/gim))
    ports[address!.includes(':') ? 'ipv6' : 'ipv4'] = port!;
  return ports;
}
