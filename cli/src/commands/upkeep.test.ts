/** `log-level`, `files move`, `slice-cache …`, `status`, `stop`, `version`, `system stats` and `db status`. */
import { spawnSync } from 'node:child_process';
import { status } from '@grpc/grpc-js';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PretendServer, refused, startPretendServer } from '../connection/pretend-server.fixture.ts';

const { evictExpiredSliceCache, getSliceCacheStats, purgeSliceCache } = AdminService.method;
const { getStatus, getSystemStats, moveFiles, setLogLevel, shutdown } = ManagementService.method;

let server: PretendServer;
beforeAll(async () => {
  server = await startPretendServer();
});
afterEach(() => server.forget());
afterAll(() => server.stop());

describe('log-level', () => {
  test('says the level, or changes it and says how long for', async () => {
    server.answers(setLogLevel, { level: 'info', configured: 'info' }, { level: 'debug', configured: 'info' });
    expect(await server.run('log-level')).toEqual({ code: 0, out: 'info\n', err: '' });
    expect((await server.run('log-level debug')).out).toBe('debug; info after the next start\n');
    expect(server.requests(setLogLevel)).toEqual([{}, { level: 'debug' }]);
  });

  test('[CL3] refuses a level that does not exist before it asks', async () => {
    expect(await server.run('log-level loud')).toMatchObject({ code: 2, err: expect.stringContaining('debug') });
    expect(server.requests(setLogLevel)).toEqual([]);
  });
});

describe('files move', () => {
  test('goes on where the last turn ended, until nothing is left, and tells the sum', async () => {
    server.answers(
      moveFiles,
      { contents: 10, bytes: 1_024, left: 12, lastId: 'fil_a' },
      { contents: 10, bytes: 2_048, left: 2, lastId: 'fil_b' },
      { contents: 2, bytes: 1_024, left: 0, lastId: 'fil_c' },
    );
    expect(await server.run('files move')).toEqual({
      code: 0,
      out: 'moved 22 files, 4.0 KiB; the old places are freed within two days\n',
      err: '',
    });
    expect(server.requests(moveFiles)).toEqual([{}, { afterId: 'fil_a' }, { afterId: 'fil_b' }]);
  });

  test('says that there was nothing to do', async () => {
    server.answers(moveFiles, {});
    expect((await server.run('files move')).out).toBe(
      'nothing to move: every file is where the configuration puts it\n',
    );
    expect(server.requests(moveFiles)).toHaveLength(1);
  });

  test('[CL1] that could not move all files ends with 1, and names at most ten of them', async () => {
    const failures = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `fil_${index}`, reason: 'is gone' }));
    server.answers(moveFiles, { contents: 1, failures: failures(2), left: 1, lastId: 'x' }, { failures: failures(9) });
    const { code, out, err } = await server.run('files move');
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('moved 1 file,') });
    expect(err.trimEnd().split('\n')).toEqual([
      'matinee: 11 files could not be moved and stayed where they were:',
      ...[0, 1, 0, 1, 2, 3, 4, 5, 6, 7].map((index) => `  fil_${index}: is gone`),
    ]);
  });

  test('[CL2] gives a program the sum of all turns', async () => {
    server.answers(moveFiles, { contents: 3, bytes: 5, left: 1, lastId: 'a' }, { contents: 4, bytes: 6, lastId: 'b' });
    expect(JSON.parse((await server.run('files move --output json')).out)).toMatchObject({ contents: 7, bytes: 11 });
  });
});

describe('slice-cache', () => {
  test('stats has a line for each replica, and says which have none', async () => {
    const on = { replicaId: 'r1', enabled: true, bytes: 2_048, maxBytes: 1_048_576, slices: 3, hits: 8, misses: 2 };
    server.answers(getSliceCacheStats, { replicas: [{ ...on, evictions: 1 }, { replicaId: 'r2' }], silentReplicas: 1 });
    const { out, err } = await server.run('slice-cache stats');
    expect(
      out
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['r1', '2.0 KiB', '1.0 MiB', '3', '8', '2', '1'],
      ['r2', 'off'],
    ]);
    expect(err).toBe('1 replica did not answer\n');
  });

  test('tells how much was deleted, and of replicas that did not answer only when there are any', async () => {
    server.answers(evictExpiredSliceCache, { replicas: [{ replicaId: 'r1' }], freedBytes: 3_072 });
    server.answers(purgeSliceCache, { replicas: [{}, {}], freedBytes: 10, silentReplicas: 2 });
    expect(await server.run('slice-cache evict-expired')).toMatchObject({
      out: 'deleted 3.0 KiB on 1 replica\n',
      err: '',
    });
    expect(await server.run('slice-cache purge --yes')).toMatchObject({
      out: 'deleted 10 B on 2 replicas\n',
      err: '2 replicas did not answer\n',
    });
  });

  test('[CL5] is purged only when that was confirmed', async () => {
    expect((await server.run('slice-cache purge')).code).toBe(4);
    expect(server.asked).toEqual([]);
  });
});

