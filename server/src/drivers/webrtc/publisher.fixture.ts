/** A WebRTC publisher for tests, made with the same library. Tests never decode its pictures. */
import { MediaStreamTrack, RTCPeerConnection, RtpHeader, RtpPacket, useH264, useNACK, useOPUS, usePLI } from 'werift';

/** Parameter sets of 640 × 360 pictures, as Chromium sends them. */
export const sps = Buffer.from('6742c01f8c8d405017fcb3506060607844235001', 'hex').subarray(0, 19);
export const pps = Buffer.from('68ce3c80', 'hex');
export const idr = Buffer.from('65b80004ff', 'hex');

/** STAP-A (RFC 6184, section 5.7.1). */
export function aggregate(...units: readonly Buffer[]): Buffer {
  const parts = units.flatMap((unit) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(unit.length);
    return [length, unit];
  });
  return Buffer.concat([Buffer.of(0x78), ...parts]);
}

export interface TestPublisher {
  readonly offer: string;
  readonly peer: RTCPeerConnection;
  accept(answer: string): Promise<void>;
  connected(): boolean;
  /** Sends a key frame and some audio. */
  send(): void;
  close(): Promise<void>;
}

export async function makePublisher(): Promise<TestPublisher> {
  const peer = new RTCPeerConnection({
    codecs: { audio: [useOPUS()], video: [useH264({ rtcpFeedback: [useNACK(), usePLI()] })] },
    iceServers: [],
    bundlePolicy: 'max-bundle',
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });
  const tracks = { audio: new MediaStreamTrack({ kind: 'audio' }), video: new MediaStreamTrack({ kind: 'video' }) };
  for (const track of Object.values(tracks)) peer.addTransceiver(track, { direction: 'sendonly' });
  delete peer.iceTransports[0]!.connection.stunServer;
  await peer.setLocalDescription(await peer.createOffer());
  const sequences = { audio: 100, video: 100 };
  const write = (kind: keyof typeof tracks, timestamp: number, payload: Buffer) => {
    sequences[kind] += 1;
    const header = new RtpHeader({ sequenceNumber: sequences[kind], timestamp, marker: true, payloadType: 96 });
    tracks[kind].writeRtp(new RtpPacket(header, payload));
  };
  let ms = 0;
  return {
    offer: peer.localDescription!.sdp,
    peer,
    accept: (answer) => peer.setRemoteDescription({ type: 'answer', sdp: answer }),
    connected: () => peer.connectionState === 'connected',
    send() {
      ms += 40;
      write('video', ms * 90, aggregate(sps, pps, idr));
      write('audio', ms * 48, Buffer.from('fcfffe', 'hex'));
    },
    close: () => peer.close(),
  };
}
