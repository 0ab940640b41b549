/** One stream on its way to its viewers by WHEP in this process: one thread, and one ffmpeg where that is needed. */
import type { FfmpegFinder } from '../../../drivers/ffmpeg/ffmpeg.ts';
import { BrokenMedia } from '../../../drivers/muxing/broken-media.ts';
import { readAvcConfig } from '../../../drivers/muxing/parameter-sets.ts';
import type { Sender, SenderParts } from '../../../drivers/webrtc/sending/sender.ts';
import type { SenderTask } from '../../../drivers/webrtc/sending/sender-messages.ts';
import type { ViewerOffer } from '../../../drivers/webrtc/viewer-offer.ts';
import type { Log } from '../../../kernel/log.ts';
import type { LiveStream, TagReader } from '../streams/air/live-stream.ts';
import type { Tag } from '../streams/air/tag.ts';
import { noViewers, type Viewers } from '../streams/air/viewers.ts';
import { whepFault } from './carried.ts';
import { OpusSound } from './opus-sound.ts';

export interface StreamSenderParts {
  readonly startSender: (parts: SenderParts) => Sender;
  readonly ffmpeg: Pick<FfmpegFinder, 'found'>;
  readonly log: Log;
}

export class StreamSender implements TagReader {
  readonly #parts: StreamSenderParts;
  readonly #source: LiveStream;
  readonly #sender: Sender;
  readonly #onOver: (hasFailed: boolean) => void;
  /** What to do when a viewer gets nothing any more. */
  readonly #viewers = new Map<string, () => void>();
  #sound: OpusSound | undefined;
  #newestMs = -1;
  #isOver = false;
  #tellBegun: () => void = () => {};
  /** Resolves with the first picture, or when nothing more is sent. */
  readonly begun = new Promise<void>((resolve) => {
    this.#tellBegun = resolve;
  });

  /** Waits for `start`. `onOver` is called once: the last viewer has left, the stream has ended, or nothing of it can be sent. */
  constructor(
    parts: StreamSenderParts & { readonly task: SenderTask },
    source: LiveStream,
    onOver: (hasFailed: boolean) => void,
  ) {
    this.#parts = parts;
    this.#source = source;
    this.#onOver = onOver;
    this.#sender = parts.startSender({
      ...{ ...parts.task, zeroMs: source.zeroMs },
      onGone: (viewer) => this.#lose(viewer),
      onOver: () => this.#fail('the thread broke off'),
    });
  }

  get viewerCount(): number {
    return this.#viewers.size;
  }

  get viewers(): Viewers {
    return { ...noViewers, webRtc: this.viewerCount };
  }

  /** The answer to an offer. @throws Error when there is no port, or the stream ends. */
  async admit(viewer: string, offer: ViewerOffer, onGone: () => void): Promise<string> {
    this.#viewers.set(viewer, onGone);
    try {
      return await this.#sender.admit(viewer, offer);
    } catch (cause) {
      this.leave(viewer);
      throw cause;
    }
  }

  leave(viewer: string): void {
    if (!this.#viewers.delete(viewer)) return;
    this.#sender.leave(viewer);
    if (this.#viewers.size === 0) this.end();
  }

  onTag(tag: Tag): void {
    const { track, ms, media } = tag;
    if (track === 'audio') return this.#takeSound(tag);
    if (media.kind === 'config') return this.#configure(media.data);
    if (media.kind !== 'frame') return;
    this.#tellBegun();
    if (media.compositionMs !== 0) return this.end();
    this.#newestMs = ms;
    this.#sender.send({ kind: 'picture', ms, isKey: media.isKey, bytes: media.data });
  }

  /** The source begins anew, and its readers may come back once all of them were told. */
  onChanged(): void {
    this.#sound?.end();
    this.#sound = undefined;
    queueMicrotask(() => {
      if (this.#isOver) return;
      const isCarried = whepFault(this.#source, this.#parts.ffmpeg.found !== undefined) === undefined;
      if (isCarried) this.start();
      else this.end();
    });
  }

  onEnd(): void {
    this.end();
  }

  end(): void {
    this.#finish(false);
  }

  /** Sends from the last key frame of the source on. It ends at once where the source has no room for it. */
  start(): void {
    const { facts, beginning } = this.#source;
    const { found } = this.#parts.ffmpeg;
    if (facts.audio === 'aac' && found)
      this.#sound = new OpusSound({
        ffmpeg: found,
        onPacket: (ms, bytes) => this.#sender.send({ kind: 'sound', ms, bytes }),
        onFailed: (why) => this.#fail(why),
      });
    for (const tag of beginning) {
      // Sound of the past would only be heard too late.
      const isWanted = tag.media.kind === 'config' || (tag.track === 'video' && tag.ms > this.#newestMs);
      if (isWanted) this.onTag(tag);
    }
    if (!this.#source.attach(this)) this.end();
  }

  #configure(config: Buffer): void {
    try {
      this.#sender.send({ kind: 'config', ...readAvcConfig(config) });
    } catch (cause) {
      if (!(cause instanceof BrokenMedia)) throw cause;
      this.end();
    }
  }

  #takeSound(tag: Tag): void {
    if (this.#sound) this.#sound.add(tag);
    else if (tag.media.codec === 'opus' && tag.media.kind === 'frame')
      this.#sender.send({ kind: 'sound', ms: tag.ms, bytes: tag.media.data });
  }

  #lose(viewer: string): void {
    const tell = this.#viewers.get(viewer);
    this.#viewers.delete(viewer);
    tell?.();
    if (this.#viewers.size === 0) this.end();
  }

  #fail(why: string): void {
    if (this.#isOver) return;
    this.#parts.log.warn({ why, generationId: this.#source.generationId }, 'a stream is not sent by WHEP any more');
    this.#finish(true);
  }

  #finish(hasFailed: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#tellBegun();
    this.#source.detach(this);
    this.#sound?.end();
    this.#sender.end();
    for (const tell of [...this.#viewers.values()]) tell();
    this.#viewers.clear();
    this.#onOver(hasFailed);
  }
}
