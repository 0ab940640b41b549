/** A worker process, as operators see it. */
export interface WorkerFacts {
  readonly processId: number;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  /** False while it starts or stops. */
  readonly isReady: boolean;
}

/** The workers of a machine. */
export interface WorkerState {
  readonly workers: readonly WorkerFacts[];
  /** The workers are being replaced, one after the other. */
  readonly isRestarting: boolean;
}

/** Resources that all workers of a machine use together, and their number of room connections. */
export interface WorkerCosts {
  readonly connections: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly cpuSeconds: number;
}
