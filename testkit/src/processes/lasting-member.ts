/**
 * A member who reads and writes the chat behind a proxy and, like the web app, reconnects whenever the socket is
 * lost.
 */
import { randomInt } from 'node:crypto';
import { request as ask } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { fromBinary } from '@bufbuild/protobuf';
import { ServerMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { TestUser } from '../accounts/test-user.ts';
import type { ReverseProxy } from '../outside/reverse-proxies.ts';
import { openSocket, type TestSocket } from '../socket-client.ts';
import { until } from '../until.ts';

/** First delay before connecting again, and the largest, in milliseconds, as in the web app. */
const backoffMs = { first: 300, most: 10_000 };
/** The longest that a message may wait for its acknowledgement, in milliseconds. */
const acknowledgedMs = 90_000;

interface MemberParts {
  readonly proxy: ReverseProxy;
  /** Certificate of the proxy, PEM. */
  readonly ca: string;
  readonly room: string;
  readonly user: TestUser;
}

export class LastingMember {
  /** How long each break lasted until everything missed was read, in milliseconds. */
  readonly gapsMs: number[] = [];
  /** Ids of messages in the order of arrival, and of own ones in the order of their acknowledgements. */
  readonly told: string[] = [];
  readonly acknowledged: string[] = [];
  /** How long each message waited for its acknowledgement, in milliseconds. */
  readonly waitsMs: number[] = [];
  readonly #parts: MemberParts;
  #socket: TestSocket | undefined;
  #sequence = 0n;
  #isOver = false;

  constructor(parts: MemberParts) {
    this.#parts = parts;
  }

  get isConnected(): boolean {
    return this.#socket !== undefined;
  }

  /** Connects, as often as it takes. */
  async open(): Promise<void> {
    for (let attempt = 0; !this.#isOver && !this.isConnected; attempt++) {
      const isDone = await this.#connect().then(
        () => true,
        () => false,
      );
      const mostMs = Math.min(backoffMs.most, backoffMs.first * 2 ** attempt);
      if (!isDone) await pause(randomInt(mostMs / 2, mostMs));
    }
  }

  /** Sends a message, again with the same id after a break, until it is acknowledged. */
  async say(clientMessageId: string): Promise<void> {
    const message = { case: 'sendChatMessage', value: { clientMessageId, content: clientMessageId } } as const;
    const isTaken = () =>
      this.#socket?.command(message).then(
        (reason) => reason === undefined,
        () => false,
      );
    const sentAtMs = performance.now();
    await until('the message is acknowledged', isTaken, acknowledgedMs);
    this.waitsMs.push(performance.now() - sentAtMs);
    this.acknowledged.push(clientMessageId);
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#socket?.close();
  }

  async #comeBack(lostAtMs: number): Promise<void> {
    this.#socket = undefined;
    await pause(randomInt(backoffMs.first / 2, backoffMs.first));
    await this.open();
    if (this.isConnected) this.gapsMs.push(performance.now() - lostAtMs);
  }

  async #connect(): Promise<void> {
    const { proxy, ca, room } = this.#parts;
    const { ticket } = await this.#post('/api/tickets', { room_id: room });
    const socket = await openSocket(`${proxy.url.replace('https', 'wss')}/ws/rooms/${room}?ticket=${ticket}`, { ca });
    const lost = socket.closed.then(() => performance.now());
    socket.ws.on('message', (data: Buffer) => this.#read(data));
    try {
      await socket.observe({ case: 'chatEvents', value: {} }, { afterEventSequence: this.#sequence });
    } catch (cause) {
      // It must stop, as the next socket delivers the same messages.
      socket.ws.terminate();
      throw cause;
    }
    this.#socket = socket;
    void lost.then((lostAtMs) => this.#comeBack(lostAtMs));
  }

  #read(data: Buffer): void {
    const { message } = fromBinary(ServerMessageSchema, data);
    if (message.case !== 'resourceChanged' || message.value.resource.case !== 'chatEvent') return;
    this.#sequence = message.value.sequence;
    const id = message.value.resource.value.message?.clientMessageId;
    if (id !== undefined) this.told.push(id);
  }

  #post(path: string, body: object): Promise<{ ticket: string }> {
    const { proxy, ca, user } = this.#parts;
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const request = ask(proxy.url + path, { method: 'POST', ca, headers, timeout: 10_000 }, (answer) => {
        let text = '';
        answer.on('data', (bytes) => (text += bytes));
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${path}: ${answer.statusCode} ${text}`));
        });
      });
      request.on('timeout', () => request.destroy(new Error(`${path}: no answer`)));
      request.on('error', reject).end(JSON.stringify(body));
    });
  }
}
