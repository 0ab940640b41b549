/** The WebRTC side of a receiver: ICE, DTLS and SRTP by werift. */
import { Buffer } from 'node:buffer';
import {
  type Message,
  ReceiverEstimatedMaxBitrate,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  type RTCRtpReceiver,
  RtcpPayloadSpecificFeedback,
  RtcpSrPacket,
  type RtpPacket,
  useH264,
  useNACK,
  useOPUS,
  usePLI,
  useREMB,
  useSdesMid,
} from 'werift';
import { answerLines } from './answer.ts';
import type { MediaIntake } from './media-intake.ts';
import type { ReceiverTask } from './receiver-messages.ts';

/** Most addresses from which a publisher tries to reach this server: networks, address families, relays. */
const maxSources = 64;

interface PeerParts extends ReceiverTask {
  readonly intake: MediaIntake;
  readonly nowMs: () => number;
  readonly onConnected: () => void;
  /** The connection has failed, or the publisher has closed it. */
  readonly onOver: () => void;
}

export interface Peer {
  readonly answer: string;
  /** Asks for a key frame. */
  askForKey(): void;
  /** Tells how many bits a second may come. Called at intervals. */
  allowRate(): void;
}

/** @throws Error when no port is free. */
export async function openPeer(parts: PeerParts): Promise<Peer> {
  const { offer, ports, addresses, onConnected, onOver } = parts;
  const checks = new ChecksOf(offer.ufrag);
  const peer = new RTCPeerConnection({
    codecs: {
      audio: [useOPUS()],
      video: [
        useH264({ rtcpFeedback: [useNACK(), usePLI(), useREMB()] }),
        new RTCRtpCodecParameters({ mimeType: 'video/rtx', clockRate: 90_000 }),
      ],
    },
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
  });
  peer.connectionStateChange.subscribe((state) => {
    if (state === 'connected') onConnected();
    if (state === 'failed' || state === 'closed' || state === 'disconnected') onOver();
  });
  const tracks = followTracks(peer, parts);
  await peer.setRemoteDescription({ type: 'offer', sdp: offer.sdp });
  const [transport] = peer.iceTransports;
  // Without servers of its own, the library asks one on the Internet where this machine is.
  delete transport!.connection.stunServer;
  await transport!.gather();
  const answer = await peer.createAnswer();
  checks.own = /a=ice-ufrag:(\S+)/.exec(answer.sdp)?.[1] ?? '';
  // The library gives up at once while it knows no address of the publisher. So it begins when the publisher does.
  checks.onFirst = () => void peer.setLocalDescription(answer).catch(onOver);
  return {
    answer: answerLines(answer.sdp, addresses),
    askForKey: () => {
      const video = tracks.video();
      void video?.receiver.sendRtcpPLI(video.ssrc);
    },
    allowRate: () => {
      const video = tracks.video();
      if (video) void video.receiver.dtlsTransport.sendRtcp([allowance(video.receiver.rtcpSsrc, video.ssrc)]);
    },
  };
}

/** Hands on what the tracks bring. */
function followTracks(peer: RTCPeerConnection, { intake, nowMs }: Pick<PeerParts, 'intake' | 'nowMs'>) {
  let video: { readonly receiver: RTCRtpReceiver; readonly ssrc: number } | undefined;
  peer.onTrack.subscribe(({ kind, ssrc, onReceiveRtp, onReceiveRtcp }) => {
    if (kind !== 'audio' && kind !== 'video') return;
    onReceiveRtp.subscribe((packet) => intake.take(kind, toPacket(packet), nowMs()));
    onReceiveRtcp.subscribe((packet) => {
      if (packet.type !== RtcpSrPacket.type) return;
      const { ntpTimestamp, rtpTimestamp } = packet.senderInfo;
      intake.report(kind, { senderMs: fromNtp(ntpTimestamp), timestamp: rtpTimestamp });
    });
    const receiver = peer.getTransceivers().find((one) => one.kind === kind)?.receiver;
    if (kind === 'video' && receiver && ssrc !== undefined) video = { receiver, ssrc };
  });
  return { video: () => video };
}

/**
 * The most that advice to senders calls good, as a REMB message. Below it, a browser finds the rate of its line by the
 * losses in receiver reports. The library's feedback for each packet makes browsers send less and less.
 */
function allowance(senderSsrc: number, ssrc: number): RtcpPayloadSpecificFeedback {
  const rate = { brExp: 6, brMantissa: 156_250 };
  const feedback = { senderSsrc, mediaSsrc: 0, ssrcNum: 1, ssrcFeedbacks: [ssrc], ...rate };
  return new RtcpPayloadSpecificFeedback({ feedback: new ReceiverEstimatedMaxBitrate(feedback) });
}

/** The checks by which a publisher finds its way here. Others know neither name in them. */
class ChecksOf {
  readonly #theirs: string;
  readonly #sources = new Set<string>();
  own = '';
  onFirst: () => void = () => {};
  #hasBegun = false;

  constructor(theirs: string) {
    this.#theirs = theirs;
  }

  isValid(message: Message, [host, port]: readonly [string, number]): boolean {
    if (message.getAttributeValue('USERNAME') !== `${this.own}:${this.#theirs}`) return false;
    this.#sources.add(`${host} ${port}`);
    if (this.#sources.size > maxSources) return false;
    if (!this.#hasBegun) queueMicrotask(this.onFirst);
    this.#hasBegun = true;
    return true;
  }
}

function toPacket({ header, payload }: RtpPacket) {
  const { sequenceNumber: sequence, timestamp, marker } = header;
  return { sequence, timestamp, marker, payload: Buffer.from(payload) };
}

/** Seconds since 1900 with a fraction of 32 bits each. */
function fromNtp(ntp: bigint): number {
  return Number(ntp >> 32n) * 1_000 + (Number(ntp & 0xffffffffn) * 1_000) / 2 ** 32;
}
