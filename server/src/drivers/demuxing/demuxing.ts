import { Worker } from 'node:worker_threads';
import type { AttachedFont } from './attached-fonts.ts';
import type { ReadBytes } from './ebml.ts';
import type { FilmFacts } from './film-facts.ts';
import type { SubtitleRequest } from './subtitles/matroska-packets.ts';
import type { SubtitlePart } from './subtitles/subtitle-part.ts';

/** The result of reading a film in the thread. */
export type FilmReading = FilmFacts | readonly number[] | readonly AttachedFont[] | SubtitlePart;

export interface FilmTask {
  readonly size: number;
  readonly wanted: 'facts' | 'keyFrames' | 'fonts' | SubtitleRequest;
}

/** Messages from the thread: a request for bytes, a result, or a failure. */
export type FilmQuestion =
  | { readonly kind: 'read'; readonly id: number; readonly start: number; readonly end: number }
  | { readonly kind: 'found'; readonly reading: FilmReading }
  | { readonly kind: 'unreadable' };

/** Bytes for the thread. Undefined: the read failed. */
export interface FilmAnswer {
  readonly id: number;
  readonly bytes: Uint8Array | undefined;
}

/** Heap limit of the thread, in MiB: the tables of a film of ten hours take about thirty. */
const maxHeapMb = 128;

/**
 * Reads the facts in a film of `size` bytes. `read` returns the bytes from `start` up to `end`; `signal` aborts.
 * @throws Error when the file is not a film, and when reading is aborted.
 */
export async function readFilmApart(read: ReadBytes, size: number, signal: AbortSignal): Promise<FilmFacts> {
  return (await readApart(read, { size, wanted: 'facts' }, signal)) as FilmFacts;
}

/**
 * Positions at which playback can begin, in seconds, from the film's index; empty: no index. @throws Error as
 * `readFilmApart` does
 */
export async function readKeyFramesApart(
  read: ReadBytes,
  size: number,
  signal: AbortSignal,
): Promise<readonly number[]> {
  return (await readApart(read, { size, wanted: 'keyFrames' }, signal)) as readonly number[];
}

/** The subtitles that begin in a part of a film. @throws Error as `readFilmApart` does */
export async function readSubtitlesApart(
  read: ReadBytes,
  size: number,
  wanted: SubtitleRequest,
  signal: AbortSignal,
): Promise<SubtitlePart> {
  return (await readApart(read, { size, wanted }, signal)) as SubtitlePart;
}

/** Places of the fonts attached to a film; empty: none. @throws Error as `readFilmApart` does */
export async function readFontsApart(
  read: ReadBytes,
  size: number,
  signal: AbortSignal,
): Promise<readonly AttachedFont[]> {
  return (await readApart(read, { size, wanted: 'fonts' }, signal)) as readonly AttachedFont[];
}

function readApart(read: ReadBytes, task: FilmTask, signal: AbortSignal): Promise<FilmReading> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(task);
    const end = (failure: Error | undefined, found?: FilmReading) => {
      signal.removeEventListener('abort', onAbort);
      void worker.terminate();
      if (found) resolve(found);
      else reject(failure);
    };
    const onAbort = () => end(new Error('reading the film took too long'));
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('error', (cause) => end(cause instanceof Error ? cause : new Error('the thread failed', { cause })));
    worker.on('exit', () => end(new Error('the thread ended before its time')));
    worker.on('message', (question: FilmQuestion) => {
      if (question.kind === 'found') return end(undefined, question.reading);
      if (question.kind === 'unreadable') return end(new Error('this is no film that can be read'));
      const { id, start, end: to } = question;
      const answer = (bytes?: Uint8Array) => worker.postMessage({ id, bytes } satisfies FilmAnswer);
      read(start, to).then(answer, () => answer());
    });
    if (signal.aborted) onAbort();
  });
}

/** The built worker, or its source in a checkout: on Node 20, flags alone do not make tsx work inside a thread. */
function startWorker(workerData: FilmTask): Worker {
  // Hides the library's messages about damaged films.
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb }, stdout: true, stderr: true };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./film-worker.js', import.meta.url), options);
  const source = new URL('./film-worker.ts', import.meta.url).href;
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(code, { ...options, eval: true });
}
