/**
 * Why an image is refused. `kind`: unsupported type. `damaged`: no decoder can read it. `dimensions`, `frames`: too
 * many. `time`, `memory`: reading it took too much. `busy`: the queue is full; the image itself may be fine.
 */
export type ImageReason = 'kind' | 'damaged' | 'dimensions' | 'frames' | 'time' | 'memory' | 'busy';

export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
  readonly reason: ImageReason;

  constructor(reason: ImageReason) {
    super(`the image is refused (${reason})`);
    this.reason = reason;
  }
}
