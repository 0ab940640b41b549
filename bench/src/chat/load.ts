/** Members of rooms who chat, in their own process. */
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { ClientMessageSchema, ServerMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { RawSocket } from '../raw-socket.ts';
import { serveTasks } from '../worker.ts';

interface Seat {
  readonly port: number;
  readonly path: string;
  readonly token: string;
}

/** First byte of a ServerMessage: field number and wire type 2 of its content. */
const tag = { observed: 0x12, changed: 0x1a, error: 0x2a, done: 0x4a };

/** Connects a member. `onFrame` gets the frames after the first one, the welcome. */
async function takeSeat({ port, path, token }: Seat, onFrame: (frame: Buffer) => void): Promise<RawSocket> {
  let welcome: () => void = () => undefined;
  const isWelcome = new Promise<void>((resolve) => (welcome = resolve));
  let isFirst = true;
  const socket = new RawSocket({
    port,
    path,
    token,
    onFrame: (frame) => {
      if (frame[0] === tag.error) throw new Error(JSON.stringify(fromBinary(ServerMessageSchema, frame).message));
      if (!isFirst) return onFrame(frame);
      isFirst = false;
      welcome();
    },
    onLost: (reason) => {
      throw new Error(reason);
    },
  });
  await socket.opened();
  await isWelcome;
  return socket;
}

function messageOf(clientMessageId: string): Uint8Array {
  const value = { clientMessageId, content: `Did you see that? ${clientMessageId}` };
  const message = { case: 'sendChatMessage' as const, value };
  return toBinary(ClientMessageSchema, create(ClientMessageSchema, { message, clientOperationId: clientMessageId }));
}

let run = 0;

/**
 * A member who sends as fast as the line allows, reconnects when the server closes the connection, and ignores all
 * frames of the server.
 */
function startFlood(seat: Seat): () => void {
  let isOver = false;
  let count = 0;
  let socket: RawSocket | undefined;
  const pour = () => {
    const messages = Array.from({ length: floodBurst }, () => messageOf(`flood-${run}-${count++}`));
    socket?.send(...messages);
  };
  const open = () => {
    if (isOver) return;
    socket = new RawSocket({ ...seat, onFrame: () => undefined, onLost: () => setTimeout(open, floodRestMs) });
  };
  open();
  const timer = setInterval(pour, floodEveryMs);
  return () => {
    isOver = true;
    clearInterval(timer);
    socket?.close();
  };
}

/** 2 000 messages a second. */
const floodBurst = 20;
const floodEveryMs = 10;
/** Pause before it reconnects, in milliseconds. */
const floodRestMs = 20;

const tasks = {
  /**
   * Each member sends one message after another, the next when the last one is stored. Returns the number per second.
   */
  async send({ seats, ms }: { seats: readonly Seat[]; ms: number }): Promise<number> {
    run += 1;
    let stored = 0;
    const startedAtMs = performance.now();
    const senders = seats.map(async (seat, place) => {
      let count = 0;
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const socket = await takeSeat(seat, (frame) => {
        if (frame[0] !== tag.done) return;
        stored += 1;
        next();
      });
      const next = () => {
        if (performance.now() > startedAtMs + ms) return end();
        socket.send(messageOf(`${run}-${place}-${count++}`));
      };
      next();
      await ended;
      socket.close();
    });
    await Promise.all(senders);
    return stored / ((performance.now() - startedAtMs) / 1000);
  },
  /**
   * One member sends at a fixed pace, while `flooder`, if given, floods the room. Returns how long each message takes
   * until the last member has it, in milliseconds.
   */
  async receive({
    seats,
    count,
    everyMs,
    flooder,
  }: {
    seats: readonly Seat[];
    count: number;
    everyMs: number;
    flooder?: Seat;
  }): Promise<number[]> {
    run += 1;
    const times: number[] = [];
    let missing = 0;
    let observed = 0;
    let awaited = '';
    let arrived: () => void = () => undefined;
    const sockets: RawSocket[] = [];
    const allObserve = new Promise<void>((resolve) => {
      const open = async () => {
        for (const seat of seats) sockets.push(await takeSeat(seat, heard));
        const value = { observeId: 'c', resource: { case: 'chatEvents' as const, value: {} } };
        const observe = create(ClientMessageSchema, { message: { case: 'observeResource', value } });
        for (const socket of sockets) socket.send(toBinary(ClientMessageSchema, observe));
      };
      const heard = (frame: Buffer) => {
        if (frame[0] === tag.observed && ++observed === seats.length) resolve();
        if (frame[0] === tag.changed && frame.includes(awaited) && --missing === 0) arrived();
      };
      void open();
    });
    await allObserve;
    const endFlood = flooder && startFlood(flooder);
    for (let n = 0; n < count; n++) {
      missing = sockets.length;
      const all = new Promise<void>((resolve) => (arrived = resolve));
      const sentAtMs = performance.now();
      awaited = `that? ${run}-${n}.`;
      sockets[0]!.send(messageOf(`${run}-${n}.`));
      await all;
      times.push(performance.now() - sentAtMs);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    endFlood?.();
    for (const socket of sockets) socket.close();
    return times;
  },
};

export type ChatLoad = typeof tasks;
serveTasks(tasks);
