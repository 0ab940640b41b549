/**
 * Aborts a stream when the server stops. Returns a function that removes the listener: call it when the stream is over,
 * because the server outlives the stream. (`AbortSignal.any` would keep every stream in memory until the server stops,
 * nodejs/node#54614.)
 */
export function abortWith(stream: AbortController, stopping: AbortSignal): () => void {
  const abort = () => stream.abort();
  if (stopping.aborted) abort();
  stopping.addEventListener('abort', abort, { once: true });
  return () => stopping.removeEventListener('abort', abort);
}
