/** `status`, `log-level`, `stop`, `version` and `system stats`. */
import { readFileSync } from 'node:fs';
import {
  type GetStatusResponse,
  GetStatusResponseSchema,
  type GetSystemStatsResponse,
  GetSystemStatsResponseSchema,
  SetLogLevelResponseSchema,
  ShutdownResponseSchema,
} from '@matinee/contract/gen/service/management/management_pb.ts';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import { Argument, type Command } from 'commander';
import { type ManagementClient, withClient } from '../connection/client.ts';
import { Failure } from '../failure.ts';
import type { Format, GlobalOptions } from '../options.ts';
import { formatOf, list, print, printAnswer, printValue, tell } from '../output.ts';
import { bytes, counted, duration, milliseconds } from '../words.ts';

const { getStatus, getSystemStats, setLogLevel, shutdown } = ManagementService.method;

/** The server's default time to stop, in seconds. */
const ownDeadlineSeconds = 10;
/** Additional time for pools, the outbox and the checkpoint of the database. */
const closingSeconds = 30;

/** From the most verbose to none. */
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

export function addStatus(program: Command): void {
  program.version(`matinee ${ownVersion()}`, '-V, --version', 'print the version of this program');
  program
    .command('status')
    .description('say whether the server is running, and where')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const status = await withClient(options, (client) => client.call(getStatus, {}));
      printAnswer(formatOf(options.output), GetStatusResponseSchema, status, () => describeStatus(status));
    });
  addLogLevel(program);
  program
    .command('stop')
    .description('stop the server: rooms are told, running calls finish; returns when it has stopped')
    .option('--deadline <seconds>', 'how long rooms and running calls are given')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { deadline?: string }>();
      await withClient(options, (client) => stopServer(client, secondsOf(options.deadline), formatOf(options.output)));
    });
  program
    .command('version')
    .description('print the version of this program, and of the server if one is running')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const format = formatOf(options.output);
      const server = await withClient(options, (client) => client.call(getStatus, {})).then(
        ({ version }) => version,
        () => undefined,
      );
      const version = ownVersion();
      if (format === 'table') print(`matinee ${version}${server === undefined ? '' : `, server ${server}`}`);
      else printValue(format, { version, ...(server === undefined ? {} : { server }) });
    });
  program
    .command('system')
    .description('what the server costs')
    .command('stats')
    .description('count users, rooms and messages, and say what the process takes')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const stats = await withClient(options, (client) => client.call(getSystemStats, {}));
      printAnswer(formatOf(options.output), GetSystemStatsResponseSchema, stats, () => describeStats(stats));
    });
}

function addLogLevel(program: Command): void {
  program
    .command('log-level')
    .description('say how much the server logs, or change it until the process ends')
    .addArgument(new Argument('[level]').choices(levels))
    .action(async (level: string | undefined, _options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const request = { level: level ?? '' };
      const answer = await withClient(options, (client) => client.call(setLogLevel, request));
      printAnswer(formatOf(options.output), SetLogLevelResponseSchema, answer, () =>
        answer.level === answer.configured
          ? answer.level
          : `${answer.level}; ${answer.configured} after the next start`,
      );
    });
}

function ownVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

function describeStatus(status: GetStatusResponse): string {
  return list([
    ['running', `for ${duration(status.uptimeSeconds)}, process ${status.processId}`],
    ...workers(status),
    ['version', `${status.version} on Node.js ${status.nodeVersion.replace(/^v/, '')}`],
    ['mode', status.mode],
    ['addresses', status.addresses.join(', ')],
    ['management', status.managementAddresses.join(', ')],
    ['data directory', status.dataDir],
    ['database', `${status.database}, ${counted(status.schema.length, 'step')} of the tables applied`],
    ['key-value store', status.keyValueStore],
    ['replica', status.replicaId],
    ['log level', status.logLevel],
    ['clock', `${milliseconds(status.clockDeviationMs)} from the time of the database`],
    ...refusedPages(status),
  ]);
}

function workers({ workers: found, restarting }: GetStatusResponse): [string, string][] {
  if (found.length === 0) return [];
  const each = found.map(({ processId, ready }) => (ready ? String(processId) : `${processId} (starts or ends)`));
  return [['workers', `${each.join(', ')}${restarting ? '; being restarted' : ''}`]];
}

function refusedPages({ refusedPages: refused }: GetStatusResponse): [string, string][] {
  if (refused === undefined) return [];
  const { count, origin, host } = refused;
  return [
    [
      'refused pages',
      `${counted(count, 'socket')}, the last of ${origin}, whose request arrived for ${host}: let the proxy pass on its host, or set webauthn.rp_origin`,
    ],
  ];
}

function describeStats(stats: GetSystemStatsResponse): string {
  return list([
    ['users', String(stats.users)],
    ['sessions', String(stats.sessions)],
    ['rooms', `${stats.rooms}, ${stats.activeRooms} with somebody in them`],
    ['online', String(stats.online)],
    ['connections', String(stats.connections)],
    ['messages', String(stats.messages)],
    ['media', String(stats.media)],
    ['database', bytes(stats.databaseBytes)],
    ['memory', `${bytes(stats.memoryBytes)}, heap ${bytes(stats.heapBytes)}`],
    ['processor', `${duration(stats.cpuSeconds)} of ${duration(stats.uptimeSeconds)}`],
    [
      'event loop delay',
      `${milliseconds(stats.eventLoopDelayP50Ms)} median, ${milliseconds(stats.eventLoopDelayP99Ms)} 99 %, ${milliseconds(stats.eventLoopDelayMaxMs)} longest`,
    ],
  ]);
}

function secondsOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= 3600) return seconds;
  throw new Failure('usage', `--deadline ${text}: is not a number of seconds up to 3600`);
}

async function stopServer(client: ManagementClient, deadlineSeconds: number, format: Format): Promise<void> {
  const answer = await client.call(shutdown, { deadlineSeconds });
  const { processId } = answer;
  tell(`stopping process ${processId} …`);
  const limitMs = ((deadlineSeconds || ownDeadlineSeconds) + closingSeconds) * 1000;
  const isLocal = client.endpoint.address.startsWith('unix:');
  const hasEnded = isLocal ? async () => !isAlive(processId) : () => isUnreachable(client);
  for (const endMs = Date.now() + limitMs; Date.now() < endMs; ) {
    if (await hasEnded()) return printAnswer(format, ShutdownResponseSchema, answer, () => 'stopped');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Failure('failed', `process ${processId} has not ended in ${duration(limitMs / 1000)}`);
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isUnreachable(client: ManagementClient): Promise<boolean> {
  return client.call(getStatus, {}).then(
    () => false,
    (cause) => cause instanceof Failure && cause.ending === 'unreachable',
  );
}
