/** What operators are shown of a worker process. */
export interface WorkerFacts {
  readonly processId: number;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  /** False: it starts, or ends. */
  readonly isReady: boolean;
}

/** The workers of a machine. */
export interface WorkerState {
  readonly workers: readonly WorkerFacts[];
  /** They are being replaced, one after the other. */
  readonly isRestarting: boolean;
}

/** What all workers of a machine take together, and how many connections to rooms they have. */
export interface WorkerCosts {
  readonly connections: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly cpuSeconds: number;
}
