import type { Clock } from '../../kernel/clock.ts';
import type { StoredEvent } from '../../store/events/event.ts';
import type { EventSource } from '../event-source.ts';
import { Change } from '../frames.ts';
import type { Resource, Viewer } from '../resource.ts';

/** A loaded state, encoded once for all readers. */
export interface LoadedSnapshot {
  /** The state contains every event up to this sequence, and perhaps later ones. */
  readonly sequence: number;
  readonly version: number;
  readonly change: Change;
}

interface Entry {
  readonly loaded: Promise<LoadedSnapshot>;
  readonly loadedAtMs: number;
  /** The resolved value of `loaded`; undefined while loading. */
  state: LoadedSnapshot | undefined;
}

/** Maximum age of a loaded state, in milliseconds: the signed URLs in some states expire without an event. */
const MAX_AGE_MS = 30_000;

/** The states of a room's resources. Each is loaded once for all readers, until the next event of its key. [RT5] */
export class Snapshots {
  readonly #entries = new Map<string, Entry>();
  readonly #roomId: string;
  readonly #events: EventSource;
  readonly #clock: Clock;

  constructor(roomId: string, events: EventSource, clock: Clock) {
    this.#roomId = roomId;
    this.#events = events;
    this.#clock = clock;
  }

  /** The state for `key`. @throws errors of the resource when it cannot be loaded; the next call tries again. */
  get(resource: Resource, key: string, viewer: Viewer): Promise<LoadedSnapshot> {
    const known = this.#fresh(key);
    if (known !== undefined) return known.loaded;
    const loaded = this.#load(resource, key, viewer);
    const entry: Entry = { loaded, loadedAtMs: this.#clock.nowMs(), state: undefined };
    this.#entries.set(key, entry);
    loaded.then(
      (state) => {
        entry.state = state;
      },
      () => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
      },
    );
    return loaded;
  }

  /** The state for `key` if it is loaded and fresh, else undefined. */
  peek(key: string): LoadedSnapshot | undefined {
    return this.#fresh(key)?.state;
  }

  /** Drops the state that an event changed, unless the state was loaded after the event. */
  passed(event: Pick<StoredEvent, 'kind' | 'sequence'>): void {
    const entry = this.#entries.get(event.kind);
    if (entry === undefined) return;
    const isContained = event.sequence !== 0 && entry.state !== undefined && event.sequence <= entry.state.sequence;
    if (!isContained) this.#entries.delete(event.kind);
  }

  /** Drops the state of `key`. */
  drop(key: string): void {
    this.#entries.delete(key);
  }

  #fresh(key: string): Entry | undefined {
    const known = this.#entries.get(key);
    return known !== undefined && this.#clock.nowMs() - known.loadedAtMs < MAX_AGE_MS ? known : undefined;
  }

  async #load(resource: Resource, key: string, viewer: Viewer): Promise<LoadedSnapshot> {
    if (resource.snapshot === undefined) throw new Error(`resource ${resource.case} has no snapshot`);
    // The sequence is read first. So an event that is committed while the state loads is sent too, instead of being
    // lost.
    const sequence = resource.isEphemeral ? 0 : await this.#events.latest(this.#roomId);
    const { version, payload } = await resource.snapshot(this.#roomId, key, viewer);
    return { sequence, version, change: new Change(sequence, payload) };
  }
}
