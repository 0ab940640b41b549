import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './tracer.ts';

/** The call for which the present work is done. It follows promises. */
export interface CurrentCall {
  readonly requestId: string;
  /** Present while the call is traced. */
  readonly span?: Span | undefined;
}

/** On Node.js 20, this makes each promise of the process cost 0.2 µs more; later versions have hardly any of that. */
const calls = new AsyncLocalStorage<CurrentCall>();

/** Runs `work`, and all that it begins, as work for `call`. */
export function inCall<R>(call: CurrentCall, work: () => R): R {
  return calls.run(call, work);
}

/**
 * The call for which the present work is done; undefined for work that the server does by itself. Work that is done
 * together for several calls is that of the one that began it.
 */
export function currentCall(): CurrentCall | undefined {
  return calls.getStore();
}
