import type { Clock } from '../../kernel/clock.ts';
import type { Topic } from './replicas.ts';

/** Changes are collected for this long, in milliseconds, so that a crowd of arrivals is reported in one message. */
const collectMs = 20;
/** Maximum number of people named in one message. */
const maxNamed = 1_000;

type Row = readonly [personId: string, connections: number];

/** `isFull`: people who are named neither here nor in the following messages have no connection. */
interface Body {
  readonly isFull: boolean;
  readonly rows: readonly Row[];
}

interface Parts {
  readonly clock: Clock;
  readonly replicaId: string;
  /** Maximum number of connections of one person across all replicas. */
  readonly limit: number;
  /** Ends the newest connections of a person in this process until `connections` are left. */
  readonly keepAtMost: (personId: string, connections: number) => void;
  /** Number of connections of each person in this process. */
  readonly here: ReadonlyMap<string, number>;
  readonly tell: (topic: string, body: Body) => void;
}

/** Number of connections of each person on the other replicas. [RT20] */
export class ConnectionsElsewhere implements Topic {
  readonly topic = 'connections';
  readonly #parts: Parts;
  readonly #byReplica = new Map<string, Map<string, number>>();
  readonly #changed = new Set<string>();
  #cancelTell: (() => void) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  of(personId: string): number {
    let count = 0;
    for (const people of this.#byReplica.values()) count += people.get(personId) ?? 0;
    return count;
  }

  /** Schedules a message to the other replicas about a person's number of connections here. */
  changed(personId: string): void {
    this.#changed.add(personId);
    this.#cancelTell ??= this.#parts.clock.after(collectMs, () => {
      this.#cancelTell = undefined;
      const rows = [...this.#changed].map((id): Row => [id, this.#parts.here.get(id) ?? 0]);
      this.#changed.clear();
      this.#tell(rows, false);
    });
  }

  hear(replica: string, body: unknown): void {
    const { isFull, rows } = body as Body;
    const people = (isFull ? undefined : this.#byReplica.get(replica)) ?? new Map<string, number>();
    for (const [personId, connections] of rows) {
      if (connections === 0) people.delete(personId);
      else people.set(personId, connections);
    }
    this.#byReplica.set(replica, people);
    for (const [personId] of rows) this.#endSurplus(personId);
  }

  tellAll(): void {
    this.#tell([...this.#parts.here], true);
  }

  forget(replica: string): void {
    this.#byReplica.delete(replica);
  }

  close(): void {
    this.#cancelTell?.();
  }

  /**
   * Replicas that admit a person at the same moment do not know of each other's admissions yet. Of the replicas that
   * have connections of the person, the last by name ends the surplus.
   */
  #endSurplus(personId: string): void {
    const { here, limit, replicaId, keepAtMost } = this.#parts;
    const elsewhere = this.of(personId);
    if ((here.get(personId) ?? 0) + elsewhere <= limit || !here.has(personId)) return;
    for (const [replica, people] of this.#byReplica) if (replica > replicaId && people.has(personId)) return;
    keepAtMost(personId, Math.max(0, limit - elsewhere));
  }

  #tell(rows: readonly Row[], isFull: boolean): void {
    for (let first = 0; first === 0 || first < rows.length; first += maxNamed)
      this.#parts.tell(this.topic, { isFull: isFull && first === 0, rows: rows.slice(first, first + maxNamed) });
  }
}
