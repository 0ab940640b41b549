/**
 * Worker thread that reads one film. Users choose where the bytes come from, and a malicious file may take too much
 * time or memory. Then only this thread ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { FilmAnswer, FilmQuestion } from './demuxing.ts';
import { readFilm } from './read-film.ts';

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

readFilm(
  (start, end) =>
    new Promise((resolve, reject) => {
      const id = ++questions;
      waiting.set(id, { resolve, reject });
      tell({ kind: 'read', id, start, end });
    }),
  (workerData as { size: number }).size,
).then(
  (facts) => tell({ kind: 'facts', facts }),
  () => tell({ kind: 'unreadable' }),
);
