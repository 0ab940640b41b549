import type { ImageReason } from './image-refused.ts';

/** Why the image process refuses an image. The parent makes an `ImageRefused` of it. */
export class Refusal extends Error {
  readonly reason: ImageReason;

  constructor(reason: ImageReason) {
    super(reason);
    this.reason = reason;
  }
}
