/**
 * Worker thread that sends one stream by WebRTC to all its viewers in this process. Anybody on the network can send
 * packets to its ports, and the library is large: if it fails, or takes too much memory, only these viewers are
 * affected.
 */
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../kernel/clock.ts';
import type { EndOrder } from '../worker-thread.ts';
import { Audience } from './audience.ts';
import type { SenderNews, SenderOrder, SenderTask } from './sender-messages.ts';

/** How often viewers are checked, in milliseconds. */
const lookEveryMs = 1_000;

const port = parentPort!;
const audience = new Audience({
  ...(workerData as SenderTask & { readonly zeroMs: number }),
  clock: systemClock,
  tell: (news: SenderNews) => port.postMessage(news),
});

// Affects this thread alone. A packet that the library cannot read must not end the stream.
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

port.on('message', (order: SenderOrder | EndOrder) => (order.kind === 'end' ? process.exit() : audience.hear(order)));
systemClock.every(lookEveryMs, () => audience.look());
