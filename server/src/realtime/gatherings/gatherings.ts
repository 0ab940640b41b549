import type { Part } from '../../kernel/lifecycle.ts';
import { Gathering, type GatheringParts } from './gathering.ts';
import { renewEveryMs } from './places.ts';

/** The gatherings that have a participant or an observer at this replica. Their names begin with the room id. */
export class Gatherings<A> implements Part {
  readonly name: string;
  readonly #parts: GatheringParts<A>;
  readonly #gatherings = new Map<string, Gathering<A>>();
  readonly #observed = new Set<string>();
  #cancelRenewing: (() => void) | undefined;

  constructor(parts: GatheringParts<A>) {
    this.name = `those who take part (${parts.kind})`;
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#cancelRenewing = this.#parts.clock.every(renewEveryMs, () => {
      for (const name of [...this.#gatherings.keys()]) void this.use(name, (one) => one.renew());
    });
  }

  async stop(): Promise<void> {
    this.#cancelRenewing?.();
    for (const gathering of this.#gatherings.values()) await gathering.close();
    this.#gatherings.clear();
  }

  /** Number of participants with a connection to this replica. */
  get ownCount(): number {
    let count = 0;
    for (const gathering of this.#gatherings.values()) count += gathering.ownCount;
    return count;
  }

  /** Runs `work` on a gathering, which is kept while it is in use. */
  async use<T>(name: string, work: (gathering: Gathering<A>) => Promise<T>): Promise<T> {
    const gathering = this.#open(name);
    try {
      return await gathering.whileInUse(() => work(gathering));
    } finally {
      this.#closeIdle(name);
    }
  }

  /** Passes a frame from one participant to another. @throws AppError, see `Gathering.pass` */
  pass(name: string, from: string, to: string, frame: Buffer): void {
    const gathering = this.#gatherings.get(name);
    if (!gathering) throw this.#parts.errors.not_joined();
    gathering.pass(from, to, frame);
  }

  observed(name: string, isObserved: boolean): void {
    if (isObserved) {
      this.#observed.add(name);
      this.#open(name);
    } else {
      this.#observed.delete(name);
      this.#closeIdle(name);
    }
  }

  #open(name: string): Gathering<A> {
    const gathering = this.#gatherings.get(name) ?? new Gathering(name, this.#parts);
    this.#gatherings.set(name, gathering);
    return gathering;
  }

  #closeIdle(name: string): void {
    const gathering = this.#gatherings.get(name);
    if (!gathering || gathering.isInUse || this.#observed.has(name)) return;
    this.#gatherings.delete(name);
    void gathering.close();
  }
}
