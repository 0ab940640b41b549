/** A WebRTC viewer for tests, made with the same library. It records packets and decodes nothing. */
import { RTCPeerConnection, type RtpPacket, useH264, useNACK, useOPUS, usePLI } from 'werift';

interface Arrivals {
  readonly video: RtpPacket[];
  readonly audio: RtpPacket[];
}

export interface TestViewer {
  readonly offer: string;
  readonly peer: RTCPeerConnection;
  readonly heard: Arrivals;
  accept(answer: string): Promise<void>;
  connected(): boolean;
  /** Reports these packets of the video as lost. */
  lose(sequences: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

export async function makeViewer(kinds: readonly ('audio' | 'video')[] = ['video', 'audio']): Promise<TestViewer> {
  const peer = new RTCPeerConnection({
    codecs: {
      audio: [useOPUS()],
      // High profile, as offered by browsers that decode all profiles.
      video: [
        useH264({
          rtcpFeedback: [useNACK(), usePLI()],
          parameters: 'profile-level-id=64001f;packetization-mode=1;level-asymmetry-allowed=1',
        }),
      ],
    },
    iceServers: [],
    bundlePolicy: 'max-bundle',
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });
  const heard: Arrivals = { video: [], audio: [] };
  for (const kind of kinds) peer.addTransceiver(kind, { direction: 'recvonly' });
  peer.onTrack.subscribe(({ kind, onReceiveRtp }) => {
    if (kind === 'audio' || kind === 'video') onReceiveRtp.subscribe((packet) => heard[kind].push(packet));
  });
  delete peer.iceTransports[0]!.connection.stunServer;
  await peer.setLocalDescription(await peer.createOffer());
  return {
    offer: peer.localDescription!.sdp,
    peer,
    heard,
    accept: (answer) => peer.setRemoteDescription({ type: 'answer', sdp: answer }),
    connected: () => peer.connectionState === 'connected',
    async lose(sequences) {
      const { receiver } = peer.getTransceivers().find(({ kind }) => kind === 'video')!;
      const { GenericNack, RtcpTransportLayerFeedback } = await import('werift');
      const mediaSourceSsrc = heard.video[0]!.header.ssrc;
      const feedback = new GenericNack({ senderSsrc: receiver.rtcpSsrc, mediaSourceSsrc, lost: [...sequences] });
      await receiver.dtlsTransport.sendRtcp([new RtcpTransportLayerFeedback({ feedback })]);
    },
    close: () => peer.close(),
  };
}
