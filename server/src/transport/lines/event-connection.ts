import type { ServerResponse } from 'node:http';
import type { Clock } from '../../kernel/clock.ts';
import type { Connection } from '../../realtime/session/connection.ts';
import { closeGraceMs } from '../one-port.ts';
import { heartbeatMs, makeHeartbeat } from '../rest/sse.ts';

/** The server's half of a line: each frame is one event. A reader that stops reading is cut off. [RT38] */
export class EventConnection implements Connection {
  readonly #response: Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'writableLength' | 'writableNeedDrain'>;
  readonly #clock: Clock;
  readonly #stopHeartbeat: () => void;

  constructor(response: ServerResponse, clock: Clock) {
    this.#response = response;
    this.#clock = clock;
    this.#stopHeartbeat = clock.every(heartbeatMs, makeHeartbeat(response));
    response.once('close', this.#stopHeartbeat);
  }

  send(frame: Uint8Array): void {
    const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
    this.#response.write(`data: ${bytes.toString('base64')}\n\n`);
  }

  /** Sends the waiting frames first. A peer that does not read them in time is cut off. */
  close(): void {
    this.#stopHeartbeat();
    this.#response.end();
    this.#clock.after(closeGraceMs, () => this.#response.destroy());
  }

  buffered(): number {
    return this.#response.writableLength;
  }
}
