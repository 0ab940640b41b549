import type { ImageReason } from './image-refused.ts';

/** Why the process of images does not go on with one; the parent makes an `ImageRefused` of it. */
export class Refusal extends Error {
  readonly reason: ImageReason;

  constructor(reason: ImageReason) {
    super(reason);
    this.reason = reason;
  }
}
