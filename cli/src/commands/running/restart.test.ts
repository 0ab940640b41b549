import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type PretendServer, startPretendServer } from '../../connection/pretend-server.fixture.ts';

const { getStatus, restartWorkers } = ManagementService.method;
const statusOf = (restarting: boolean, ...processIds: number[]) => ({
  workers: processIds.map((processId) => ({ processId, ready: true })),
  restarting,
});

let server: PretendServer;
beforeAll(async () => {
  server = await startPretendServer();
});
afterEach(() => server.forget());
afterAll(() => server.stop());

test('[CL10] restart waits until all workers were replaced', async () => {
  server.answers(getStatus, statusOf(false, 1, 2), statusOf(true, 3, 2), statusOf(false, 3, 4));
  server.answers(restartWorkers, { workers: 2 });
  expect(await server.run('restart')).toEqual({ code: 0, out: 'restarted\n', err: 'restarting 2 workers …\n' });
});

test('[CL10] restart says when a worker could not be replaced', async () => {
  server.answers(getStatus, statusOf(false, 1, 2), statusOf(false, 1, 2));
  server.answers(restartWorkers, { workers: 2 });
  const { code, err } = await server.run('restart');
  expect(code).not.toBe(0);
  expect(err).toContain('2 workers could not be replaced');
});

test('[CL10] restart of a server without workers is refused, and says how to have some', async () => {
  server.answers(getStatus, statusOf(false));
  server.answers(restartWorkers, { workers: 0 });
  expect(await server.run('restart')).toMatchObject({ code: 1, err: expect.stringContaining('--workers auto') });
});

test('[CL2] status names the workers', async () => {
  server.answers(getStatus, statusOf(true, 7, 8));
  expect((await server.run('status')).out).toMatch(/^workers +7, 8; being restarted$/m);
});
