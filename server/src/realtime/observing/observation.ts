import type { Change } from '../frames.ts';
import type { Resource, ResourceQuery } from '../resource.ts';
import type { Session } from '../session/session.ts';

/** Changes that may wait while the state is loaded; then the observation is refused and has to be made again. */
const MAX_PENDING = 1_000;

const LIVE = { kind: 'live' } as const;
const ENDED = { kind: 'ended' } as const;

/**
 * What one session observes under one id. `loading`: changes wait until the state they follow on has been sent. `live`: they
 * go out at once. `ended`: nothing goes out any more. A change is sent at most once, and in the order of sequences. [RT4]
 */
export class Observation {
  readonly session: Session;
  readonly id: string;
  readonly query: ResourceQuery;
  readonly resource: Resource;
  /** Kind of the events that it gets. */
  readonly key: string;
  readonly isNotify: boolean;
  /** Sequence up to which everything was sent. */
  #cursor = 0;
  #state: { kind: 'loading'; pending: Change[]; isOverrun: boolean } | typeof LIVE | typeof ENDED;

  constructor(session: Session, id: string, query: ResourceQuery, resource: Resource, key: string, isNotify: boolean) {
    this.session = session;
    this.id = id;
    this.query = query;
    this.resource = resource;
    this.key = key;
    this.isNotify = isNotify;
    this.#state = { kind: 'loading', pending: [], isOverrun: false };
  }

  get isEnded(): boolean {
    return this.#state.kind === 'ended';
  }

  /** True when more changes came while loading than are kept. */
  get isOverrun(): boolean {
    return this.#state.kind === 'loading' && this.#state.isOverrun;
  }

  /** A change of `key` happened. */
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

  /** Holds changes back from here on, those held so far are forgotten: what is loaded next contains them. */
  hold(): void {
    if (this.#state.kind !== 'ended') this.#state = { kind: 'loading', pending: [], isOverrun: false };
  }

  /** Sends stored changes, out of turn, while the rest is held. */
  replay(changes: readonly Change[]): void {
    for (const change of changes) if (this.#state.kind === 'loading') this.#send(change);
  }

  /** Sends the state that includes everything up to its sequence. */
  sendSnapshot(change: Change): void {
    if (this.#state.kind === 'loading') this.session.send(change.frame(this.id, this.isNotify));
  }

  /** Tells that the observation is on. `changed`: the client's state is not the current one, and what it misses follows. */
  answer(changed: boolean, cursor: number): void {
    if (this.#state.kind === 'ended') return;
    this.session.send(this.session.channel.answers.frame(this.id, changed, cursor));
  }

  /** Follows from `cursor` on: first what was held back, then each change as it happens. */
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
    this.session.send(change.frame(this.id, this.isNotify));
  }
}
