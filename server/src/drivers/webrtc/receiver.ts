/** Receives one stream by WebRTC, in its own thread. [RTC6]–[RTC8] */
import type { Clock } from '../../kernel/clock.ts';
import type { PictureSize, ReceiverNews, ReceiverTask, StreamMessage } from './receiver-messages.ts';
import { endWorkerThread, startWorkerThread } from './worker-thread.ts';

export interface ReceiverParts extends ReceiverTask {
  readonly clock: Clock;
  onMessage(message: StreamMessage): void;
  /** The following pictures have this size. */
  onSize(size: PictureSize, timestamp: number): void;
  /** The connection is established. */
  onConnected(): void;
  /** The stream has ended. Called once, unless `end` was called. */
  onOver(): void;
}

export interface Receiver {
  /** SDP for the publisher. Rejects when the thread fails, or no port is free. */
  readonly answer: Promise<string>;
  end(): void;
}

/** How long a publisher may take to connect, in milliseconds. */
const mostMsToConnect = 10_000;
/** Longest silence of a publisher, in milliseconds. */
const mostSilenceMs = 20_000;
const lookEveryMs = 1_000;
/** One thread holds at most some seconds of a stream in memory. */
const maxHeapMb = 128;

export function receive(parts: ReceiverParts): Receiver {
  const { clock, offer, addresses, ports } = parts;
  const worker = startWorkerThread(import.meta.url, 'receiver-worker', { offer, addresses, ports }, maxHeapMb);
  const startedMs = clock.nowMs();
  let lastMs = startedMs;
  let isConnected = false;
  let isOver = false;
  let tellAnswer: (sdp: string) => void = () => {};
  let refuse: (reason: Error) => void = () => {};
  const answer = new Promise<string>((resolve, reject) => {
    tellAnswer = resolve;
    refuse = reject;
  });
  // A caller that ends the receiver may not await the answer.
  answer.catch(() => {});

  const end = () => {
    if (isOver) return;
    isOver = true;
    stopLooking();
    refuse(new Error('the receiver ended'));
    endWorkerThread(worker);
  };
  const over = () => {
    if (isOver) return;
    end();
    parts.onOver();
  };
  const stopLooking = clock.every(lookEveryMs, () => {
    const nowMs = clock.nowMs();
    const isLate = !isConnected && nowMs - startedMs > mostMsToConnect;
    if (isLate || nowMs - lastMs > mostSilenceMs) over();
  });
  worker.on('error', over);
  worker.on('exit', over);
  worker.on('message', (news: ReceiverNews) => {
    if (isOver) return;
    if (news.kind === 'answer') tellAnswer(news.sdp);
    else if (news.kind === 'over') over();
    else if (news.kind === 'connected') {
      isConnected = true;
      parts.onConnected();
    } else if (news.kind === 'size') parts.onSize(news.size, news.timestamp);
    else {
      lastMs = clock.nowMs();
      const { kind, timestamp, payload } = news.message;
      parts.onMessage({ kind, timestamp, payload: Buffer.from(payload.buffer, 0, payload.byteLength) });
    }
  });
  return { answer, end };
}
