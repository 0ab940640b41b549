/** A WebRTC connection initiated by the peer: ICE, DTLS and SRTP by werift. [RTC1] [RTC8] */
import { type PeerConfig, RTCPeerConnection, useSdesMid } from 'werift';
import { answerLines } from './answer.ts';
import { ChecksOf } from './checks-of.ts';

export interface ConnectionParts {
  /** The peer's name (ufrag) in its checks. */
  readonly ufrag: string;
  /** The rewritten offer, without addresses. */
  readonly sdp: string;
  readonly codecs: NonNullable<PeerConfig['codecs']>;
  /** Addresses announced to the peer: of this machine, or of the one in front of it. */
  readonly addresses: readonly string[];
  /** Lowest and highest UDP port; undefined: any. */
  readonly ports: readonly [number, number] | undefined;
  /** Called before the offer is applied. */
  readonly prepare: (peer: RTCPeerConnection) => void;
  readonly onConnected: () => void;
  /** The connection has failed, or the peer has closed it. */
  readonly onOver: () => void;
}

/** @throws Error when no port is free. */
export async function openConnection(
  parts: ConnectionParts,
): Promise<{ readonly peer: RTCPeerConnection; readonly answer: string }> {
  const { ufrag, sdp, addresses, prepare, onConnected, onOver } = parts;
  const checks = new ChecksOf(ufrag);
  const peer = new RTCPeerConnection(configOf(parts, checks));
  try {
    peer.connectionStateChange.subscribe((state) => {
      if (state === 'connected') onConnected();
      if (state === 'failed' || state === 'closed' || state === 'disconnected') onOver();
    });
    prepare(peer);
    await peer.setRemoteDescription({ type: 'offer', sdp });
    const [transport] = peer.iceTransports;
    // By default, the library asks a STUN server on the Internet for the address of this machine.
    delete transport!.connection.stunServer;
    await transport!.gather();
    const answer = await peer.createAnswer();
    checks.own = /a=ice-ufrag:(\S+)/.exec(answer.sdp)?.[1] ?? '';
    // The library gives up at once while it has no remote address. So it starts with the peer's first check.
    checks.onFirst = () => void peer.setLocalDescription(answer).catch(onOver);
    return { peer, answer: answerLines(answer.sdp, addresses) };
  } catch (cause) {
    await peer.close();
    throw cause;
  }
}

function configOf({ codecs, addresses, ports }: ConnectionParts, checks: ChecksOf): Partial<PeerConfig> {
  return {
    codecs,
    headerExtensions: {
      audio: [useSdesMid()],
      video: [useSdesMid()],
    },
    bundlePolicy: 'max-bundle',
    iceServers: [],
    // One socket for all addresses of a family. `answerLines` announces the addresses.
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: [
      ...(addresses.some((address) => !address.includes(':')) ? ['127.0.0.1'] : []),
      ...(addresses.some((address) => address.includes(':')) ? ['::1'] : []),
    ],
    icePortRange: ports && [...ports],
    iceFilterStunResponse: (message, from) => checks.isValid(message, from),
  };
}
