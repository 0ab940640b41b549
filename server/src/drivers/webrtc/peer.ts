/** The WebRTC side of a receiver: ICE, DTLS and SRTP by werift. */
import { Buffer } from 'node:buffer';
import {
  ReceiverEstimatedMaxBitrate,
  type RTCPeerConnection,
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
} from 'werift';
import { withStartRate } from './answer.ts';
import { openConnection } from './connection.ts';
import type { MediaIntake } from './media-intake.ts';
import type { ReceiverTask } from './receiver-messages.ts';

interface PeerParts extends ReceiverTask {
  readonly intake: MediaIntake;
  readonly nowMs: () => number;
  readonly onConnected: () => void;
  /** The connection has failed, or the publisher has closed it. */
  readonly onOver: () => void;
}

export interface Peer {
  readonly answer: string;
  /** Requests a key frame. */
  askForKey(): void;
  /** Sends the allowed bit rate. Called at intervals. */
  allowRate(): void;
}

/** @throws Error when no port is free. */
export async function openPeer(parts: PeerParts): Promise<Peer> {
  let tracks: ReturnType<typeof followTracks> | undefined;
  const { answer } = await openConnection({
    ...{ ...parts, ufrag: parts.offer.ufrag, sdp: parts.offer.sdp },
    codecs: {
      audio: [useOPUS()],
      video: [
        useH264({ rtcpFeedback: [useNACK(), usePLI(), useREMB()] }),
        new RTCRtpCodecParameters({ mimeType: 'video/rtx', clockRate: 90_000 }),
      ],
    },
    prepare: (peer) => {
      tracks = followTracks(peer, parts);
    },
  });
  return {
    answer: withStartRate(answer),
    askForKey: () => {
      const video = tracks?.video();
      void video?.receiver.sendRtcpPLI(video.ssrc);
    },
    allowRate: () => {
      const video = tracks?.video();
      if (video) void video.receiver.dtlsTransport.sendRtcp([allowance(video.receiver.rtcpSsrc, video.ssrc)]);
    },
  };
}

/** Forwards the packets and reports of the tracks. */
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
 * A REMB message that allows 10 Mbit/s, the most that is usually recommended for senders. Below it, a browser adapts
 * its rate to the losses in receiver reports. The library's per-packet feedback makes browsers lower their rate
 * continuously.
 */
function allowance(senderSsrc: number, ssrc: number): RtcpPayloadSpecificFeedback {
  const rate = { brExp: 6, brMantissa: 156_250 };
  const feedback = { senderSsrc, mediaSsrc: 0, ssrcNum: 1, ssrcFeedbacks: [ssrc], ...rate };
  return new RtcpPayloadSpecificFeedback({ feedback: new ReceiverEstimatedMaxBitrate(feedback) });
}

function toPacket({ header, payload }: RtpPacket) {
  const { sequenceNumber: sequence, timestamp, marker } = header;
  return { sequence, timestamp, marker, payload: Buffer.from(payload) };
}

/** NTP time: seconds since 1900, and a fraction, of 32 bits each. */
function fromNtp(ntp: bigint): number {
  return Number(ntp >> 32n) * 1_000 + (Number(ntp & 0xffffffffn) * 1_000) / 2 ** 32;
}
