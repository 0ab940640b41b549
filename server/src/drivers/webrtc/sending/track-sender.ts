/** The packets of one track for one viewer: with their own sequence numbers, and with retransmissions. */
import type { Buffer } from 'node:buffer';
import { type RTCRtpSender, RtcpSenderInfo, RtcpSrPacket, RtpHeader } from 'werift';

/** Packets kept for retransmission: half a second of a usual stream. Viewers share their payloads. */
const keptPackets = 512;
/** From 1900 to 1970, in seconds. */
const ntpOffset = 2_208_988_800;
const wrap = { sequence: 2 ** 16, timestamp: 2 ** 32 } as const;

export interface OutgoingPacket {
  /** In ticks of the track. */
  readonly timestamp: number;
  /** The last packet of its picture. */
  readonly marker: boolean;
  readonly payload: Buffer;
}

export class TrackSender {
  readonly #sender: RTCRtpSender;
  readonly #rate: number;
  readonly #sent: ({ readonly sequence: number; readonly packet: OutgoingPacket } | undefined)[] = [];
  #sequence: number;
  #packets = 0;
  #bytes = 0;
  #lastMs: number | undefined;

  /** `rate`: ticks per second. `sequence`: any number; the first packet's is one more. */
  constructor(sender: RTCRtpSender, rate: number, sequence: number) {
    this.#sender = sender;
    this.#rate = rate;
    this.#sequence = sequence;
  }

  /** The RTP timestamp of a time of the stream. */
  stampOf(ms: number): number {
    return Math.round((ms * this.#rate) / 1_000) % wrap.timestamp;
  }

  send(packet: OutgoingPacket): void {
    this.#sequence = (this.#sequence + 1) % wrap.sequence;
    this.#packets += 1;
    this.#bytes += packet.payload.length;
    this.#sent[this.#sequence % keptPackets] = { sequence: this.#sequence, packet };
    this.#write(this.#sequence, packet);
  }

  /** Records the time up to which the stream was sent. */
  reach(ms: number): void {
    this.#lastMs = ms;
  }

  /** Retransmits lost packets that are still buffered. */
  repeat(lost: readonly number[]): void {
    for (const sequence of lost) {
      const kept = this.#sent[sequence % keptPackets];
      // The library takes 0 for a wraparound of the sequence number.
      if (kept?.sequence === sequence && sequence !== 0) this.#write(sequence, kept.packet);
    }
  }

  /** Sends a sender report: the server time of the last packet, by which players synchronize audio and video. */
  report(zeroMs: number): void {
    if (this.#lastMs === undefined) return;
    const senderInfo = new RtcpSenderInfo({
      ntpTimestamp: toNtp(zeroMs + this.#lastMs),
      rtpTimestamp: this.stampOf(this.#lastMs),
      packetCount: this.#packets % wrap.timestamp,
      octetCount: this.#bytes % wrap.timestamp,
    });
    void this.#sender.dtlsTransport.sendRtcp([new RtcpSrPacket({ ssrc: this.#sender.ssrc, senderInfo })]);
  }

  #write(sequenceNumber: number, { timestamp, marker, payload }: OutgoingPacket): void {
    const { ssrc, codec, dtlsTransport } = this.#sender;
    if (!codec) return;
    const header = new RtpHeader({ sequenceNumber, timestamp, marker, ssrc, payloadType: codec.payloadType });
    void dtlsTransport.sendRtp(payload, header);
  }
}

/** NTP time: seconds since 1900, and a fraction, of 32 bits each. */
function toNtp(ms: number): bigint {
  const seconds = Math.floor(ms / 1_000);
  return (BigInt(seconds + ntpOffset) << 32n) | BigInt(Math.floor(((ms - seconds * 1_000) * 2 ** 32) / 1_000));
}
