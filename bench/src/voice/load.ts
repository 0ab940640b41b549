/** People who speak in one room, in their own process. */
import { setTimeout as pause } from 'node:timers/promises';
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  ClientMessageSchema,
  type ServerMessage,
  ServerMessageSchema,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { WebRtcDescriptionType } from '@matinee/contract/gen/service/client/voice_pb.ts';
import { RawSocket } from '../raw-socket.ts';
import { serveTasks } from '../worker.ts';

type Body = Exclude<MessageInitShape<typeof ClientMessageSchema>['message'], undefined>;

/** Usual length of the description of a connection with sound, in bytes. */
const sdpBytes = 3_000;
/** First byte of a ServerMessage with a signal: field number and wire type 2. */
const signalTag = 0x52;
/** Each participant signals this often, in milliseconds: less than the server allows for long. */
const everyMs = 60;

const encode = (message: Body) => toBinary(ClientMessageSchema, create(ClientMessageSchema, { message }));
const lost = (reason: string) => {
  throw new Error(reason);
};

class Speaker {
  readonly socket: RawSocket;
  peer = '';
  /** Number of speakers in the latest list. */
  listed = 0;
  onChange = () => {};
  onSignal = (_: Buffer) => {};

  constructor(port: number, room: string, token: string) {
    // Called with a signal before it is parsed: the parse time is not part of the server's time.
    const onFrame = (bytes: Buffer) =>
      bytes[0] === signalTag ? this.onSignal(bytes) : this.#read(fromBinary(ServerMessageSchema, bytes));
    this.socket = new RawSocket({ port, path: `/ws/rooms/${room}`, token, onFrame, onLost: lost });
  }

  #read({ message }: ServerMessage): void {
    if (message.case === 'welcome') this.peer = `${message.value.principalId}:${message.value.connectionId}`;
    if (message.case !== 'resourceChanged' || message.value.resource.case !== 'voiceParticipants') return;
    this.listed = message.value.resource.value.participants.length;
    this.onChange();
  }
}

let speakers: Speaker[] = [];
let bare: RawSocket[] = [];
let onBare = (_: number) => {};

/** Sends from each participant in turn, every `everyMs`; `send` returns how long it took. */
async function measure(count: number, signals: number, send: (from: number, to: number) => Promise<number>) {
  const times: number[] = [];
  for (let n = 0; n < signals; n += 1) {
    for (let from = 0; from < count; from += 1) times.push(await send(from, (from + 1 + (n % (count - 1))) % count));
    await pause(everyMs);
  }
  return times;
}

const tasks = {
  async enter({
    port,
    room,
    tokens,
    controlPort,
  }: {
    port: number;
    room: string;
    tokens: readonly string[];
    controlPort: number;
  }): Promise<void> {
    speakers = tokens.map((token) => new Speaker(port, room, token));
    bare = tokens.map(
      (_, place) => new RawSocket({ port: controlPort, path: '/', onFrame: () => onBare(place), onLost: lost }),
    );
    await Promise.all([...speakers.map(({ socket }) => socket.opened()), ...bare.map((socket) => socket.opened())]);
    const resource = { case: 'voiceParticipants' as const, value: {} };
    for (const { socket } of speakers)
      socket.send(encode({ case: 'observeResource', value: { observeId: 'v', resource } }));
    while (speakers.some(({ peer }) => peer === '')) await pause(5);
  },

  /** All leave, and join again at once. Returns the milliseconds until each has the whole list. */
  async joinAll(): Promise<number> {
    const allHave = (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => speakers.every(({ listed }) => listed === count) && resolve();
        for (const speaker of speakers) speaker.onChange = look;
        look();
      });
    for (const { socket } of speakers) socket.send(encode({ case: 'webrtcVoiceLeave', value: {} }));
    await allHave(0);
    const startedAtMs = performance.now();
    for (const { socket } of speakers) socket.send(encode({ case: 'webrtcVoiceJoin', value: {} }));
    await allHave(speakers.length);
    return performance.now() - startedAtMs;
  },

  signal({ signals }: { signals: number }): Promise<number[]> {
    const sdp = 'x'.repeat(sdpBytes);
    return measure(speakers.length, signals, (from, to) => {
      const signal = { case: 'description' as const, value: { type: WebRtcDescriptionType.OFFER, sdp } };
      const frame = encode({ case: 'webrtcSignal', value: { peer: speakers[to]!.peer, signal } });
      return new Promise((resolve) => {
        const startedAtMs = performance.now();
        speakers[to]!.onSignal = () => resolve(performance.now() - startedAtMs);
        speakers[from]!.socket.send(frame);
      });
    });
  },

  signalBare({ signals }: { signals: number }): Promise<number[]> {
    const frame = Buffer.alloc(sdpBytes);
    return measure(bare.length, signals, (from, to) => {
      return new Promise((resolve) => {
        const startedAtMs = performance.now();
        onBare = (place) => place === to && resolve(performance.now() - startedAtMs);
        bare[from]!.send(frame);
      });
    });
  },
};

export type VoiceLoad = typeof tasks;
serveTasks(tasks);
