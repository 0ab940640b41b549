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
