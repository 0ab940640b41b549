import { serverFrame } from '../frames.ts';

/** Answers that are kept; a room has a few resources and, for a while after each event, a few places to answer with. */
const maxKept = 64;

/** Frames that answer observations. In a room that fills up, everybody who observes under the same id is answered the same: made once. */
export class Answers {
  readonly #frames = new Map<string, Buffer>();

  /** `changed`: what the client misses follows; `cursor`: the place from which the observation goes on. */
  frame(observeId: string, changed: boolean, cursor: number): Buffer {
    const name = `${changed} ${cursor} ${observeId}`;
    const known = this.#frames.get(name);
    if (known !== undefined) return known;
    const value = { observeId, changed, cursor: BigInt(cursor) };
    const frame = serverFrame({ case: 'resourceObserved', value });
    if (this.#frames.size >= maxKept) this.#frames.clear();
    this.#frames.set(name, frame);
    return frame;
  }
}
