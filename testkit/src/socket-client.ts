import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  ClientMessageSchema,
  type ObserveResourceSchema,
  type ResourceChanged,
  type ServerMessage,
  ServerMessageSchema,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { type ClientOptions, WebSocket } from 'ws';

type ClientBody = NonNullable<MessageInitShape<typeof ClientMessageSchema>['message']>;
type Observe = Exclude<MessageInitShape<typeof ObserveResourceSchema>, { $typeName: string }>;
type Case = NonNullable<ServerMessage['message']['case']>;
type Body<C extends Case> = Extract<ServerMessage['message'], { case: C }>['value'];

/** How long a test waits for one frame, in milliseconds. */
const frameMs = 30_000;

/** A binary WebSocket to one room. It keeps frames until `next` takes them. */
export class TestSocket {
  readonly ws: WebSocket;
  /** All frames so far, in order. */
  readonly frames: ServerMessage[] = [];
  /** Code and reason of the close, once it is closed. */
  readonly closed: Promise<{ code: number; reason: string }>;
  #taken = new Set<ServerMessage>();
  #wake = new Set<() => void>();
  #isClosed = false;

  constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary) return;
      this.frames.push(fromBinary(ServerMessageSchema, data));
      for (const wake of this.#wake) wake();
    });
    ws.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      ws.on('close', (code, reason) => {
        this.#isClosed = true;
        resolve({ code, reason: reason.toString() });
        for (const wake of this.#wake) wake();
      });
    });
  }

  /**
   * Takes the first frame of this kind that `predicate` accepts. @throws Error after 30 s, or when the connection
   * closes.
   */
  async next<C extends Case>(kind: C, predicate: (body: Body<C>) => boolean = () => true): Promise<Body<C>> {
    const end = performance.now() + frameMs;
    for (;;) {
      const found = this.frames.find(
        (frame) => !this.#taken.has(frame) && frame.message.case === kind && predicate(frame.message.value as Body<C>),
      );
      if (found) {
        this.#taken.add(found);
        return found.message.value as Body<C>;
      }
      const leftMs = end - performance.now();
      if (leftMs <= 0) throw new Error(`no ${kind} after ${frameMs} ms; frames: ${this.#seen()}`);
      if (this.#isClosed) throw new Error(`closed without ${kind}; frames: ${this.#seen()}`);
      await this.#change(leftMs);
    }
  }

  send(message: ClientBody, clientOperationId?: string): void {
    const named = clientOperationId === undefined ? {} : { clientOperationId };
    this.ws.send(toBinary(ClientMessageSchema, create(ClientMessageSchema, { message, ...named })));
  }

  /**
   * Observes a resource and waits for the answer. The name of its case is the observe id. @throws Error when refused.
   */
  async observe(resource: NonNullable<Observe['resource']>, more: Partial<Observe> = {}) {
    const observeId = more.observeId ?? String(resource.case);
    this.send({ case: 'observeResource', value: { ...more, observeId, resource } });
    return this.next('resourceObserved', (answer) => answer.observeId === observeId);
  }

  /** The next change of that resource that `predicate` accepts. */
  async change<C extends NonNullable<ResourceChanged['resource']['case']>>(
    kind: C,
    predicate: (
      value: Extract<ResourceChanged['resource'], { case: C }>['value'],
      change: ResourceChanged,
    ) => boolean = () => true,
  ) {
    const change = await this.next(
      'resourceChanged',
      (frame) => frame.resource.case === kind && predicate(frame.resource.value as never, frame),
    );
    return change.resource.value as Extract<ResourceChanged['resource'], { case: C }>['value'];
  }

  /** Runs a command. Returns the reason of its refusal, or undefined when it worked. */
  async command(message: ClientBody, clientOperationId: string = crypto.randomUUID()): Promise<string | undefined> {
    this.send(message, clientOperationId);
    const done = this.next('commandDone', (d) => d.clientOperationId === clientOperationId).then(() => undefined);
    const failed = this.next('error', (e) => e.clientOperationId === clientOperationId).then((e) => e.code);
    failed.catch(() => undefined);
    done.catch(() => undefined);
    return Promise.race([done, failed]);
  }

  close(): Promise<unknown> {
    this.ws.close();
    return this.closed;
  }

  #seen(): string {
    return this.frames.map(({ message }) => message.case).join(', ');
  }

  #change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#wake.add(done);
    });
  }
}

/** The server refused the handshake. */
export class HandshakeRefused extends Error {
  readonly status: number;
  readonly reason: string | undefined;

  constructor(status: number, body: string) {
    super(`the handshake was refused with ${status}: ${body}`);
    this.status = status;
    try {
      this.reason = JSON.parse(body).code;
    } catch {
      this.reason = undefined;
    }
  }
}

/** Opens a connection. @throws HandshakeRefused with the status of the answer. */
export function openSocket(url: string, options: ClientOptions = {}): Promise<TestSocket> {
  const ws = new WebSocket(url, { perMessageDeflate: false, handshakeTimeout: frameMs, ...options });
  const socket = new TestSocket(ws);
  return new Promise((resolve, reject) => {
    ws.on('open', () => resolve(socket));
    ws.on('error', reject);
    ws.on('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => reject(new HandshakeRefused(response.statusCode ?? 0, body)));
    });
  });
}
