/** Traces of calls, as far as server code needs them. `drivers/tracing` sends them to a collector. */

/** Attributes of a span. They contain no value of a person, a room or a request. */
export type Attributes = Readonly<Record<string, string | number>>;

/** A call that is traced. Times are milliseconds since 1970. */
export interface Span {
  /** Adds a finished part of the call's work. */
  part(name: string, startedMs: number, endedMs: number, attributes: Attributes): void;
  /** Ends the call. `failure` is the code of its error. */
  end(endedMs: number, attributes: Attributes, failure?: string): void;
}

export interface Tracer {
  /**
   * Begins the span of a call. `traceparent` is the caller's header (W3C Trace Context): a valid one is continued, and
   * decides whether the call is traced; an invalid one is ignored. Returns undefined if this call is not traced.
   */
  begin(name: string, startedMs: number, traceparent: string | undefined): Span | undefined;
}
