/**
 * Worker thread that reads one long text. Any user can choose where the text comes from, so it may be hostile. A
 * hostile text costs only this thread, which ends if it takes too much time or memory.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { toWebVtt } from '@matinee/subtitles/webvtt.ts';
import { toDanmakuDocument } from '../danmaku/danmaku-document.ts';
import type { TextJob } from './reading-apart.ts';

const { kind, bytes, language } = workerData as TextJob;

async function read(): Promise<string | undefined> {
  return kind === 'danmaku' ? await toDanmakuDocument(bytes) : toWebVtt(bytes, language);
}

read().then(
  (text) => {
    const encoded = text === undefined ? undefined : new TextEncoder().encode(text);
    parentPort!.postMessage({ text: encoded }, encoded ? [encoded.buffer] : []);
  },
  () => parentPort!.postMessage({ failed: true }),
);
