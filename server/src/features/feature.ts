import type { Binding } from '../kernel/handler.ts';
import type { Part } from '../kernel/lifecycle.ts';
import type { Signals } from '../realtime/context.ts';
import type { Resource } from '../realtime/resource.ts';

/** What a feature gives the server: all that app.ts sees of it. */
export interface Feature {
  readonly name: string;
  readonly bindings?: readonly Binding[];
  /** What clients may observe. */
  // biome-ignore lint/suspicious/noExplicitAny: each resource is typed by its own case; one list holds them all
  readonly resources?: readonly Resource<any>[];
  /** What clients may tell over the socket without asking for an answer. */
  readonly signals?: Signals;
  /** Work that goes on by itself: jobs, timers, listeners. */
  readonly parts?: readonly Part[];
}
