/** The sound of a stream as Opus: what an encoder sends as AAC is coded anew by one ffmpeg. [WHE6] */
import type { Ffmpeg, FfmpegRun } from '../../../drivers/ffmpeg/ffmpeg.ts';
import { flvHeader, flvTagEnd, flvTagHeader, flvTagType } from '../../../drivers/muxing/flv-tags.ts';
import type { Tag } from '../streams/air/tag.ts';
import { OggPackets, opusPacketMs } from './ogg-packets.ts';

export interface OpusSoundParts {
  readonly ffmpeg: Pick<Ffmpeg, 'toOpus'>;
  /** `ms`: in the stream. */
  readonly onPacket: (ms: number, bytes: Buffer) => void;
  /** Called once, unless `end` was called. */
  readonly onFailed: (why: string) => void;
}

/** Most bytes that wait for ffmpeg: seconds of sound. What is more is left out. */
const mostWaiting = 262_144;

export class OpusSound {
  readonly #parts: OpusSoundParts;
  readonly #run: ReturnType<Ffmpeg['toOpus']>;
  #isOver = false;

  constructor(parts: OpusSoundParts) {
    this.#parts = parts;
    this.#run = parts.ffmpeg.toOpus();
    this.#run.input.write(flvHeader({ hasAudio: true, hasVideo: false }));
    void this.#read(this.#run);
  }

  /** The decoder's configuration, and packets of AAC. */
  add({ payload, ms }: Tag): void {
    const { input } = this.#run;
    if (this.#isOver || input.destroyed || input.writableLength > mostWaiting) return;
    input.cork();
    input.write(flvTagHeader(flvTagType.audio, payload.length, ms));
    input.write(payload);
    input.write(flvTagEnd(payload.length));
    input.uncork();
  }

  end(): void {
    this.#isOver = true;
    this.#run.stop();
  }

  /** Reads until ffmpeg ends. Never rejects. */
  async #read({ bytes, ended }: FfmpegRun): Promise<void> {
    let complaint = '';
    try {
      const packets = new OggPackets();
      for await (const piece of bytes as AsyncIterable<Buffer>)
        for (const packet of packets.push(piece)) this.#pass(packet.endMs - opusPacketMs, packet.bytes);
      complaint = await ended;
    } catch (cause) {
      complaint = String(cause);
    }
    if (this.#isOver) return;
    this.end();
    this.#parts.onFailed(complaint || 'ffmpeg ended by itself');
  }

  #pass(ms: number, bytes: Buffer): void {
    if (!this.#isOver && ms >= 0) this.#parts.onPacket(ms, bytes);
  }
}
