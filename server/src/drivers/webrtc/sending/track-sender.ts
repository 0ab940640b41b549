/** What one viewer gets of one track: packets with numbers of their own, and those that were lost once more. */
import type { Buffer } from 'node:buffer';
import { type RTCRtpSender, RtcpSenderInfo, RtcpSrPacket, RtpHeader } from 'werift';

/** Packets that can be sent once more: half a second of a usual stream. Viewers share their payloads. */
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

  /** `rate`: ticks a second. `sequence`: any number; that of the first packet is one more. */
  constructor(sender: RTCRtpSender, rate: number, sequence: number) {
    this.#sender = sender;
    this.#rate = rate;
    this.#sequence = sequence;
  }

  /** The time stamp of a moment of the stream. */
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

  /** Notes that the stream was sent up to here. */
  reach(ms: number): void {
    this.#lastMs = ms;
  }

  /** Sends what a viewer has lost once more, as far as it is kept. */
  repeat(lost: readonly number[]): void {
    for (const sequence of lost) {
      const kept = this.#sent[sequence % keptPackets];
      // The library counts another round of numbers whenever it sees 0.
      if (kept?.sequence === sequence && sequence !== 0) this.#write(sequence, kept.packet);
    }
  }

  /** Tells at which time of this server the last picture or sound came: by that players put both beside each other. */
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

/** Seconds since 1900 with a fraction of 32 bits each. */
function toNtp(ms: number): bigint {
  const seconds = Math.floor(ms / 1_000);
  return (BigInt(seconds + ntpOffset) << 32n) | BigInt(Math.floor(((ms - seconds * 1_000) * 2 ** 32) / 1_000));
}
