/** Rooms with their members, in their own process. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { create, toBinary } from '@bufbuild/protobuf';
import { ClientMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { Crowd, type Seat } from '../crowd.ts';
import { Broadcast, seek } from '../fanout/broadcast.ts';
import { serveTasks } from '../worker.ts';

/** Members of each room. */
interface OpenedRooms {
  readonly port: number;
  readonly rooms: readonly (readonly Seat[])[];
}

interface Life {
  /** Each room is commanded this often, in milliseconds. */
  readonly commandMs: number;
  /** Interval between messages in each room, in milliseconds. 0: no messages. */
  readonly chatMs: number;
  /** Length of the measurement, in milliseconds. */
  readonly ms: number;
}

interface Room {
  readonly crowd: Crowd;
  readonly broadcast: Broadcast;
}

/** Rooms that are filled at a time. */
const filledAtOnce = 20;
/** Rooms take their turns in bunches this far apart, in milliseconds. */
const tickMs = 20;

let rooms: Room[] = [];

const tasks = {
  /** Fills the rooms and waits for all first states. */
  async open({ port, rooms: seats }: OpenedRooms): Promise<void> {
    const queue = [...seats];
    const fillNext = async () => {
      for (let room = queue.shift(); room !== undefined; room = queue.shift()) {
        const crowd = new Crowd();
        await crowd.open({ port, seats: room, kind: 'room' });
        rooms.push({ crowd, broadcast: new Broadcast(crowd, seek) });
      }
    };
    await Promise.all(Array.from({ length: filledAtOnce }, fillNext));
  },
  close(): void {
    for (const { crowd } of rooms) crowd.close();
    rooms = [];
  },
  /** Lets the rooms live. @returns the milliseconds that each command took until the last member of its room knew */
  async live({ commandMs, chatMs, ms }: Life): Promise<number[]> {
    const told: Promise<number>[] = [];
    const startedAtMs = performance.now();
    let [commands, messages] = [0, 0];
    for (let passedMs = 0; passedMs < ms; passedMs = performance.now() - startedAtMs) {
      for (; commands < (passedMs / commandMs) * rooms.length; commands++)
        told.push(roomAt(commands).broadcast.command());
      const wanted = chatMs === 0 ? 0 : (passedMs / chatMs) * rooms.length;
      for (; messages < wanted; messages++) say(roomAt(messages).crowd);
      await pause(tickMs);
    }
    return Promise.all(told);
  },
};

const roomAt = (count: number): Room => rooms[count % rooms.length]!;

function say({ sockets }: Crowd): void {
  const value = { clientMessageId: randomUUID(), content: 'what a scene' };
  const message = { case: 'sendChatMessage', value } as const;
  sockets.at(-1)!.send(toBinary(ClientMessageSchema, create(ClientMessageSchema, { message })));
}

export type ManyLoad = typeof tasks;
serveTasks(tasks);
