/** One viewer: the connection, and the paced sending over it. [RTC11]–[RTC14] */
import type { Buffer } from 'node:buffer';
import { randomInt } from 'node:crypto';
import { type RTCPeerConnection, type RTCRtpTransceiver, useH264, useNACK, useOPUS, usePLI } from 'werift';
import type { Clock } from '../../../kernel/clock.ts';
import { openConnection } from '../connection.ts';
import type { ViewerOffer } from '../viewer-offer.ts';
import type { SenderTask } from './sender-messages.ts';
import { type OutgoingPacket, TrackSender } from './track-sender.ts';

/** Packets per burst, and milliseconds between bursts: about 60 Mbit/s. */
const burstPackets = 32;
const burstEveryMs = 5;
/** Most queued packets: about 3 MB, shared by all viewers. With more, the viewer waits for the next key frame. */
const mostWaiting = 3_000;
/** A browser sends reports every second. After this silence (ms) it is gone. */
const mostSilenceMs = 15_000;
/** How long a viewer may take to connect, in milliseconds. */
const mostMsToConnect = 10_000;
/**
 * Step between the pictures that catch a new viewer up, in milliseconds of the stream: only the last one is meant to be
 * seen.
 */
const catchUpStepMs = 1;

/** A packetized picture, shared by all viewers. */
export interface PackedPicture {
  readonly ms: number;
  readonly isKey: boolean;
  readonly payloads: readonly Buffer[];
}

export interface ViewerParts extends SenderTask {
  readonly offer: ViewerOffer;
  readonly clock: Clock;
  /** Server time of the stream's millisecond 0, in milliseconds since 1970. */
  readonly zeroMs: number;
  /** The pictures since the last key frame. */
  readonly beginning: () => readonly PackedPicture[];
  readonly onConnected: () => void;
  /** Called once, unless `end` was called. */
  readonly onGone: () => void;
}

export class Viewer {
  readonly #parts: ViewerParts;
  readonly #startedMs: number;
  #peer: RTCPeerConnection | undefined;
  #video: TrackSender | undefined;
  #audio: TrackSender | undefined;
  #waiting: OutgoingPacket[] = [];
  #left = burstPackets;
  #stopBursts: (() => void) | undefined;
  #isConnected = false;
  #isOver = false;
  /** True: pictures refer to one that was not sent. */
  #waitsForKey = true;
  #heardMs: number;

  constructor(parts: ViewerParts) {
    this.#parts = parts;
    this.#startedMs = parts.clock.nowMs();
    this.#heardMs = this.#startedMs;
  }

  /** The answer to the offer. @throws Error when no port is free. */
  async open(): Promise<string> {
    const { offer, addresses, ports } = this.#parts;
    const { peer, answer } = await openConnection({
      ...{ ...offer, addresses, ports },
      codecs: { audio: [useOPUS()], video: [useH264({ rtcpFeedback: [useNACK(), usePLI()] })] },
      prepare: (made) => {
        const video = made.addTransceiver('video', { direction: 'sendonly' });
        this.#video = this.#follow(video, 90_000);
        if (!/^m=audio /m.test(offer.sdp)) return;
        this.#audio = this.#follow(made.addTransceiver('audio', { direction: 'sendonly' }), 48_000);
      },
      onConnected: () => this.#connect(),
      onOver: () => this.#gone(),
    });
    this.#peer = peer;
    if (this.#isOver) void peer.close();
    return answer;
  }

  show(picture: PackedPicture): void {
    if (!this.#isConnected || (this.#waitsForKey && !picture.isKey)) return;
    this.#waitsForKey = false;
    this.#write(picture, picture.ms);
  }

  sound(ms: number, payload: Buffer): void {
    const audio = this.#audio;
    if (!this.#isConnected || !audio) return;
    audio.send({ timestamp: audio.stampOf(ms), marker: false, payload });
    audio.reach(ms);
  }

  /** Called every second. */
  look(): void {
    const { clock, zeroMs } = this.#parts;
    const nowMs = clock.nowMs();
    const isLate = !this.#isConnected && nowMs - this.#startedMs > mostMsToConnect;
    if (isLate || (this.#isConnected && nowMs - this.#heardMs > mostSilenceMs)) return this.#gone();
    if (!this.#isConnected) return;
    for (const track of [this.#video, this.#audio]) track?.report(zeroMs);
  }

  end(): void {
    this.#isOver = true;
    this.#stopBursts?.();
    this.#waiting = [];
    void this.#peer?.close();
  }

  #follow({ sender }: RTCRtpTransceiver, rate: number): TrackSender {
    const track = new TrackSender(sender, rate, randomInt(2 ** 15));
    sender.onRtcp.subscribe(() => {
      this.#heardMs = this.#parts.clock.nowMs();
    });
    sender.onGenericNack.subscribe(({ lost }) => track.repeat(lost));
    return track;
  }

  #gone(): void {
    if (this.#isOver) return;
    this.end();
    this.#parts.onGone();
  }

  /** Shows the current picture at once: the preceding ones arrive as fast as a decoder takes them. */
  #connect(): void {
    if (this.#isConnected || this.#isOver) return;
    this.#isConnected = true;
    this.#heardMs = this.#parts.clock.nowMs();
    const pictures = this.#parts.beginning();
    const lastMs = pictures.at(-1)?.ms ?? 0;
    for (const [place, picture] of pictures.entries()) {
      this.#waitsForKey = false;
      this.#write(picture, Math.max(0, lastMs - (pictures.length - 1 - place) * catchUpStepMs));
    }
    this.#parts.onConnected();
  }

  #write({ payloads, ms }: PackedPicture, shownMs: number): void {
    const video = this.#video!;
    if (this.#waiting.length + payloads.length > mostWaiting) {
      this.#waiting = [];
      this.#waitsForKey = true;
      return;
    }
    const timestamp = video.stampOf(shownMs);
    for (const [place, payload] of payloads.entries())
      this.#waiting.push({ timestamp, marker: place === payloads.length - 1, payload });
    video.reach(ms);
    this.#burst();
    this.#stopBursts ??= this.#parts.clock.every(burstEveryMs, () => this.#refill());
  }

  #refill(): void {
    this.#left = burstPackets;
    if (this.#waiting.length > 0) return this.#burst();
    this.#stopBursts?.();
    this.#stopBursts = undefined;
  }

  #burst(): void {
    const now = this.#waiting.splice(0, this.#left);
    this.#left -= now.length;
    for (const packet of now) this.#video!.send(packet);
  }
}
