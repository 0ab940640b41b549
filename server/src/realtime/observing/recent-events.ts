import type { StoredEvent } from '../../store/events/event.ts';
import { Change } from '../frames.ts';

/**
 * Number of recent events that are kept per room, so that people who reconnect after a short break need no database
 * query.
 */
const MAX_EVENTS = 128;
const MAX_BYTES = 64 * 1024;

/** The position up to which this process has read a room's events, and the last few of these events. [RT6] */
export class RecentEvents {
  /**
   * `#recent` contains all events after this sequence, up to `position`. Undefined until the room's position is known.
   */
  #floor: number | undefined;
  #position = 0;
  #bytes = 0;
  readonly #recent: { readonly kind: string; readonly change: Change }[] = [];

  /** Sequence of the newest event that was read. */
  get position(): number {
    return this.#position;
  }

  /** Starts after `sequence`, and drops the events up to there. */
  begin(sequence: number): void {
    this.#position = Math.max(this.#position, sequence);
    this.#floor = this.#position;
    this.#recent.length = 0;
    this.#bytes = 0;
  }

  /** Takes the next event and returns its change; undefined if the event was already read. */
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
   * The changes of `kind` after `sequence`. Undefined if this process does not remember events that old, or has not
   * read up to there.
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
