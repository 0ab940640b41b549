import type { PlaybackReport, ServerMessage } from '@matinee/contract/gen/api.ts';
import { type Api, ApiError } from '../calls/api.ts';
import { makeStore, type Store } from '../store.ts';
import { loadErrorTexts } from '../words/texts.ts';
import { localNow, makeServerClock, type ServerClock } from './clock.ts';
import { type CommandOptions, makeCommands, type RoomCommand } from './commands.ts';
import { browserEvents, type ConnectionState, type PageEvents } from './connection.ts';
import { makeProber } from './prober.ts';
import type { Resource } from './resource.ts';
import { makeRoomResources, type RoomResources } from './resources.ts';
import { makeRoomSocket, type SocketLike } from './socket.ts';

/** A room that is open on this page: its one socket and all that comes over it. */
export interface RoomConnection {
  readonly roomId: string;
  readonly api: Api;
  readonly connection: Store<ConnectionState>;
  /** The user or guest id of the person at this page, once the server has sent it. */
  readonly principalId: Store<string | undefined>;
  readonly clock: ServerClock;
  readonly resources: RoomResources;
  /** Resolves when the server has carried it out; fails at once while the connection is away. @throws ApiError */
  command(command: RoomCommand, options?: CommandOptions): Promise<void>;
  /** Tells the room what the player at this page does. @returns false while not connected. */
  report(report: PlaybackReport): boolean;
  close(): void;
}

/** What tests pass in place of the browser's. */
export interface RoomParts {
  readonly openSocket: (url: string) => SocketLike;
  readonly events: PageEvents;
  readonly random: () => number;
  readonly now: () => number;
  /** Loads the words for a reason of the server. A command awaits this before it fails with that reason. */
  readonly onRefused: (error: ApiError) => Promise<void>;
}

/** The browser's own parts. */
const browserParts = (): RoomParts => ({
  openSocket: (url) => new WebSocket(url) as SocketLike,
  events: browserEvents,
  // biome-ignore lint/plugin: this is where the browser's own parts come from
  random: Math.random,
  now: localNow,
  onRefused: loadErrorTexts,
});

/** Opens a room, observes `observed` and keeps it open until `close`. Never throws: what goes wrong shows in `connection`. */
export function openRoom(
  api: Api,
  roomId: string,
  observed: readonly Resource<unknown>[],
  parts: RoomParts = browserParts(),
): RoomConnection {
  const clock = makeServerClock(parts.now);
  const principalId = makeStore<string | undefined>(undefined);

  function read(message: ServerMessage, receivedMs: number): void {
    if (message.clock_reply) prober.reply(message.clock_reply, receivedMs);
    if (message.welcome) principalId.set(message.welcome.principal_id);
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
    principalId,
    clock,
    resources,
    async command(command, options) {
      try {
        await commands.run(command, options);
      } catch (error) {
        if (error instanceof ApiError && error.status > 0) await parts.onRefused(error);
        throw error;
      }
    },
    report: (report) => socket.send({ playback_report: report }),
    close() {
      socket.close();
      prober.stop();
      commands.close();
    },
  };
}
