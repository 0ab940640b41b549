import type { OwnCopySource } from '@matinee/contract/gen/api.ts';
import { networkError } from '../../../client/calls/api-error.ts';

/** The browser could not read the file: it was moved, changed or deleted. */
export class UnreadableFile extends Error {}

/** A browser looks for the length of a film at most this long, in milliseconds. For some files it never finds it. */
const lengthPatienceMs = 5_000;

/** Reads what the server needs to know about a file. @throws UnreadableFile, ApiError when the reader does not load [WOC1] */
export async function readOwnCopy(file: File): Promise<OwnCopySource> {
  if (file.size === 0) throw new UnreadableFile();
  const [fingerprint, seconds] = await Promise.all([fingerprintBeside(file), lengthOf(file)]);
  const known = { file_name: file.name.slice(0, 255), size_bytes: file.size, fingerprint };
  return seconds === undefined ? known : { ...known, duration_seconds: seconds };
}

function fingerprintBeside(file: File): Promise<string> {
  const worker = new Worker(new URL('./own-copy-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ fingerprint?: string }>) =>
      data.fingerprint === undefined ? reject(new UnreadableFile()) : resolve(data.fingerprint);
    // An error of code that runs has a message. A file that cannot be loaded gives none.
    worker.onerror = (error) => reject(error.message ? new UnreadableFile() : networkError(error));
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

/** Length of the film in seconds, where this browser can tell. */
function lengthOf(file: File): Promise<number | undefined> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  return new Promise<number | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), lengthPatienceMs);
    const end = () => {
      clearTimeout(timer);
      resolve(Number.isFinite(video.duration) && video.duration > 0 ? video.duration : undefined);
    };
    video.addEventListener('loadedmetadata', end);
    video.addEventListener('error', end);
    video.preload = 'metadata';
    video.src = url;
  }).finally(() => {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  });
}
