import { realtimeErrors } from './realtime.errors.ts';

/** The limits that a deployment may tune. Each is a count unless its name says otherwise. */
export interface RealtimeLimits {
  readonly connectionsPerUser: number;
  readonly connectionsPerRoom: number;
  readonly connectionsPerProcess: number;
  readonly observationsPerConnection: number;
  /** Frames that may wait for a slow reader; one more ends the connection. */
  readonly outboundFrames: number;
  /** Bytes that may wait for a slow reader: more than a snapshot of 1 000 media, which is about 600 KB. */
  readonly outboundBytes: number;
  readonly framesPerSecond: number;
  readonly frameBurst: number;
  readonly queuedCommands: number;
}

/** The default limits. */
export const defaultLimits: RealtimeLimits = {
  connectionsPerUser: 20,
  connectionsPerRoom: 2_000,
  connectionsPerProcess: 100_000,
  observationsPerConnection: 64,
  outboundFrames: 256,
  outboundBytes: 4 * 1024 * 1024,
  framesPerSecond: 50,
  frameBurst: 100,
  queuedCommands: 32,
};

/** Exchanges connection counts with the other replicas. */
export interface Elsewhere {
  /** Connections of a person on other replicas. */
  of(personId: string): number;
  /** Reports that the number of a person's connections in this process has changed. */
  changed(personId: string): void;
}

/**
 * Counts connections from before the upgrade until they are closed: per person across all replicas; per room and in
 * total in this process. [RT20]
 */
export class ConnectionCounts {
  readonly #limits: RealtimeLimits;
  readonly #elsewhere: Elsewhere;
  readonly #byPerson = new Map<string, number>();
  readonly #byRoom = new Map<string, number>();
  #total = 0;

  constructor(limits: RealtimeLimits, elsewhere: Elsewhere) {
    this.#limits = limits;
    this.#elsewhere = elsewhere;
  }

  /** Connections of each person in this process. */
  get byPerson(): ReadonlyMap<string, number> {
    return this.#byPerson;
  }

  /** Connections to each room in this process. A person's own topic counts as one here. */
  get byRoom(): ReadonlyMap<string, number> {
    return this.#byRoom;
  }

  /** Takes a place and returns the function that releases it. @throws AppError when a limit is reached. */
  take(personId: string, roomId: string): () => void {
    if (this.#total >= this.#limits.connectionsPerProcess) throw realtimeErrors.server_full({ retryAfterSeconds: 10 });
    if ((this.#byRoom.get(roomId) ?? 0) >= this.#limits.connectionsPerRoom) {
      throw realtimeErrors.room_full_of_connections({ retryAfterSeconds: 10 });
    }
    if ((this.#byPerson.get(personId) ?? 0) + this.#elsewhere.of(personId) >= this.#limits.connectionsPerUser) {
      throw realtimeErrors.too_many_connections({ retryAfterSeconds: 10 });
    }
    this.#add(personId, roomId, 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.#add(personId, roomId, -1);
      isTaken = false;
    };
  }

  #add(personId: string, roomId: string, n: number): void {
    this.#total += n;
    addTo(this.#byPerson, personId, n);
    addTo(this.#byRoom, roomId, n);
    this.#elsewhere.changed(personId);
  }
}

function addTo(counts: Map<string, number>, key: string, n: number): void {
  const count = (counts.get(key) ?? 0) + n;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
