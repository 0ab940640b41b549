import type { DescMessage } from '@bufbuild/protobuf';
import type { Incoming } from '../kernel/call.ts';

/**
 * A request for a server stream. The pipeline calls `onAdmitted` once access is decided, so that the adapter can send its headers
 * although no event may come for a long time. Where it does not, `admissionMs` stands in.
 */
export interface StreamIncoming<I extends DescMessage = DescMessage> extends Incoming<I> {
  readonly onAdmitted: () => void;
}

/** A stream that was neither refused nor had an event for so long counts as admitted, in milliseconds. A later refusal ends it. */
export const admissionMs = 1_000;

/**
 * Makes the end of the server the end of a stream. Gives a function that parts them, to be called when the stream is over: the
 * server outlives it. (`AbortSignal.any` would hold every stream until the server stops, nodejs/node#54614.)
 */
export function abortWith(stream: AbortController, stopping: AbortSignal): () => void {
  const abort = () => stream.abort();
  if (stopping.aborted) abort();
  stopping.addEventListener('abort', abort, { once: true });
  return () => stopping.removeEventListener('abort', abort);
}
