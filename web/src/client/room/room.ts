import type { PlaybackReport, ServerMessage } from '@matinee/contract/gen/api.ts';
import type { Api } from '../calls/api.ts';
import { makeStore, type Store } from '../store.ts';
import { localNow, makeServerClock, type ServerClock } from './clock.ts';
import { makeCommands, type RoomCommand } from './commands.ts';
import { browserEvents, type ConnectionState, type PageEvents } from './connection.ts';
import { makeProber } from './prober.ts';
import { makeRoomCache, type RoomCache } from './room-cache.ts';
import { makeRoomPages, type RoomPages } from './room-pages.ts';
import { makeRoomSocket, type SocketLike } from './socket.ts';

/** A room that is open on this page: its one socket and all that comes over it. */
export interface RoomConnection {
  readonly roomId: string;
  readonly api: Api;
  readonly connection: Store<ConnectionState>;
  /** One's own user or guest id, once the server has said it. */
  readonly principalId: Store<string | undefined>;
  readonly clock: ServerClock;
  readonly cache: RoomCache;
  /** Reads on where the lists of the cache end. */
  readonly pages: RoomPages;
  /** Looks into a playlist below the root one, or into none; what is in it shows in the cache. */
  openPlaylist(playlistId: string | undefined): void;
  /** Resolves when the command took effect. Chat waits for a lost connection to come back, playback commands do not. @throws ApiError */
  command(command: RoomCommand): Promise<void>;
  /** Tells the room how one's player stands. @returns false while not connected. */
  report(report: PlaybackReport): boolean;
  close(): void;
}

/** What tests pass in place of the browser's. */
export interface RoomParts {
  readonly openSocket: (url: string) => SocketLike;
  readonly events: PageEvents;
  readonly random: () => number;
  readonly now: () => number;
}

/** The browser's own parts. */
const browserParts = (): RoomParts => ({
  openSocket: (url) => new WebSocket(url) as SocketLike,
  events: browserEvents,
  // biome-ignore lint/plugin: this is where the browser's own parts come from
  random: Math.random,
  now: localNow,
});

/** Opens a room and keeps it open until `close`. Never throws: what goes wrong shows in `connection`. */
export function openRoom(api: Api, roomId: string, parts: RoomParts = browserParts()): RoomConnection {
  const clock = makeServerClock(parts.now);
  const cache = makeRoomCache();
  const principalId = makeStore<string | undefined>(undefined);

  function read(message: ServerMessage, receivedMs: number): void {
    if (message.clock_reply) prober.reply(message.clock_reply, receivedMs);
    if (message.welcome) principalId.set(message.welcome.principal_id);
    commands.read(message);
    cache.read(message);
  }

  const socket = makeRoomSocket({
    api,
    roomId,
    ...parts,
    onOpen() {
      for (const observation of cache.observations()) socket.send({ observeResource: observation });
      prober.burst(false);
      commands.resume();
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

  return {
    roomId,
    api,
    connection: socket.state,
    principalId,
    clock,
    cache,
    pages: makeRoomPages(api, roomId, cache),
    openPlaylist(playlistId) {
      const observation = cache.open(playlistId);
      if (observation) socket.send({ observeResource: observation });
      else socket.send({ unobserveResource: { observe_id: 'openPlaylist' } });
    },
    command: (command) => commands.run(command),
    report: (report) => socket.send({ playback_report: report }),
    close() {
      socket.close();
      prober.stop();
      commands.close();
    },
  };
}
