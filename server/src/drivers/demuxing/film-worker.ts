/**
 * Worker thread that reads one film. Users choose the source of the bytes, and a malicious file may take too much time
 * or memory. Then only this thread ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { readAttachedFonts } from './attached-fonts.ts';
import type { FilmAnswer, FilmQuestion, FilmReading, FilmTask } from './demuxing.ts';
import type { ReadBytes } from './ebml.ts';
import { readKeyFrames } from './key-frames.ts';
import { readFilm } from './read-film.ts';
import { readPart } from './subtitles/read-part.ts';

const port = parentPort!;
const waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
let questions = 0;

port.on('message', ({ id, bytes }: FilmAnswer) => {
  const asked = waiting.get(id);
  waiting.delete(id);
  if (bytes) asked?.resolve(bytes);
  else asked?.reject(new Error('the bytes could not be read'));
});

const tell = (question: FilmQuestion) => port.postMessage(question);

const read: ReadBytes = (start, end) =>
  new Promise((resolve, reject) => {
    const id = ++questions;
    waiting.set(id, { resolve, reject });
    tell({ kind: 'read', id, start, end });
  });

const { size, wanted } = workerData as FilmTask;

function work(): Promise<FilmReading> {
  if (wanted === 'facts') return readFilm(read, size);
  if (wanted === 'fonts') return readAttachedFonts(read, size);
  return wanted === 'keyFrames' ? readKeyFrames(read, size) : readPart(read, size, wanted);
}

work().then(
  (reading) => tell({ kind: 'found', reading }),
  () => tell({ kind: 'unreadable' }),
);
