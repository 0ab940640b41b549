/** Converts a publisher's packets into messages of a stream. It has no network access. [RTC2]–[RTC5] */
import { opusConfigMessage, opusPacketMessage, parameterMessage, pictureMessage } from './flv-messages.ts';
import { H264Reader, type Picture, type PictureParameters } from './h264-reader.ts';
import { type Ordered, PacketOrder } from './packet-order.ts';
import { readPictureSize } from './picture-size.ts';
import type { PictureSize, StreamMessage } from './receiver-messages.ts';
import { RtpClock, type SenderReport } from './rtp-clock.ts';

export interface RtpPacket {
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Buffer;
}

export interface IntakeEvents {
  onMessage(message: StreamMessage): void;
  onSize(size: PictureSize, timestamp: number): void;
  /** Requests a key frame from the publisher. */
  onKeyNeeded(): void;
}

/** The same as for RTMP, about 80 Mbit/s. Packets above this rate are dropped. */
const maxBytesPerSecond = 10 * 1_048_576;
/** Small packets cost work too: a usual stream of 80 Mbit/s has 9 000. */
const maxPacketsPerSecond = 20_000;
/** Interval of key frames, in milliseconds: viewers begin at key frames, and browsers make none unasked. */
const keyEveryMs = 2_000;
/** How often a key frame is requested while nothing is decodable, in milliseconds. */
const askAgainMs = 500;

export class MediaIntake {
  readonly #events: IntakeEvents;
  readonly #order = { audio: new PacketOrder<RtpPacket>(), video: new PacketOrder<RtpPacket>() };
  readonly #clock = new RtpClock({ audio: 48_000, video: 90_000 });
  readonly #reader = new H264Reader();
  #parameters: PictureParameters | undefined;
  #hasSound = false;
  #hasPicture = false;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #keyAtMs = Number.NEGATIVE_INFINITY;
  #second = { number: -1, bytes: 0, packets: 0 };

  constructor(events: IntakeEvents) {
    this.#events = events;
  }

  take(track: 'audio' | 'video', packet: RtpPacket, nowMs: number): void {
    if (!this.#isWithinRate(packet.payload.length, nowMs)) return;
    if (track === 'video') this.#hasPicture = true;
    this.#takeAll(track, this.#order[track].push(packet.sequence, packet, nowMs), nowMs);
  }

  report(track: 'audio' | 'video', report: SenderReport): void {
    this.#clock.report(track, report);
  }

  /** Called frequently, even while no packets arrive. */
  look(nowMs: number): void {
    for (const track of ['audio', 'video'] as const) this.#takeAll(track, this.#order[track].take(nowMs), nowMs);
    if (!this.#hasPicture) return;
    const sinceAskedMs = nowMs - this.#askedAtMs;
    const isDue = nowMs - this.#keyAtMs >= keyEveryMs && sinceAskedMs >= keyEveryMs;
    if (!isDue && !(this.#reader.waitsForKey && sinceAskedMs >= askAgainMs)) return;
    this.#askedAtMs = nowMs;
    this.#events.onKeyNeeded();
  }

  #isWithinRate(bytes: number, nowMs: number): boolean {
    const number = Math.floor(nowMs / 1_000);
    if (this.#second.number !== number) this.#second = { number, bytes: 0, packets: 0 };
    this.#second.bytes += bytes;
    this.#second.packets += 1;
    return this.#second.bytes <= maxBytesPerSecond && this.#second.packets <= maxPacketsPerSecond;
  }

  #takeAll(track: 'audio' | 'video', packets: readonly Ordered<RtpPacket>[], nowMs: number): void {
    for (const { packet, isAfterGap } of packets) {
      if (track === 'audio') this.#takeSound(packet, nowMs);
      else this.#takePicture(packet, isAfterGap, nowMs);
    }
  }

  #takeSound({ timestamp, payload }: RtpPacket, nowMs: number): void {
    if (payload.length === 0) return;
    const stamp = this.#stamp('audio', timestamp, nowMs);
    if (!this.#hasSound) this.#events.onMessage(opusConfigMessage(stamp));
    this.#hasSound = true;
    this.#events.onMessage(opusPacketMessage(payload, stamp));
  }

  #takePicture(packet: RtpPacket, isAfterGap: boolean, nowMs: number): void {
    if (isAfterGap) this.#reader.lose();
    for (const picture of this.#reader.push(packet)) this.#show(picture, nowMs);
  }

  #show(picture: Picture, nowMs: number): void {
    const stamp = this.#stamp('video', picture.timestamp, nowMs);
    if (picture.isKey) {
      this.#keyAtMs = nowMs;
      this.#tellParameters(stamp);
    }
    this.#events.onMessage(pictureMessage(picture, stamp));
  }

  /** Decoders must restart with new parameters, such as those of another size. */
  #tellParameters(stamp: number): void {
    const now = this.#reader.parameters!;
    const before = this.#parameters;
    if (before?.sps.equals(now.sps) && before.pps.equals(now.pps)) return;
    this.#parameters = now;
    const size = readPictureSize(now.sps);
    if (size) this.#events.onSize(size, stamp);
    this.#events.onMessage(parameterMessage(now, stamp));
  }

  #stamp(track: 'audio' | 'video', timestamp: number, nowMs: number): number {
    return Math.max(0, Math.round(this.#clock.at(track, timestamp, nowMs)));
  }
}
