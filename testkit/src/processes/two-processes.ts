import { cpSync } from 'node:fs';
import { join } from 'node:path';
import {
  databaseUrlOf,
  makeDataDir,
  type RedisProcess,
  removeDataDir,
  type ServerProcess,
  startProcess,
  startRedis,
} from '../process.ts';
import { callRest } from '../rest-client.ts';
import { testPassword } from '../server.ts';
import { makeUsedDataDir } from './used-data-dir.ts';

/** Two replicas as operators run them, by the built program. A test may kill the second one. */
export interface TwoProcesses {
  /** It has the embedded PostgreSQL. */
  readonly first: ServerProcess;
  /** The latest that was started. */
  readonly second: ServerProcess;
  /** Their data directories. */
  readonly folders: readonly [string, string];
  readonly databaseUrl: string;
  /** Token of root. */
  readonly token: string;
  /** Calls the first one, or `server`, as root. @throws Error when it refuses */
  ok(call: string, request?: object, room?: string, server?: ServerProcess): ReturnType<typeof answerOf>;
  /** Kills the second one, like a loss of power. */
  killSecond(): Promise<void>;
  startSecond(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both with these settings, each `key=value`, and with one Redis unless `hasRedis` is false. */
export async function startTwoProcesses(
  settings: readonly string[] = [],
  { hasRedis = true }: { readonly hasRedis?: boolean } = {},
): Promise<TwoProcesses> {
  const redis: RedisProcess | undefined = hasRedis ? await startRedis() : undefined;
  const folders = [await makeUsedDataDir(), await makeDataDir()] as const;
  const all = redis ? [`redis.url=${redis.url}`, ...settings] : settings;
  const flags = all.flatMap((setting) => ['--set', setting]);
  const first = await startProcess(folders[0], flags);
  const databaseUrl = await databaseUrlOf(folders[0]);
  // Replicas need the same secrets; with other secrets they are refused.
  cpSync(join(folders[0], 'secrets'), join(folders[1], 'secrets'), { recursive: true });
  const startOther = () => startProcess(folders[1], [...flags, '--set', `database.url=${databaseUrl}`]);
  let second = await startOther();
  const request = { username: 'root', password: testPassword };
  const { accessToken: token } = await answerOf(first, { call: 'AuthService.LoginWithDirectPassword', request });
  const killSecond = async () => {
    second.child.kill('SIGKILL');
    await second.ended;
  };
  return {
    ...{ first, folders, databaseUrl, token, killSecond },
    get second() {
      return second;
    },
    ok: (call, given = {}, room, server = first) =>
      answerOf(server, { call, token, request: given as never, ...(room === undefined ? {} : { room }) }),
    async startSecond() {
      second = await startOther();
    },
    async stop() {
      // The second one first: its database is a child of the first one.
      await killSecond();
      first.child.kill('SIGTERM');
      await first.ended;
      await redis?.stop();
      for (const folder of folders) await removeDataDir(folder);
    },
  };
}

async function answerOf({ url }: ServerProcess, call: Parameters<typeof callRest>[1]) {
  const answer = await callRest(url, call);
  if (answer.status !== 200) throw new Error(`${call.call}: ${answer.status} ${answer.reason} ${answer.message}`);
  return answer.json;
}