const running = {
  ...{ version: '1.2.3', mode: 'production', uptimeSeconds: 3_700, processId: 42, nodeVersion: 'v24.1.0' },
  ...{ addresses: ['http://a:1', 'http://b:2'], managementAddresses: ['unix:/m'], dataDir: '/srv/m', replicaId: 'r1' },
  ...{ schema: ['0001', '0002'], database: 'given', keyValueStore: 'redis', clockDeviationMs: -1.25 },
};

describe('status', () => {
  test('[CL2] says where the server runs and what it uses', async () => {
    server.answers(getStatus, running);
    expect((await server.run('status')).out).toBe(
      [
        'running          for 1 h 1 min, process 42',
        'version          1.2.3 on Node.js 24.1.0',
        'mode             production',
        'addresses        http://a:1, http://b:2',
        'management       unix:/m',
        'data directory   /srv/m',
        'database         given, 2 steps of the tables applied',
        'key-value store  redis',
        'replica          r1',
        'clock            -1.3 ms from the time of the database',
        '',
      ].join('\n'),
    );
  });

  test('says of pages that were refused what their proxy does wrong', async () => {
    const refusedPages = { count: 1, origin: 'https://kino.example', host: 'backend:8080' };
    server.answers(getStatus, { ...running, refusedPages });
    expect((await server.run('status')).out).toMatch(
      /^refused pages +1 socket, the last of https:\/\/kino\.example, whose request arrived for backend:8080: /m,
    );
  });
});

test('db status asks a server that runs, and does not look into its database', async () => {
  server.answers(getStatus, running);
  expect((await server.run('db status')).out).toBe(
    'database             given, in use by process 42\nsteps of the tables  2 applied, none is missing\n',
  );
  expect(JSON.parse((await server.run('db status --output json')).out)).toEqual({
    ...{ database: 'given', applied: ['0001', '0002'], pending: [] },
  });
});

test('[CL1] db status tells what a server that runs refuses', async () => {
  server.answers(getStatus, refused({ code: status.INTERNAL, message: 'broken', reason: 'common.internal' }));
  expect(await server.run('db status')).toMatchObject({ code: 1, err: expect.stringContaining('broken') });
});

describe('version', () => {
  test('tells that of the server too, where one answers', async () => {
    server.answers(getStatus, running);
    expect((await server.run('version')).out).toMatch(/^matinee \S+, server 1\.2\.3\n$/);
    expect(JSON.parse((await server.run('version --output json')).out)).toMatchObject({ server: '1.2.3' });
  });

  test('is told where none answers', async () => {
    server.answers(getStatus, refused({ code: status.UNAVAILABLE, message: 'away' }));
    expect(await server.run('version')).toMatchObject({ code: 0, out: expect.stringMatching(/^matinee [^\s,]+\n$/) });
    expect(Object.keys(JSON.parse((await server.run('version --output json')).out))).toEqual(['version']);
  });
});

test('system stats writes sizes and times for people', async () => {
  server.answers(getSystemStats, {
    ...{ users: 3, sessions: 4, rooms: 5, activeRooms: 2, online: 6, connections: 7, messages: 8, media: 9 },
    ...{ databaseBytes: 1_048_576, memoryBytes: 2_048, heapBytes: 1_024, cpuSeconds: 61, uptimeSeconds: 3_600 },
    ...{ eventLoopDelayP50Ms: 1, eventLoopDelayP99Ms: 2, eventLoopDelayMaxMs: 3 },
  });
  const { out } = await server.run('system stats');
  expect(
    Object.fromEntries(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ),
  ).toEqual({
    ...{ users: '3', sessions: '4', rooms: '5, 2 with somebody in them', online: '6', connections: '7' },
    ...{ messages: '8', media: '9', database: '1.0 MiB', memory: '2.0 KiB, heap 1.0 KiB' },
    processor: '1 min 1 s of 1 h 0 min',
    'event loop delay': '1.0 ms median, 2.0 ms 99 %, 3.0 ms longest',
  });
});

describe('stop', () => {
  /** The id of a process that has ended. */
  const endedProcess = () => spawnSync(process.execPath, ['--version']).pid;

  test('[CL10] tells which process it stops, and when that has ended', async () => {
    const processId = endedProcess();
    server.answers(shutdown, { processId });
    expect(await server.run('stop')).toEqual({ code: 0, out: 'stopped\n', err: `stopping process ${processId} …\n` });
    expect(server.requests(shutdown)).toEqual([{}]);
  });

  test('[CL2] [CL10] passes the deadline on, and tells a program which process it was', async () => {
    const processId = endedProcess();
    server.answers(shutdown, { processId });
    const { out } = await server.run('stop --deadline 2.5 --output json');
    expect(JSON.parse(out)).toEqual({ process_id: processId });
    expect(server.requests(shutdown)).toEqual([{ deadlineSeconds: 2.5 }]);
  });

  test.each(['0', '-1', '3601', 'soon', 'Infinity'])('[CL3] a deadline of %s is refused', async (seconds) => {
    expect(await server.run(`stop --deadline=${seconds}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`--deadline ${seconds}: is not a number of seconds up to 3600`),
    });
    expect(server.asked).toEqual([]);
  });
});
