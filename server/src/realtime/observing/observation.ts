import type { Change } from '../frames.ts';
import type { Resource, Viewer } from '../resource.ts';

/**
 * Maximum number of changes that wait while the state loads. Beyond that the observation is refused, and the client
 * observes again.
 */
const MAX_PENDING = 1_000;

interface Loading {
  readonly kind: 'loading';
  readonly pending: Change[];
  isOverrun: boolean;
  isOutdated: boolean;
}

const loading = (): Loading => ({ kind: 'loading', pending: [], isOverrun: false, isOutdated: false });
const LIVE = { kind: 'live' } as const;
const ENDED = { kind: 'ended' } as const;

/** The session that observes. */
export interface Observer extends Viewer {
  readonly principalId: string;
  send(frame: Uint8Array): void;
  /** Reports to the observer that an observation failed or had to end. */
  sendObserveError(observeId: string, error: unknown): void;
  /** Resolves when no more frames wait for the peer, or the session has ended. */
  drained(): Promise<void>;
}

/** The observed resource. */
export interface Observed {
  readonly resource: Resource;
  /** Kind of the events that the observation receives. */
  readonly key: string;
  /** True: the observer only learns that something changed, without the content. [RT9] */
  readonly isNotify: boolean;
}

/**
 * One session's observation under one id. `loading`: changes wait until the state before them has been sent. `live`:
 * changes are sent at once. `ended`: nothing is sent any more. Each change is sent at most once, in sequence order.
 * [RT4]
 */
export class Observation {
  readonly observer: Observer;
  readonly id: string;
  readonly resource: Resource;
  readonly key: string;
  readonly #isNotify: boolean;
  /** Everything up to this sequence has been sent. */
  #cursor = 0;
  #state: Loading | typeof LIVE | typeof ENDED;

  constructor(observer: Observer, id: string, { resource, key, isNotify }: Observed) {
    this.observer = observer;
    this.id = id;
    this.resource = resource;
    this.key = key;
    this.#isNotify = isNotify;
    this.#state = loading();
  }

  get isEnded(): boolean {
    return this.#state.kind === 'ended';
  }

  /** True if more changes arrived during loading than can wait. */
  get isOverrun(): boolean {
    return this.#state.kind === 'loading' && this.#state.isOverrun;
  }

  /** True if the state that is being loaded may lack the last change. */
  get isOutdated(): boolean {
    return this.#state.kind === 'loading' && this.#state.isOutdated;
  }

  /**
   * Marks the state as outdated. @returns whether the caller must load it: false if a load in progress will repeat
   * itself.
   */
  outdate(): boolean {
    if (this.#state.kind === 'loading') this.#state.isOutdated = true;
    return this.#state.kind === 'live';
  }

  /** Takes a change of `key`. */
  deliver(change: Change): void {
    const state = this.#state;
    switch (state.kind) {
      case 'live':
        this.#send(change);
        return;
      case 'loading':
        if (state.pending.length < MAX_PENDING) state.pending.push(change);
        else state.isOverrun = true;
        return;
      case 'ended':
        return;
      default:
        state satisfies never;
    }
  }

  /** Holds changes back from now on. Drops the waiting ones, because the next loaded state contains them. */
  hold(): void {
    if (this.#state.kind !== 'ended') this.#state = loading();
  }

  /** Sends stored changes while newer ones are held back. */
  replay(changes: readonly Change[]): void {
    for (const change of changes) if (this.#state.kind === 'loading') this.#send(change);
  }

  /** Sends a state. */
  sendSnapshot(change: Change): void {
    if (this.#state.kind === 'loading') this.observer.send(change.frame(this.id, this.#isNotify));
  }

  /** Sends the frame that confirms the observation. */
  answer(frame: Buffer): void {
    if (this.#state.kind !== 'ended') this.observer.send(frame);
  }

  /** Follows from `cursor` on: first sends the changes held back, then each change as it happens. */
  goLive(cursor: number): void {
    if (this.#state.kind !== 'loading') return;
    const { pending } = this.#state;
    this.#cursor = Math.max(this.#cursor, cursor);
    this.#state = LIVE;
    for (const change of pending) this.#send(change);
  }

  end(): void {
    this.#state = ENDED;
  }

  #send(change: Change): void {
    if (change.sequence !== 0) {
      if (change.sequence <= this.#cursor) return;
      this.#cursor = change.sequence;
    }
    this.observer.send(change.frame(this.id, this.#isNotify));
  }
}
