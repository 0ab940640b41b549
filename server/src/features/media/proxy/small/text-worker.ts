/**
 * Worker thread that reads one long text. The text comes from wherever somebody chose, so it is read apart: one that was made to hurt
 * costs this thread, which is ended when it takes too long or too much.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { toDanmakuDocument } from '../danmaku/danmaku-document.ts';
import type { TextJob } from './reading-apart.ts';
import { toWebVtt } from './webvtt.ts';

const { kind, bytes } = workerData as TextJob;

async function read(): Promise<string | undefined> {
  return kind === 'danmaku' ? await toDanmakuDocument(bytes) : toWebVtt(bytes);
}

read().then(
  (text) => {
    const encoded = text === undefined ? undefined : new TextEncoder().encode(text);
    parentPort!.postMessage({ text: encoded }, encoded ? [encoded.buffer] : []);
  },
  () => parentPort!.postMessage({ failed: true }),
);
