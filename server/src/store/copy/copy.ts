/**
 * COPY of PostgreSQL as streams (PostgreSQL 17, section 53.2.7 "COPY Operations"). `pg` passes the protocol messages to
 * a query object. Like pg-cursor, this implements such an object; `pg` has no other way to COPY.
 */
import type { Socket } from 'node:net';
import type pg from 'pg';

/** The part of a pg 8 connection that COPY needs. */
interface Wire {
  readonly stream: Socket;
  query(text: string): void;
  sync(): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** Rows are joined to chunks of about this size, in bytes, because the protocol sends one message per row. */
const pieceBytes = 64 * 1024;
/** Bytes that may be buffered for the reader before the connection is paused. */
const highWaterBytes = 1024 * 1024;

/** Handles the server messages that both directions share. */
abstract class Copy {
  protected readonly text: string;
  /** Called once, with the failure if there was one. */
  onEnd: (cause?: Error) => void = () => undefined;
  /** pg sets this to the function that cancels its time limit. */
  callback: (cause?: Error | null) => void = () => undefined;
  #failure: Error | undefined;

  constructor(text: string) {
    this.text = text;
  }

  submit(connection: Wire): void {
    connection.query(this.text);
  }

  handleError(cause: Error): void {
    this.#failure ??= cause;
    this.#end();
  }

  handleReadyForQuery(): void {
    this.#end();
  }

  /** Calls pg's callback, which cancels its time limit. */
  #end(): void {
    this.callback(this.#failure);
    this.onEnd(this.#failure);
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

class CopyOut extends Copy {
  onData: (chunk: Buffer, connection: Wire) => void = () => undefined;

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Wire): void {
    this.onData(chunk, connection);
  }
}

class CopyIn extends Copy {
  onReady: (connection: Wire) => void = () => undefined;

  handleCopyInResponse(connection: Wire): void {
    this.onReady(connection);
  }
}

/**
 * The output of `COPY … TO STDOUT`, with the number of rows in each chunk. Applies backpressure to the server while the
 * reader is slow.
 */
export async function* copyOut(client: pg.Client, text: string): AsyncIterable<{ bytes: Buffer; rows: number }> {
  const query = new CopyOut(text);
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isOver = false;
  let failure: Error | undefined;
  let paused: Wire | undefined;
  let wake: () => void = () => undefined;
  query.onData = (chunk, connection) => {
    // Copied, because pg's parser reuses its memory.
    held.push(Buffer.from(chunk));
    heldBytes += chunk.length;
    if (heldBytes > highWaterBytes && !paused) {
      paused = connection;
      connection.stream.pause();
    }
    if (heldBytes >= pieceBytes) wake();
  };
  query.onEnd = (cause) => {
    isOver = true;
    failure = cause;
    wake();
  };
  client.query(query as unknown as pg.Submittable);
  for (;;) {
    if (heldBytes < pieceBytes && !isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (failure) throw failure;
    if (held.length > 0) {
      const piece = { bytes: Buffer.concat(held), rows: held.length };
      held = [];
      heldBytes = 0;
      yield piece;
    } else if (isOver) return;
    paused?.stream.resume();
    paused = undefined;
  }
}

/** Runs `COPY … FROM STDIN` with these bytes. @throws Error of the server, or of `source`; no row was then added. */
export async function copyIn(
  client: pg.ClientBase,
  text: string,
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const query = new CopyIn(text);
  const ended = new Promise<void>((resolve, reject) => {
    query.onEnd = (cause) => (cause ? reject(cause) : resolve());
  });
  ended.catch(() => undefined);
  const ready = new Promise<Wire>((resolve) => {
    query.onReady = resolve;
  });
  client.query(query as unknown as pg.Submittable);
  const connection = await Promise.race([ready, ended.then(() => undefined)]);
  if (!connection) return;
  try {
    for await (const chunk of source) {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await Promise.race([drained(connection.stream), ended]);
    }
  } catch (cause) {
    connection.sendCopyFail('the source failed');
    await ended.catch(() => undefined);
    throw cause;
  }
  connection.endCopyFrom();
  await ended;
}

function drained(stream: Socket): Promise<void> {
  return new Promise((resolve) => stream.once('drain', resolve));
}
