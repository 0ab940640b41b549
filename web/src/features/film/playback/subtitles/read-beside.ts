import { networkError } from '../../../../client/calls/api-error.ts';
import { type ReadFile, readFile, type SubtitleFile } from './read-file.ts';

/** A file of up to this length, in bytes, is read in less than a frame or two. */
const smallBytes = 1_000_000;
/** Longest time for a large one, in milliseconds: 20 MB may take half of it on a busy computer. */
const patienceMs = 30_000;

/**
 * Reads a file as `readFile` does, a large one in a worker. @throws Error when that fails or takes too long, ApiError
 * when the worker does not load
 */
export async function readBeside(file: SubtitleFile, encoding: string | undefined): Promise<ReadFile> {
  if (file.bytes.length <= smallBytes) return readFile(file, encoding);
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<ReadFile>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ReadFile>) => resolve(data);
      // An error of code that runs has a message. A file that cannot be loaded gives none.
      worker.onerror = (error) => reject(error.message ? new Error('the file cannot be read') : networkError(error));
      timer = setTimeout(() => reject(new Error('reading the file takes too long')), patienceMs);
      worker.postMessage({ file, encoding });
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
