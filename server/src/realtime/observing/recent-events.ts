import type { StoredEvent } from '../../store/events/event.ts';
import { Change } from '../frames.ts';

/**
 * How many recent events of a room are kept, so that people who reconnect after a short break cost the database
 * nothing.
 */
const MAX_EVENTS = 128;
const MAX_BYTES = 64 * 1024;

/** How far this process has read the events of a room, and the last few of them. [RT6] */
export class RecentEvents {
  /** `#recent` has everything after this sequence, up to `position`. Undefined until the room's position is known. */
  #floor: number | undefined;
  #position = 0;
  #bytes = 0;
  readonly #recent: { readonly kind: string; readonly change: Change }[] = [];

  /** Sequence of the newest event that was seen. */
  get position(): number {
    return this.#position;
  }

  /** Begins after `sequence`, and forgets the events up to there. */
  begin(sequence: number): void {
    this.#position = Math.max(this.#position, sequence);
    this.#floor = this.#position;
    this.#recent.length = 0;
    this.#bytes = 0;
  }

  /** Takes the next event and gives its change; undefined when the event was seen before. */
  append(event: StoredEvent): Change | undefined {
    if (event.sequence <= this.#position) return undefined;
    this.#position = event.sequence;
    const change = new Change(event.sequence, event.payload);
    if (this.#floor === undefined) return change;
    this.#recent.push({ kind: event.kind, change });
    this.#bytes += event.payload.length;
    while (this.#recent.length > MAX_EVENTS || this.#bytes > MAX_BYTES) this.#forgetOldest();
    return change;
  }

  /**
   * The changes of `kind` after `sequence`. Undefined when this process no longer remembers that far back, or has not
   * read so far.
   */
  changesAfter(sequence: number, kind: string): Change[] | undefined {
    if (this.#floor === undefined || sequence < this.#floor || sequence > this.#position) return undefined;
    return this.#recent.filter((r) => r.kind === kind && r.change.sequence > sequence).map((r) => r.change);
  }

  #forgetOldest(): void {
    const oldest = this.#recent.shift();
    if (oldest === undefined) return;
    this.#floor = oldest.change.sequence;
    this.#bytes -= oldest.change.payload.length;
  }
}
