/** Sends one stream by WebRTC to its viewers, from one shared thread. [RTC15] */
import type { Worker } from 'node:worker_threads';
import type { ViewerOffer } from '../viewer-offer.ts';
import { endWorkerThread, startWorkerThread } from '../worker-thread.ts';
import type { SenderNews, SenderOrder, SenderTask, StreamPart } from './sender-messages.ts';

export interface SenderParts extends SenderTask {
  /** Server time of the stream's millisecond 0, in milliseconds since 1970. */
  readonly zeroMs: number;
  /** This viewer has been dropped. Not called after `leave`. */
  onGone(viewer: string): void;
  /** The thread has failed, and all its viewers with it. Called once, unless `end` was called. */
  onOver(): void;
}

export interface Sender {
  /** SDP for a viewer. Rejects when the thread fails, or no port is free. */
  admit(viewer: string, offer: ViewerOffer): Promise<string>;
  leave(viewer: string): void;
  /** If the thread is too slow, parts are dropped, up to a key frame. */
  send(part: StreamPart): void;
  end(): void;
}

/** One thread holds at most some seconds of a stream in memory, and some packets for each viewer. */
const maxHeapMb = 256;
/** Most bytes of the stream queued for the thread: some seconds of a usual one. */
const mostWaitingBytes = 8 * 1_048_576;

export function startSender(parts: SenderParts): Sender {
  const { addresses, ports, zeroMs } = parts;
  const worker: Worker = startWorkerThread(import.meta.url, 'sender-worker', { addresses, ports, zeroMs }, maxHeapMb);
  const waiting = new Map<string, { tell(sdp: string): void; refuse(): void }>();
  let isOver = false;

  const refuseAll = () => {
    for (const { refuse } of waiting.values()) refuse();
    waiting.clear();
  };
  const end = () => {
    if (isOver) return;
    isOver = true;
    refuseAll();
    endWorkerThread(worker);
  };
  const over = () => {
    if (isOver) return;
    end();
    parts.onOver();
  };
  const order = (one: SenderOrder, moved: ArrayBuffer[] = []) => worker.postMessage(one, moved);
  const queue = makeQueue(order);
  worker.on('error', over);
  worker.on('exit', over);
  worker.on('message', (news: SenderNews) => {
    if (isOver) return;
    if (news.kind === 'took') queue.leave(news.bytes);
    else if (news.kind === 'answer') {
      waiting.get(news.viewer)?.tell(news.sdp);
      waiting.delete(news.viewer);
    } else if (news.kind === 'gone') {
      waiting.get(news.viewer)?.refuse();
      if (!waiting.delete(news.viewer)) parts.onGone(news.viewer);
    }
  });
  return {
    admit: (viewer, offer) =>
      new Promise((resolve, reject) => {
        const refuse = () => reject(new Error('the viewer got no connection'));
        if (isOver) return refuse();
        waiting.set(viewer, { tell: resolve, refuse });
        order({ kind: 'admit', viewer, offer });
      }),
    leave(viewer) {
      waiting.get(viewer)?.refuse();
      waiting.delete(viewer);
      if (!isOver) order({ kind: 'leave', viewer });
    },
    send(part) {
      if (!isOver) queue.add(part);
    },
    end,
  };
}

/** The queue of the thread. */
function makeQueue(order: (one: SenderOrder, moved?: ArrayBuffer[]) => void) {
  let waitingBytes = 0;
  let isBehind = false;
  return {
    leave(bytes: number): void {
      waitingBytes -= bytes;
    },
    add(part: StreamPart): void {
      // Copied: posting a slice would copy its whole buffer.
      if (part.kind === 'config') return order({ ...part, units: part.units.map((unit) => new Uint8Array(unit)) });
      if (part.kind === 'picture') {
        isBehind ||= waitingBytes > mostWaitingBytes;
        if (isBehind && part.isKey && waitingBytes === 0) isBehind = false;
        if (isBehind) return;
      }
      waitingBytes += part.bytes.length;
      // The stream's own buffers are shared with its other readers.
      const bytes = new Uint8Array(part.bytes);
      order({ ...part, bytes }, [bytes.buffer]);
    },
  };
}
