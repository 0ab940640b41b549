import type { PlaybackReport, ServerMessage } from '@matinee/contract/gen/api.ts';
import { type Api, ApiError } from '../calls/api.ts';
import { makeStore, type Store } from '../store.ts';
import { loadErrorTexts } from '../words/texts.ts';
import { localNow, makeServerClock, type ServerClock } from './clock.ts';
import { type CommandOptions, makeCommands, type RoomCommand } from './commands.ts';
import { browserEvents, type ConnectionState, type Outgoing, type PageEvents } from './connection.ts';
import { makeHearers } from './hearers.ts';
import { openHttpLine } from './http-line.ts';
import { makeProber } from './prober.ts';
import type { Resource } from './resource.ts';
import { makeRoomResources, type RoomResources } from './resources.ts';
import { makeRoomSocket, type SocketLike } from './socket.ts';

/** A room open on this page: its one socket and all data that arrives over it. */
export interface RoomConnection {
  readonly roomId: string;
  readonly api: Api;
  readonly connection: Store<ConnectionState>;
  /** The user or guest id of the person at this page, once the server has sent it. */
  readonly principalId: Store<string | undefined>;
  /**
   * `principal:connection`, the address for signals to this page. It changes with each connection; undefined without
   * one.
   */
  readonly address: Store<string | undefined>;
  readonly clock: ServerClock;
  readonly resources: RoomResources;
  /** Resolves when the server has carried out the command; fails at once without a connection. @throws ApiError */
  command(command: RoomCommand, options?: CommandOptions): Promise<void>;
  /**
   * Reports the state of this page's player to the room.
   * @returns false while not connected.
   */
  report(report: PlaybackReport): boolean;
  /**
   * Sends the server, or the page at another address, a message without confirmation. It may be lost. @returns false
   * while not connected.
   */
  tell(message: Outgoing): boolean;
  /**
   * Listens for messages of one kind that belong to no resource and no command.
   * @returns a function that stops listening
   */
  hear<K extends keyof ServerMessage>(kind: K, hearer: (message: NonNullable<ServerMessage[K]>) => void): () => void;
  close(): void;
}

/** The parts that tests replace. */
export interface RoomParts {
  readonly openSocket: (url: string) => SocketLike;
  readonly openLine: (baseUrl: string, roomId: string, ticket: string) => SocketLike;
  readonly events: PageEvents;
  readonly random: () => number;
  readonly now: () => number;
  /** Loads the words for a reason of the server. A command awaits this before it fails with that reason. */
  readonly onRefused: (error: ApiError) => Promise<void>;
}

/** The parts that the browser provides. */
const browserParts = (): RoomParts => ({
  openSocket: (url) => new WebSocket(url) as SocketLike,
  openLine: (baseUrl, roomId, ticket) => openHttpLine(baseUrl, roomId, ticket, (...request) => fetch(...request)),
  events: browserEvents,
  // biome-ignore lint/plugin: this is where the browser's own parts come from
  random: Math.random,
  now: localNow,
  onRefused: loadErrorTexts,
});

/** Opens a room, observes `observed` and keeps it open until `close`. Never throws: `connection` shows failures. */
export function openRoom(
  api: Api,
  roomId: string,
  observed: readonly Resource<unknown>[],
  parts: RoomParts = browserParts(),
): RoomConnection {
  const clock = makeServerClock(parts.now);
  const self = makeSelf();
  const hearers = makeHearers();

  function read(message: ServerMessage, receivedMs: number): void {
    if (message.clock_reply) prober.reply(message.clock_reply, receivedMs);
    if (message.welcome) self.welcome(message.welcome);
    hearers.read(message);
    commands.read(message);
    resources.read(message);
  }

  const socket = makeRoomSocket({
    api,
    roomId,
    ...parts,
    onOpen() {
      resources.onOpen();
      prober.burst(false);
    },
    onMessage: read,
    onLost() {
      prober.stop();
      commands.lose();
      self.lose();
    },
    onPageEvent: (event) => prober.burst(event === 'network'),
  });
  const prober = makeProber(clock, socket.send, parts.now);
  const commands = makeCommands(roomId, socket.send);
  const resources = makeRoomResources(observed, socket.send);

  return {
    roomId,
    api,
    connection: socket.state,
    principalId: self.principalId,
    address: self.address,
    clock,
    resources,
    command: (command, options) => outcomeOf(commands.run(command, options), parts.onRefused),
    report: (report) => socket.send({ playback_report: report }),
    tell: socket.send,
    hear: hearers.hear,
    close() {
      socket.close();
      prober.stop();
      commands.close();
    },
  };
}

/** The principal of this page and its address, from the server's welcome message. */
function makeSelf() {
  const principalId = makeStore<string | undefined>(undefined);
  const address = makeStore<string | undefined>(undefined);
  return {
    principalId,
    address,
    welcome({ principal_id, connection_id }: NonNullable<ServerMessage['welcome']>): void {
      principalId.set(principal_id);
      address.set(`${principal_id}:${connection_id}`);
    },
    lose: () => address.set(undefined),
  };
}

/** The outcome of a command. If the server refuses it, the words for its reason are loaded first. */
async function outcomeOf(run: Promise<void>, onRefused: RoomParts['onRefused']): Promise<void> {
  try {
    await run;
  } catch (error) {
    if (error instanceof ApiError && error.status > 0) await onRefused(error);
    throw error;
  }
}
