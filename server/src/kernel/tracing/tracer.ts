/** Traces of calls, as far as the server knows them. `drivers/tracing` sends them to a collector. */

/** Facts of a span. None is a value of a person, a room or a request. */
export type Attributes = Readonly<Record<string, string | number>>;

/** A call that is traced. Times are milliseconds since 1970. */
export interface Span {
  /** Adds work of the call that has ended. */
  part(name: string, startedMs: number, endedMs: number, attributes: Attributes): void;
  /** Ends the call. `failure` is the code of its error. */
  end(endedMs: number, attributes: Attributes, failure?: string): void;
}

export interface Tracer {
  /**
   * Begins the span of a call. `traceparent` is what the caller sent (W3C Trace Context): a valid one is continued, and
   * decides whether the call is traced; another one is ignored. Undefined: this call is not traced.
   */
  begin(name: string, startedMs: number, traceparent: string | undefined): Span | undefined;
}
