/** The viewers by WHEP of this process. [WHE1]–[WHE8] */
import type { SenderTask } from '../../../drivers/webrtc/sending/sender-messages.ts';
import type { ViewerOffer } from '../../../drivers/webrtc/viewer-offer.ts';
import { type Clock, pause } from '../../../kernel/clock.ts';
import { readPorts } from '../../../kernel/settings/port-range.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { LiveStream } from '../streams/air/live-stream.ts';
import { whepFault } from './carried.ts';
import { StreamSender, type StreamSenderParts } from './stream-sender.ts';
import { whepErrors } from './whep.errors.ts';
import type { whepSettings } from './whep.settings.ts';

export interface WhepSessionParts extends StreamSenderParts {
  readonly settings: SettingValues<typeof whepSettings>;
  readonly clock: Clock;
  readonly random: { bytes(length: number): Buffer };
  /** Addresses of this machine, for viewers in its network. */
  readonly ownAddresses: () => readonly string[];
}

interface Begun {
  /** Nobody guesses it. */
  readonly name: string;
  /** SDP. */
  readonly answer: string;
}

/** A stream whose thread or sound has failed is not sent again for this long, in milliseconds. */
const restMs = 60_000;
/** How long the first picture of a stream is waited for, in milliseconds. */
const mostMsToBegin = 3_000;

export class WhepSessions {
  readonly #parts: WhepSessionParts;
  readonly #senders = new Map<LiveStream, StreamSender>();
  /** Streams that rest after a failure. */
  readonly #resting = new WeakSet<LiveStream>();
  /** By name: what ends the session. */
  readonly #open = new Map<string, () => void>();

  constructor(parts: WhepSessionParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Streams that are sent, each by a thread of its own. */
  get streamCount(): number {
    return this.#senders.size;
  }

  /** @throws AppError where the stream is not one that is sent. */
  check(stream: LiveStream): void {
    const { settings, ffmpeg } = this.#parts;
    const fault = whepFault(stream, ffmpeg.found !== undefined);
    if (fault) throw whepErrors[fault]();
    if (this.#resting.has(stream)) throw whepErrors.no_connection({ retryAfterSeconds: restMs / 1_000 });
    const viewers = this.#senders.get(stream)?.viewerCount ?? 0;
    if (viewers >= settings.maxViewersPerStream) throw whepErrors.too_many_viewers();
  }

  /**
   * `watch` calls `lose` when the viewer loses the right to watch, until the function that it gives is called. @throws
   * AppError as `check`
   */
  async begin(stream: LiveStream, offer: ViewerOffer, watch: (lose: () => void) => () => void): Promise<Begun> {
    const { clock, ffmpeg } = this.#parts;
    this.check(stream);
    const name = this.#parts.random.bytes(16).toString('base64url');
    const sender = this.#senders.get(stream) ?? this.#start(stream);
    const end = () => {
      if (!this.#open.delete(name)) return;
      unwatch();
      sender.leave(name);
    };
    const unwatch = watch(end);
    this.#open.set(name, end);
    try {
      const answer = await sender.admit(name, offer, end);
      // Only pictures tell whether there are B-frames.
      await Promise.race([sender.begun, pause(clock, mostMsToBegin)]);
      if (this.#open.has(name)) return { name, answer };
    } catch {
      end();
    }
    const fault = whepFault(stream, ffmpeg.found !== undefined);
    throw fault ? whepErrors[fault]() : whepErrors.no_connection({ retryAfterSeconds: 10 });
  }

  /** False: this process has no such session. */
  end(name: string): boolean {
    const end = this.#open.get(name);
    end?.();
    return end !== undefined;
  }

  /** The process stops. */
  stop(): void {
    for (const sender of [...this.#senders.values()]) sender.end();
  }

  #start(stream: LiveStream): StreamSender {
    const { clock } = this.#parts;
    const sender = new StreamSender({ ...this.#parts, task: this.#task() }, stream, (hasFailed) => {
      if (this.#senders.get(stream) === sender) this.#senders.delete(stream);
      if (!hasFailed) return;
      this.#resting.add(stream);
      clock.after(restMs, () => this.#resting.delete(stream));
    });
    this.#senders.set(stream, sender);
    sender.start();
    return sender;
  }

  #task(): SenderTask {
    const { settings, ownAddresses } = this.#parts;
    const { announcedAddress, udpPorts } = settings;
    return {
      addresses: announcedAddress === null ? ownAddresses() : [announcedAddress],
      ports: udpPorts === null ? undefined : readPorts(udpPorts),
    };
  }
}
