import { create, fromBinary, type MessageInitShape } from '@bufbuild/protobuf';
import {
  ObserveResourceSchema,
  type ResourceChanged,
  ServerMessageSchema,
  type Termination,
  TerminationCode,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { AppError } from '../../kernel/errors.ts';
import { realtimeErrors } from '../realtime.errors.ts';
import type { Connection } from './connection.ts';
import type { Session } from './session.ts';

/** The watched resource: `{ case: 'roomMembers', value: {} }`. */
export type WatchQuery = NonNullable<MessageInitShape<typeof ObserveResourceSchema>['resource']>;

/** Options of a server stream. */
export interface WatchOptions {
  /** Events after this sequence are sent first. */
  readonly afterEventSequence?: number;
  /** Ends the stream when it aborts. Absent: the call's signal ends the stream. */
  readonly signal?: AbortSignal;
}

const OBSERVE_ID = 'watch';

/**
 * The changes of one resource, for a server stream. A stream has the same session and observation as a socket, with a
 * queue as its connection. It ends when the signal aborts. [RT21]
 * @throws AppError when the resource may not be observed, when the reader is too slow, and when the server ends the
 * session.
 */
export async function* watchChanges(
  session: Session,
  query: WatchQuery,
  options: WatchOptions = {},
): AsyncGenerator<ResourceChanged> {
  const queue = new ChangeQueue();
  const stop = () => queue.fail(undefined);
  const signal = options.signal ?? session.call.signal;
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return;
    session.start(queue);
    const { afterEventSequence } = options;
    const after = afterEventSequence === undefined ? {} : { afterEventSequence: BigInt(afterEventSequence) };
    const request = create(ObserveResourceSchema, { observeId: OBSERVE_ID, resource: query, ...after });
    // Not awaited: a long replay waits until this loop has read the changes before it.
    session.observe(request, (error) => queue.fail(error));
    for (let next = await queue.next(); next !== undefined; next = await queue.next()) yield next;
  } finally {
    signal.removeEventListener('abort', stop);
    session.closed();
  }
}

/** An unread change, and the length of its frame. */
interface Waiting {
  readonly change: ResourceChanged;
  readonly bytes: number;
}

/** A connection whose reader is in this process. */
class ChangeQueue implements Connection {
  readonly #changes: Waiting[] = [];
  #bytes = 0;
  #end: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  send(frame: Uint8Array): void {
    const { message } = fromBinary(ServerMessageSchema, frame);
    if (message.case === 'termination') this.fail(errorOf(message.value));
    if (message.case !== 'resourceChanged') return;
    this.#changes.push({ change: message.value, bytes: frame.length });
    this.#bytes += frame.length;
    this.#wake?.();
  }

  close(): void {
    this.fail(undefined);
  }

  buffered(): number {
    return this.#bytes;
  }

  /** Ends the stream, with an error or with undefined. Calls after the first do nothing. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  /** Returns the next change; undefined at the end. After an error, unread changes are dropped. */
  async next(): Promise<ResourceChanged | undefined> {
    for (;;) {
      if (this.#end !== undefined) {
        if (this.#end.error === undefined) return undefined;
        throw this.#end.error;
      }
      const next = this.#changes.shift();
      if (next !== undefined) {
        this.#bytes -= next.bytes;
        return next.change;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

function errorOf({ code, message }: Termination): AppError {
  if (code === TerminationCode.TOO_SLOW) return realtimeErrors.too_slow();
  if (code === TerminationCode.SHUTDOWN) return realtimeErrors.stopping();
  if (code === TerminationCode.REVOKED) return new AppError('unauthenticated', 'realtime.ended', message);
  return new AppError('permission_denied', 'realtime.ended', message);
}
