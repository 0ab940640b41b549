import { hasProgram } from '../outside/programs.ts';
import { startRedis } from '../process.ts';
import { startTestServer, type TestServer } from '../server.ts';
import type { TestSocket } from '../socket-client.ts';
import { until } from '../until.ts';

/** Two servers of this test process on one database. Without Redis, both fields hold the same server. */
export interface ServerPair {
  readonly server: TestServer;
  readonly replica: TestServer;
  /**
   * Connects people to the room by their tokens, by turns at both, and waits until both know that so many members are
   * there.
   */
  enter(room: string, tokens: readonly string[], members?: number): Promise<Present>;
  /** Waits until both know that so many members are in the room. The token is that of one of them. */
  untilPresent(room: string, token: string, members: number): Promise<void>;
  stop(): Promise<void>;
}

/** People who are in a room. */
export interface Present {
  readonly sockets: readonly TestSocket[];
  leave(): Promise<unknown>;
}

export async function startServerPair({
  settings = {},
  ...options
}: Parameters<typeof startTestServer>[0] = {}): Promise<ServerPair> {
  const redis = hasProgram('redis-server') ? await startRedis() : undefined;
  const both = { ...options, config: { ...options.config, ...(redis ? { 'redis.url': redis.url } : {}) } };
  const server = await startTestServer({ ...both, settings });
  const replica = redis ? await startTestServer({ ...both, database: server.database }) : server;

  async function untilPresent(room: string, token: string, members: number): Promise<void> {
    for (const at of [server, replica])
      await until(`${members} are there`, async () => {
        const { online_count } = await at.ok({ call: 'RoomService.GetRoomMembers', token, room });
        return online_count === members;
      });
  }

  return {
    server,
    replica,
    untilPresent,
    async enter(room, tokens, members = tokens.length) {
      const sockets = await Promise.all(
        tokens.map((token, place) => (place % 2 === 0 ? server : replica).socket(room, token)),
      );
      await untilPresent(room, tokens[0]!, members);
      return { sockets, leave: () => Promise.all(sockets.map((socket) => socket.close())) };
    },
    async stop() {
      if (replica !== server) await replica.stop();
      await server.stop();
      await redis?.stop();
    },
  };
}
