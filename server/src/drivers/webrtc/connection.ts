/** A connection by WebRTC that another side begins: ICE, DTLS and SRTP by werift. [RTC1] [RTC8] */
import { type PeerConfig, RTCPeerConnection, useSdesMid } from 'werift';
import { answerLines } from './answer.ts';
import { ChecksOf } from './checks-of.ts';

export interface ConnectionParts {
  /** Name of the other side in its checks. */
  readonly ufrag: string;
  /** The offer, written anew: it names no address. */
  readonly sdp: string;
  readonly codecs: NonNullable<PeerConfig['codecs']>;
  /** What is told to the other side: addresses of this machine, or the one before it. */
  readonly addresses: readonly string[];
  /** Lowest and highest UDP port; undefined: any. */
  readonly ports: readonly [number, number] | undefined;
  /** Called before the offer is taken. */
  readonly prepare: (peer: RTCPeerConnection) => void;
  readonly onConnected: () => void;
  /** The connection has failed, or the other side has closed it. */
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
    // Without servers of its own, the library asks one on the Internet where this machine is.
    delete transport!.connection.stunServer;
    await transport!.gather();
    const answer = await peer.createAnswer();
    checks.own = /a=ice-ufrag:(\S+)/.exec(answer.sdp)?.[1] ?? '';
    // The library gives up at once while it knows no address of the other side. So it begins when that side does.
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
    // One socket for all addresses of a family. `answerLines` names the addresses.
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
