import type { StoredEvent } from '../../store/events/event.ts';
import { Change } from '../frames.ts';

/** How much of a room's recent past is kept, so that reconnecting after a short break asks the database nothing. */
const MAX_EVENTS = 128;
const MAX_BYTES = 64 * 1024;

/** The events of a room as this process has seen them: how far it is, and the last few. [RT6] */
export class RecentEvents {
  /** Everything after this sequence, up to `position`, is in `#recent`; undefined until the room's position is known. */
  #floor: number | undefined;
  #position = 0;
  #bytes = 0;
  readonly #recent: { readonly kind: string; readonly change: Change }[] = [];

  /** Sequence of the newest event that was seen. */
  get position(): number {
    return this.#position;
  }

  /** The room stands at `sequence`; events up to there are not kept. */
  begin(sequence: number): void {
    this.#position = Math.max(this.#position, sequence);
    this.#floor = this.#position;
    this.#recent.length = 0;
    this.#bytes = 0;
  }

  /** Takes the next event; undefined when it was seen before, as relays deliver at least once. */
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

  /** The changes of `kind` after `sequence`; undefined when that is longer ago (or later) than this process knows. */
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
