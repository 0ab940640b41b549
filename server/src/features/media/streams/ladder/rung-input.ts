/** The picture of a stream on its way into ffmpeg. What ffmpeg cannot take in time is left out. [LS83] */
import type { Writable } from 'node:stream';
import { flvHeader, flvTagEnd, flvTagHeader, flvTagType } from '../../../../drivers/muxing/flv-tags.ts';
import { isRandomAccessPoint, type Tag } from '../air/tag.ts';

/** Most waiting bytes: some seconds of a usual stream. The payloads are shared with the readers of the stream. */
const mostWaiting = 4 * 1_048_576;

export class RungInput {
  readonly #out: Writable;
  #isBehind = false;

  constructor(out: Writable) {
    this.#out = out;
    out.write(flvHeader({ hasAudio: false, hasVideo: true }));
  }

  /** Leaves out what is too much, up to the next key frame. Times stay as they are. */
  add(tag: Tag): void {
    if (tag.media.kind === 'frame') {
      this.#isBehind ||= this.#out.writableLength > mostWaiting;
      if (this.#isBehind && this.#out.writableLength === 0 && isRandomAccessPoint(tag, true)) this.#isBehind = false;
      if (this.#isBehind) return;
    }
    const out = this.#out;
    if (out.destroyed || out.writableEnded) return;
    out.cork();
    out.write(flvTagHeader(flvTagType.video, tag.payload.length, tag.ms));
    out.write(tag.payload);
    out.write(flvTagEnd(tag.payload.length));
    out.uncork();
  }

  /** Nothing more comes: ffmpeg codes what it has, and ends. */
  end(): void {
    this.#out.end();
  }
}
