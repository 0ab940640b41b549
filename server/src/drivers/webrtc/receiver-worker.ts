/**
 * Worker thread that receives one stream by WebRTC. Anybody on the network can send packets to its port, and the
 * library is large: if it fails, or takes too much memory, only this stream ends.
 */
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../kernel/clock.ts';
import { MediaIntake } from './media-intake.ts';
import { openPeer } from './peer.ts';
import type { ReceiverNews, ReceiverTask, StreamMessage } from './receiver-messages.ts';

/** How often to check for missing packets, in milliseconds. */
const lookEveryMs = 50;

/** How often the allowed rate is sent to the publisher, in milliseconds. */
const allowEveryMs = 1_000;

const port = parentPort!;
// The only order: to end.
port.once('message', () => process.exit());
const tell = (news: ReceiverNews, moved: ArrayBuffer[] = []) => port.postMessage(news, moved);
const startedMs = systemClock.nowMs();
const nowMs = () => systemClock.nowMs() - startedMs;

function pass({ kind, timestamp, payload }: StreamMessage): void {
  // Small buffers are slices of a shared one, which cannot be transferred.
  const bytes = new Uint8Array(payload);
  tell({ kind: 'media', message: { kind, timestamp, payload: bytes } }, [bytes.buffer]);
}

// Affects this thread alone. A packet that the library cannot read must not end the stream.
process.on('uncaughtException', () => {});

let askForKey = () => {};
const intake = new MediaIntake({
  onMessage: pass,
  onSize: (size, timestamp) => tell({ kind: 'size', size, timestamp }),
  onKeyNeeded: () => askForKey(),
});
const peer = await openPeer({
  ...(workerData as ReceiverTask),
  intake,
  nowMs,
  onConnected: () => tell({ kind: 'connected' }),
  onOver: () => tell({ kind: 'over' }),
}).catch(() => undefined);
if (peer) {
  askForKey = peer.askForKey;
  systemClock.every(lookEveryMs, () => intake.look(nowMs()));
  systemClock.every(allowEveryMs, peer.allowRate);
  tell({ kind: 'answer', sdp: peer.answer });
} else tell({ kind: 'over' });
